// Hypotheses: what the doctor supposes, how sure, and what was ruled out.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { chanceOf, spanText } from '#domain/dialogue/clause.ts'
import { plain } from '#domain/text.ts'
import qualifiers from '../lexicon/qualifiers.json' with { type: 'json' }
import type { Frames } from './frame.ts'
import { phraseOf } from './phrase.ts'
import { feltIn } from './symptoms.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))
const adjectives = setOf(qualifiers.adjectives)
const ties = setOf(qualifiers.ties)
const numbered = setOf(qualifiers.numbered)

const excluding = /^(descartar|afastar|excluir|investigar|pesquisar)$/
const unlikely =
  /\b(improvavel|pouco provavel|menos provavel|nao (parece|acho|tem cara|deve ser|sugere|penso|me convence|combina|combinam|bate|creio|acredito)|acho dificil|longe de|tambem nao)\b/
/** 'E meningite, a senhora pode ficar sossegada', not 'é uma virose, pode ficar tranquila'. */
const calming = /^,? ?((a senhora|o senhor|voce|tu) )?pode(m)? ficar (bem )?(sossegad|tranquil|despreocupad)/
/** 'Mas não parece', not 'do coração, pelo que a senhora me conta, não parece': that has a subject of its own. */
const doubtsIt = new RegExp(
  `^((e|mas|so que|porem|ai|eu|ele|ela|isso|esse|essa|ainda|agora|tambem|acho|bem|muito|que|(o|a|os|as) (exames?|quadro|historia|raio x|resto)( \\w+)?) )*${unlikely.source}`,
)
const excluded = /\b(descart\w+|afast\w+|tirei da lista|exclu[ií]\w+)\b/
const likely =
  /\b(provavel\w*|suspeit\w*|parece|parecendo|acho|achando|desconfio|deve ser|penso|pensando|acredito|sugestiv\w*|sugere|compativel|cara de|tudo indica|aposto|hipotese|muito provavelmente|deve estar)\b/
/** 'Apneia, provavelmente', not 'a apneia e o álcool provavelmente estão piorando tudo'. */
const likelyAfter =
  /^(\S+ ){0,3}?,? ?(e |bem |muito |mais |o mais |a mais |seria )*(provavel|suspeit[oa]|a hipotese|a suspeita|compativel|sugestiv[oa]|(muito )?provavelmente$|(eu )?acho$|parece$)|, (muito )?provavelmente( \W)?$|\be o que (eu )?(penso|acho)\b/
const perhaps =
  /\b(pode ser|possivel|possivelmente|talvez|nao da pra descartar|eventual|podem ser|pensar em|considerar)\b/

/** 'É X', 'isso é X', 'o quadro é de X': the words before a condition assert it. */
const assertsNext =
  /\b(e|sao|ser|tem|ta com|esta com|quadro de|quadro e|nome e|nome disso e|chama|chamado|chamada|confirma|confirmou|fecha|diagnostico de|temos|compativel com|caso de|tipic[oa] de)( (de|um|uma|o|a|essa|esse|mesmo|so|exatamente|mais|um quadro de|uma crise de))*$/
const contextual: ReadonlySet<string> = new Set(qualifiers.contextual.split('|'))

/** How sure the doctor is of a condition; undefined if it is only mentioned. `after`: the next clause of the line. */
function certaintyOf(
  clause: Clause,
  one: Said,
  alone: boolean,
  sure: number,
  after: Clause | undefined,
): string | undefined {
  const { tokens } = clause
  const near = spanText(clause, one.from - 6, one.from)
  // 'E' joins and 'é' asserts; both are 'e' without marks.
  const last = tokens
    .slice(Math.max(0, one.from - 3), one.from)
    .map(({ word, said }) => (word === 'e' && said.toLowerCase() !== 'é' ? '&' : word))
    .join(' ')
  const tail = tailOf(clause, one)
  const named = one.concept.note
  if (isGeneral(clause, one) || notOnly.test(near)) return undefined
  // 'Parece mais enxaqueca do que sinusite': only the first is supposed.
  if (lessThan.test(near) && /\bmais\b/.test(spanText(clause, 0, one.from))) return undefined
  if (tokens.slice(Math.max(0, one.from - 5), one.from).some(({ word }) => excluding.test(word))) return 'possible'
  if (one.from === 1 && tokens[0]?.said.toLowerCase() === 'e' && calming.test(tail)) return 'rejected'
  if (excluded.test(near) || /^,? ?(descart\w+|afast\w+|nao,)/.test(tail)) return sure > 0.25 ? 'excluded' : undefined
  const asserted = one.from > 0 && assertsNext.test(last) && !/\b(nao|nem|sem)\b/.test(near)
  // 'Depressão não é fraqueza' explains; 'Parkinson não é' rejects.
  if (/^,? ?nao (e|sao) (?!isso|o caso|nao)[a-z]/.test(tail)) return undefined
  const rejects =
    unlikely.test(near) ||
    (!contextual.has(named) && (unlikely.test(tail) || (/^,? ?(eu )?nao\b/.test(tail) && !qualified.test(tail))))
  if (/^,? ?nao e( \W|$)/.test(tail) && sure > 0.1) return 'excluded'
  if (rejects && (sure > 0.1 || plainlyDoubted.test(near))) return 'rejected'
  if (rejects || (one.polarity === 'denied' && !asserted)) return deniedStatus(near, sure)
  if (clause.certainty === 'rejected' && alone && !asserted && !contextual.has(named) && !likely.test(near))
    return sure > 0.4 ? 'rejected' : undefined
  if (/\b(cogitei|pensei|imaginei)\b/.test(clause.plain)) return unlikely.test(clause.whole) ? 'rejected' : undefined
  // 'A sua asma tá descontrolada'
  if (stateOf(tail)) return 'said'
  const doubted =
    after !== undefined && doubtsIt.test(after.plain) && !after.said.some(({ concept }) => concept.kind === 'condition')
  if (doubted && !asserted) return 'rejected'
  // 'Pode ser depressão ou um começo de demência': the doubt is about both.
  const isChoice = /\bou\b/.test(near) && perhaps.test(spanText(clause, 0, one.from))
  if (isChoice || perhaps.test(near)) return 'possible'
  if (likely.test(near) || likelyAfter.test(tail))
    return contextual.has(named) && /\b(com|por|pela|da|na)$/.test(last) ? undefined : 'probable'
  if (asserted && (sure > 0.05 || one.from < 6)) return 'said'
  if (contextual.has(named) || /\b(seria|quando|como|igual|parente|tipo)\b/.test(clause.plain)) return undefined
  if (one.from < 2 && clause.tag.noted > 0.6 && /^(hip|con)$/.test(clause.tag.part)) return 'said'
  // 'Com a idade e a miopia': a cause, no finding.
  if (/(\b(com|por)|&) [ao]s?$|\b(ou|nem|ate) d[ao]$|\b(pel[oa]|contra|para|pra)$/.test(last)) return undefined
  return sure > 0.6
    ? clause.certainty === 'probable' && alone && likely.test(spanText(clause, 0, one.from))
      ? 'probable'
      : 'said'
    : undefined
}
const states: Record<string, string> = { estavel: 'estável' }
/** The state of a known disease: 'tá descontrolada'. */
const stateOf = (tail: string): string | undefined => {
  const word =
    /^(ta|esta|anda) (mais |bem |meio |um pouco |muito )*(descontrolad[oa]|descompensad[oa]|mal controlad[oa]|compensad[oa]|controlad[oa]|estavel)\b/.exec(
      tail,
    )?.[3]
  return word && (states[word] ?? word)
}
/** 'Asma não controlada', 'diabetes não compensado': the word after 'não' describes the disease. */
const qualified = /^nao \w+[ai]d[oa]s?\b(?<!confirmad[oa]s?|descartad[oa]s?)/
/** 'Não é só X', 'até provar que não é X': neither says that X is absent. */
const notOnly = /\bnao (e|sao|foi) (mais )?(so|apenas|somente)\b|\bate provar\b/
/** A plain 'não é X' or 'não tem X' excludes it; a 'sem' inside a diagnosis says nothing. */
const deniedStatus = (near: string, sure: number): string | undefined =>
  sure > 0.4 && !/\bsem( \S+)?$/.test(near) ? (plainly.test(near) ? 'excluded' : 'rejected') : undefined
const plainly = /\bnao (e|tem|sao|foi)( (um|uma|o|a))?$/

const lessThan = /\b(do|de) que( (uma?|[ao]|com|n[ao]|d[aeo]|de uma?))?$/
/** 'Não acho que seja dengue': said outright, whichever part the tagger gives it. */
const plainlyDoubted = /\bnao (acho|acredito|creio|parece)( que)?( seja| ser| e| tenha)( (uma?|mais))?$/

const future = setOf(qualifiers.future)
const general = new RegExp(`\\b(${qualifiers.general})\\b`)
/** Whether the doctor speaks of what could come, or of people with the disease, and not of this patient. */
const isGeneral = ({ tokens, plain }: Clause, one: Said): boolean =>
  general.test(plain) || tokens.slice(Math.max(0, one.from - 4), one.from).some(({ word }) => future.has(word))

/** The words after a condition that speak of it: up to the words that belong to the next condition. */
function tailOf(clause: Clause, one: Said): string {
  const next = clause.said.find(
    ({ concept, from }) =>
      concept.kind === 'condition' &&
      from >= one.to &&
      concept.note !== one.concept.note &&
      !contextual.has(concept.note),
  )
  return clause.tokens
    .slice(one.to, Math.min(one.to + 16, next ? Math.max(one.to, next.from - 4) : clause.tokens.length))
    .map(({ word }) => word)
    .join(' ')
}

/** Where the words that narrow a condition end: 'asma moderada', 'artrose do quadril direito', 'entorse grau dois'. */
function narrowedTo(clause: Clause, from: number): number {
  const { tokens, said, quantities } = clause
  let end = from
  let at = from
  while (at < tokens.length && at - end < 4) {
    const word = tokens[at]?.word ?? ''
    const named = said.find((one) => one.from === at && /^(site|drug|condition)$/.test(one.concept.kind))
    const tied = at > end && ties.has(tokens[at - 1]?.word ?? '')
    if (adjectives.has(word)) end = at + 1
    else if (at === end && qualified.test(spanText(clause, at, at + 2))) end = at + 2
    // 'Leve pra moderada'
    else if (at === end && end > from && /^(pra|para|a|ou)$/.test(word) && adjectives.has(tokens[at + 1]?.word ?? ''))
      end = at + 2
    else if (named && tied && /^(por|pel[oa]|d[eoa]|com|sem)$/.test(tokens[at - 1]?.word ?? '')) end = named.to
    else if (
      numbered.has(tokens[at - 1]?.word ?? '') &&
      (quantities.some((one) => one.from === at) || /^[ivx]+$/.test(word))
    )
      end = at + 1
    else if (!ties.has(word) && !numbered.has(word) && word !== ',') return end
    at = Math.max(at + 1, end)
  }
  return end
}

/** ' à direita': the side said a little later, as in 'paralisia de Bell, do nervo facial, à direita'. */
function sideAfter({ tokens, said }: Clause, from: number): string {
  const at = tokens.findIndex(
    ({ word }, index) => index >= from && index < from + 8 && /^(direit|esquerd)[oa]$/.test(word),
  )
  if (at < 0 || !/^(a|na|no|lado)$/.test(tokens[at - 1]?.word ?? '')) return ''
  if (said.some((one) => one.from >= from && one.from < at && /^(condition|exam|site)$/.test(one.concept.kind)))
    return ''
  // 'Bilateral, pior à direita' tells where it is worse.
  if (tokens.slice(Math.max(0, from - 1), at).some(({ word }) => /^(bilateral|pior|mais|principalmente)$/.test(word)))
    return ''
  return tokens[at]?.word.startsWith('d') ? ' à direita' : ' à esquerda'
}

/** Puts a condition that the doctor names as what the patient has, may have or has not. */
function putNamed(frames: Frames, clause: Clause, sure: number, after: Clause | undefined): number {
  const conditions = clause.said.filter(({ concept, subject }) => concept.kind === 'condition' && !subject)
  let count = 0
  let covered = 0
  for (const one of clause.said) {
    const { concept, subject, from } = one
    if (concept.kind !== 'condition' || from < covered) continue
    // 'Pelo anticorpo e a mãe, provavelmente Hashimoto.'
    if (subject && !likely.test(spanText(clause, from - 1, from))) continue
    const status = certaintyOf(clause, one, conditions.length === 1, sure, after)
    if (!status) continue
    const isAbsent = status === 'rejected' || status === 'excluded'
    const isNarrowed = adjectives.has(clause.tokens[one.to]?.word ?? '')
    const end = isAbsent ? one.to + (isNarrowed ? 1 : 0) : narrowedTo(clause, one.to)
    covered = end
    const rest = end > one.to ? phraseOf(clause, one.to, end) : undefined
    const lead = /\b(crise|exacerbacao|recaida|surto|episodio) (de|da|do)$/.exec(spanText(clause, from - 2, from))?.[1]
    const leadText = lead ? `${qualifiers.leads[lead as keyof typeof qualifiers.leads]} de ` : ''
    const side = rest && /direit|esquerd/.test(rest) ? '' : sideAfter(clause, end)
    const state = isAbsent || rest ? undefined : stateOf(tailOf(clause, one))
    const name = `${leadText}${concept.note}${state ? ` ${state}` : ''}${rest ? `${/^,/.test(rest) ? '' : ' '}${rest}` : ''}${side}`
    frames.put(
      'hypothesis',
      name
        .replace(/ ,/g, ',')
        .replace(/ (pra|para) (?=moderad|grave)/, ' a ')
        .replace(/,? n[oa] (direit|esquerd)[oa]$/, ' à $1a'),
      [clause.line],
      { status },
    )
    count += 1
  }
  return count
}

/** 'E AVC, pode ser?' 'Muito improvável.': the doctor rejects the disease in the question just before. */
function putRejected(frames: Frames, clause: Clause, before: Clause | undefined): void {
  if (before?.act !== 'question' || clause.said.some(({ concept }) => concept.kind === 'condition')) return
  const same = before.speaker === 'doctor'
  if (same ? before.line !== clause.line || !/^nao\b/.test(clause.plain) : !unlikely.test(clause.plain)) return
  for (const { concept, subject } of before.said)
    if (concept.kind === 'condition' && !subject)
      frames.put('hypothesis', concept.note, [before.line, clause.line], { status: 'rejected' })
}

/** 'Sejam da ansiedade', 'é por causa do estresse': what a symptom comes from. */
const comesFrom =
  /\b(seja|sejam|e|sao|ser|vem|venha|venham|esteja|estejam)( (mais|tudo|so|muito|mesmo|causad[oa]s?))*( d[aeo]s?| por( causa d[aeo]s?)?| pel[oa]s?)$/
/** 'É mais provável que as palpitações sejam da ansiedade': a symptom by a disease or by another symptom. */
function putCause(frames: Frames, clause: Clause): boolean {
  const cause = clause.said.find(
    ({ concept, subject, from }) =>
      /^(condition|symptom)$/.test(concept.kind) && !subject && comesFrom.test(spanText(clause, from - 6, from)),
  )
  if (!cause || unlikely.test(clause.plain) || /\b(nao|nem|se|quando|as vezes|pode ate)\b/.test(clause.plain))
    return false
  const felt = feltIn(clause).filter(({ to, subject }) => to < cause.from && cause.from - to < 9 && !subject)
  const how = likely.test(clause.plain) ? 'provavelmente' : perhaps.test(clause.plain) ? 'possivelmente' : undefined
  const names = [...new Set(felt.map(({ name }) => name))]
  if (!how || names.length === 0 || names.includes(cause.concept.note)) return false
  const name = `${names.join(' e ')} ${how} por ${cause.concept.note}`
  frames.put('hypothesis', name, [clause.line], { status: 'said' })
  return true
}

/** 'A falta de ar é efeito do ticagrelor': a symptom by a medicine. */
function putEffect(frames: Frames, clause: Clause, before: Clause | undefined): boolean {
  const drug = clause.said.find(
    ({ concept, from }) =>
      concept.kind === 'drug' &&
      /\b(efeito|por causa|culpa|aposto|vem|causado|causada|provocado|provavelmente) (d[oea]|no|na|pel[oa])$/.test(
        spanText(clause, from - 4, from),
      ),
  )
  if (!drug) return false
  const felt = [...feltIn(clause), ...(before && before.speaker === clause.speaker ? feltIn(before) : [])].find(
    ({ polarity }) => polarity === 'affirmed',
  )
  if (!felt) return false
  const status = likely.test(clause.plain) ? 'probable' : 'said'
  frames.put('hypothesis', `${felt.name} por ${drug.concept.note}`, [clause.line], { status })
  return true
}

/** Words that lead to the name of what the patient has: 'olha, isso é uma …', 'o quadro é de …'. */
const opener =
  /^((bom|entao|olha|veja|isso|isto|pra mim|o que (voce|a senhora|o senhor|ele|ela) tem|o nome|o quadro|o diagnostico|a hipotese|(eu )?(acho|penso) que|exatamente|muito|mais|tambem|aqui) )*(e|sao|seria|chama|provavelmente|provavel|parece|tem cara de|trata se de|suspeita de|hipotese de|e provavelmente|deve ser) ((um|uma|o|a|de|mais|so|mesmo|provavel|quadro de) )*/
const stopped = /^(que|porque|mas|entao|por|isso|se|quando|vou|nao|mesmo|ai|ne|viu)$/
/** Endings that only names of diseases have: 'traqueíte', 'espondilose'. */
const disease = /[a-z]{3,}(ite|ose|oma|emia|patia|penia)s?$/
/** 'Parece uma traqueíte': the doctor supposes a name of one word, so it is a disease, whichever part the tagger gives it. */
const namesDisease = ({ plain: words, tokens }: Clause): boolean =>
  tokens.length <= 6 && likely.test(words) && opener.test(words) && tokens.some(({ word }) => disease.test(word))

/** The doctor's own words for a condition that no lexicon holds. */
function putVerbatim(frames: Frames, clause: Clause): void {
  const lead = opener.exec(clause.plain)?.[0]
  if (lead === undefined || clause.certainty === 'rejected') return
  const words = clause.tokens.flatMap(({ kind }, at) => (kind === 'mark' ? [] : [at]))
  const from = words[lead.trim().split(' ').length] ?? 0
  let to = from
  while (
    to < clause.tokens.length &&
    clause.tokens[to]?.kind !== 'mark' &&
    !stopped.test(clause.tokens[to]?.word ?? '')
  )
    to += 1
  const text = phraseOf(clause, from, to)
  const many = text?.split(' ').length ?? 0
  if (
    !text ||
    (many < 2 && !disease.test(plain(text))) ||
    many > 8 ||
    !(disease.test(plain(text)) || /(ite|ose|ia|oma|ismo|ção|são|ura|agem|ome|ese|ica|ico)\b/u.test(text)) ||
    /(?<!\p{L})(é|são|está|aquel[ea]|ess[ea]|est[ea]|seu|sua|isso)(?!\p{L})/iu.test(text)
  )
    return
  frames.put('hypothesis', text, [clause.line], { status: likely.test(clause.plain) ? 'probable' : 'said' })
}

const wants = /^(quero|queria|preciso|precisamos|vamos|vou|temos|pra|para)$/
/** 'Quero afastar infecção': what the plan has to exclude, where no lexicon holds it. */
function putExclusion(frames: Frames, clause: Clause): void {
  const { tokens } = clause
  const at = tokens.findIndex(({ word }) => excluding.test(word))
  const lead = tokens.slice(Math.max(0, at - 2), Math.max(0, at)).map(({ word }) => word)
  if (at < 1 || !lead.some((word) => wants.test(word)) || /\b(nao|nem)\b/.test(spanText(clause, at - 4, at))) return
  if (clause.said.some(({ concept, from }) => concept.kind === 'condition' && from > at && from < at + 4)) return
  let to = at + 1
  while (to < tokens.length && tokens[to]?.kind !== 'mark' && !stopped.test(tokens[to]?.word ?? '')) to += 1
  const text = phraseOf(clause, at, to)
  const many = text?.split(' ').length ?? 0
  if (!text || many < 2 || many > 5 || /(?<!\p{L})(isso|tudo|coisas?|outras?)(?!\p{L})/iu.test(text)) return
  frames.put('instruction', `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`, [clause.line], { status: 'conduta' })
}

/** Puts what the doctor supposes. `late`: the consultation has come to its second half. */
export function putHypotheses(
  frames: Frames,
  clause: Clause,
  late: boolean,
  { before, after }: { before: Clause | undefined; after: Clause | undefined },
): void {
  const sure = chanceOf(clause, 'hip')
  // 'Isso tem cara de labirintite': no question, though it has a verb of questions.
  const supposes =
    /\btem (toda )?(a )?(cara|jeito|pinta) d[eo]\b/.test(clause.plain) && clause.tokens.at(-1)?.word !== '?'
  if ((clause.act === 'question' && !supposes) || clause.conditional) return
  const doctor = clause.speaker === 'doctor'
  if (doctor && late) putExclusion(frames, clause)
  const isState = clause.said.some((one) => one.concept.kind === 'condition' && stateOf(tailOf(clause, one)))
  const bySpeech =
    doctor && late && (isState || /^(hip|-|con|ori|ef)$/.test(clause.tag.part)) && chanceOf(clause, 'ef') < 0.8
  if (doctor && (late || sure > 0.4) && clause.tag.act !== 'f' && putCause(frames, clause)) return
  if (!(sure > (doctor ? 0.4 : 0.6)) && !bySpeech) return
  if (doctor && late) putRejected(frames, clause, before)
  const next = after?.line === clause.line ? after : undefined
  const named = putNamed(frames, clause, sure, next)
  const effect = named === 0 && sure > 0.25 && putEffect(frames, clause, before)
  if (named === 0 && !effect && (sure > 0.6 || (bySpeech && namesDisease(clause)))) putVerbatim(frames, clause)
}
