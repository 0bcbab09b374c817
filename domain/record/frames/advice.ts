// Advice: what the patient should do, in the lexicon's words or as the doctor's order in the infinitive.
import type { Clause } from '#domain/dialogue/clause.ts'
import { chanceOf } from '#domain/dialogue/clause.ts'
import { abandoned } from '#domain/dialogue/words.ts'
import { forbidden, frontedOrder } from './advice-words.ts'
import type { Frames } from './frame.ts'
import { infinitiveOf, phraseOf } from './phrase.ts'

const restrains = /^(Evitar|Reduzir|Não|Sem|Cessar|Abstinência)/
const notNow =
  /\b(vou medir|vamos medir|deixa eu|deixe eu|ja (faz|fez|toma)|voce disse|voce falou|tava|estava|abre a boca|respira fundo)\b/
const leadWords = new Set(
  'e mas entao ai agora olha bom bem tambem ja so outra coisa isso ah certo tudo ok voce a o senhora senhor gente enquanto importante que , : ; . primeiro segundo ultimo em casa em resumo combinado por enquanto dona seu quero'.split(
    ' ',
  ),
)
const modal = /^(pode|precisa|deve|vai|tem|quero|evita|tenta|procura|consegue|bom|melhor|ideal|importante)$/
const explains = /^(porque|pois|senao|que|mas|pra|viu|ne|entao|por isso)$/

/** The span of the clause that orders something: after its address, before its reasons. */
function orderIn(clause: Clause): [number, number] | undefined {
  const { tokens } = clause
  let from = 0
  while (
    from < tokens.length &&
    leadWords.has(tokens[from]?.word ?? '') &&
    infinitiveOf(tokens[from]?.word ?? '', true) === undefined
  )
    from += 1
  let to = from
  while (to < tokens.length) {
    const word = tokens[to]?.word ?? ''
    const afterMark = tokens[to - 1]?.kind === 'mark'
    if (to > from + 1 && ((afterMark && explains.test(word)) || /^(porque|senao)$/.test(word))) break
    to += 1
  }
  return to > from ? [from, to] : undefined
}

/** A medicine and the line that names it. */
type Taken = { note: string; line: string }

/** Puts an order in the doctor's words: 'Colher o escarro pela manhã, em jejum.' Returns whether it could. */
function putOrder(frames: Frames, clause: Clause, status: string, named: boolean, drug?: Taken): boolean {
  const span = orderIn(clause)
  if (!span) return false
  let [from] = span
  const to = span[1]
  const { tokens } = clause
  const word = (at: number) => tokens[at]?.word ?? ''
  const turned =
    frontedOrder(clause, from, to) ?? (chanceOf(clause, 'ori') > 0.5 ? forbidden(clause, from, to) : undefined)
  const denied = /^(nao|nunca|nem)$/.test(word(from))
  if (modal.test(word(from)) && !/^(pode|evita)$/.test(word(from))) {
    // 'Tem que beber', 'é bom caminhar': the verb after the modal is the order.
    const next = [1, 2, 3].find((step) => /[aei]r$/.test(word(from + step)))
    if (next) from += next
  }
  const head = denied ? from + 1 : from
  const isOrder =
    turned !== undefined ||
    infinitiveOf(word(head), true) !== undefined ||
    /^(nada|evitar|sem|sempre)$/.test(word(head))
  const taking = drug !== undefined && !isOrder && takingWords.test(clause.plain)
  if (!isOrder && !taking && !(chanceOf(clause, 'ori') > (named ? 0.3 : 0.85) && to - from < 16)) return false
  const text = withoutReasons(turned ?? phraseOf(clause, from, to, true))
  const count = text?.split(/\s+/).length ?? 0
  if (!text || count < 2 || count > 18 || weak.test(text)) return false
  const guessed = chanceOf(clause, 'ori', 'con') < 0.6
  if (guessed && (vague.test(text) || count < 4 || clause.said.length === 0)) return false
  if (/(?<!\p{L})(é|são|foi)(?!\p{L})/u.test(text)) return false
  if (!isOrder && (finite.test(text) || (count < 4 && !named && !taking) || fragment.test(text))) return false
  const lead = taking ? `Tomar ${drug.note} ` : ''
  const capitalized = text.replace(/^\p{L}/u, (one) => one.toUpperCase())
  frames.put(
    'instruction',
    `${lead}${lead ? text.replace(/^\p{L}/u, (one) => one.toLowerCase()).replace(/^jejum/, 'em jejum') : capitalized}`,
    taking ? [drug.line, clause.line] : [clause.line],
    { status },
  )
  return true
}
/** Verbs that say little without a sure tag. */
const vague =
  /^(ir|vir|ver|passar|ficar|parar|chamar|falar|tratar|fazer|usar|evitar|tirar|sentar|respirar|olhar|conversar)\b/i
/** 'Beber água, desidratado piora' -> 'Beber água': the last pieces that tell why are left out. */
function withoutReasons(text: string | undefined): string | undefined {
  const pieces = text?.split(', ') ?? []
  while (pieces.length > 1 && finite.test(pieces.at(-1) ?? '')) pieces.pop()
  return text === undefined ? undefined : pieces.join(', ')
}
/** How a medicine is taken, said without its name. */
const takingWords =
  /^(so que |mas |e |ai |entao |agora |de preferencia )*(em jejum|jejum|longe d\w+|(antes|depois) (d[aeo]s? )?(comida|cafe|almoco|jantar?|refeic\w+|comer|dormir|banho)|junto com|com (comida|agua|leite|suco|um suco)|meia hora|uma hora|trinta minutos|quatro horas|sempre (antes|depois))\b/
const fragment = /^(nem|até|de novo|no bolso|isso|e|mas|ou)\b/i
/** Words that are no instruction by themselves. */
const weak =
  /^(ir|vir|ficar|ver|esperar|fazer|ser|estar|evitar|não)( \S+)?$|^(ficar tranquil|pode ficar|melhoras|vir aqui)/i
const finite =
  /(?<!\p{L})(é|são|está|estão|foi|tem|pode|podem|dá|vai|vão|piora|ajuda|atrapalha|era|deu|passa|some|melhora|precisa|fica|faz|quer|resolve|serve|causa|vem)(?!\p{L})/iu

const refusing = /^(nem|evita|evite|evitar|proibid[oa]s?|nunca|nada)$/
/** Puts 'Não usar a, b e c': medicines that the patient should keep away from. */
function avoided(frames: Frames, clause: Clause): boolean {
  if (chanceOf(clause, 'ori') < 0.5) return false
  const { tokens } = clause
  const word = (at: number) => tokens[at]?.word ?? ''
  const cue = tokens.findIndex(
    ({ word: one }, at) =>
      refusing.test(one) || (one === 'nao' && /^(pode|use|usar|usa|tome|tomar|toma)$/.test(word(at + 1))),
  )
  if (cue < 0 || /\b(parar|para|pare|larga|esquec\w+|suspend\w+|pul\w+)\b/.test(clause.plain)) return false
  const drugs = clause.said.filter(
    ({ concept, from, to }) =>
      concept.kind === 'drug' && (from > cue || (cue >= to && cue - to < 2 && word(from - 1) !== 'com')),
  )
  if (drugs.length === 0) return false
  const names = [...new Set(drugs.map(({ concept }) => concept.note))]
  const text = names.length < 2 ? names[0] : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`
  const group =
    !names.some((name) => /anti-inflamat/.test(name)) && /\banti[ -]inflamatorio/.test(clause.plain)
      ? ' ou outro anti-inflamatório'
      : ''
  frames.put('instruction', `Não usar ${text}${group}`, [clause.line], { status: 'orientacoes' })
  return true
}

/** Puts advice. `drug`: the medicine that the talk is about. */
export function putAdvice(
  frames: Frames,
  clause: Clause,
  { drug, late }: { drug: Taken | undefined; late: boolean },
): void {
  if (clause.act === 'question' || clause.tag.act === 'q' || clause.conditional || abandoned.test(clause.plain)) return
  const ori = chanceOf(clause, 'ori')
  const plan = ori + chanceOf(clause, 'con')
  const doctor = clause.speaker === 'doctor'
  const begins = orderIn(clause)?.[0] ?? 0
  const head = clause.tokens[/^(nao|nunca)$/.test(clause.tokens[begins]?.word ?? '') ? begins + 1 : begins]?.word ?? ''
  const ordersKnown =
    infinitiveOf(head, false) !== undefined && clause.said.some(({ concept }) => concept.group === 'orientacoes')
  const isLateOrder = doctor && late && chanceOf(clause, 'ef') < 0.2 && (clause.tag.act === 'i' || ordersKnown)
  if (notNow.test(clause.plain) || !(isLateOrder || ori > (doctor ? 0.35 : 0.8) || (doctor && plan > 0.6))) return
  const named = clause.said.filter(
    ({ concept, polarity }) =>
      concept.kind === 'action' &&
      concept.group === 'orientacoes' &&
      (polarity !== 'denied' || restrains.test(concept.note)),
  )
  const hasExamOrReferral = clause.said.some(
    ({ concept }) => concept.kind === 'exam' || (concept.kind === 'specialty' && ori < 0.7),
  )
  const medicine = clause.said.some(({ concept }) => concept.kind === 'drug')
  const act = isLateOrder || /^[id]$/.test(clause.tag.act) || (ori > 0.8 && !/^[qbge]$/.test(clause.tag.act))
  const words = isLateOrder || ori > 0.6 || (named.length > 0 && plan > 0.6)
  if (avoided(frames, clause)) return
  if (
    words &&
    act &&
    !hasExamOrReferral &&
    !(medicine && ori < 0.8 && !(isLateOrder && chanceOf(clause, 'con') < 0.2)) &&
    putOrder(frames, clause, 'orientacoes', named.length > 0, medicine ? undefined : drug)
  )
    return
  // The lexicon's wording fits a clause that says little else.
  const content = clause.tokens.filter(({ kind, joining }) => kind !== 'mark' && !joining).length
  // 'Tomar em jejum' without its medicine says too little.
  for (const { concept, from, to } of named)
    if (
      !/^Tomar (à|em|com|longe) /.test(concept.note) &&
      to - from <= 4 &&
      content <= (restrains.test(concept.note) ? 16 : 9)
    )
      frames.put('instruction', concept.note, [clause.line], { status: 'orientacoes' })
}
