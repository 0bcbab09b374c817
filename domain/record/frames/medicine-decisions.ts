// Reads a doctor's decision on a medicine. Its words name nothing clinical.
import { type Clause, chanceOf, type Said, wordsOf } from '#domain/dialogue/clause.ts'
import type { Dosage } from './dosage.ts'
import type { Frame } from './frame.ts'
import { conditionEnd, conditionOf, saidCondition } from './medicine-conditions.ts'

export const suspending =
  /\b(suspend\w+|larg(a|ar|ue)|parass\w+|par(ar|e|amos|em) (de tomar|com|o|a|esse|essa)|para (de tomar|com|esse|essa)|para de|para (porque|por enquanto|agora|viu|ta|hein|mesmo|tambem)|para$|parar|pare|deix(a|ar|e) de (tomar|usar)|interromp\w+|tir(a|ar|o|e|amos)(?! [oa]s? )|retir\w+|(?<!\b(de|do|no|o|um) )cort(a|ar|e|o|amos)(?! [oa]s? )|sai|saem|sair|fora|acabou$|nao (toma|tome|tomar|usa|use|usar|vai tomar) mais|zero)\b/
/** 'O ginkgo para hoje', 'para o ferro': the verb, not 'para o enjoo, ondansetrona'. */
function stopsHere(clause: Clause, { from, to }: Said): boolean {
  const lead = wordsOf(clause, from - 2, from)
  if (clause.tokens[to]?.word !== 'para')
    return (
      /^(\w+ )?(para|tir(a|o|ar)|cort(a|o|ar))( [oa])?$/.test(lead) &&
      from <= 3 &&
      !clause.quantities.some((one) => one.from < to + 4)
    )
  const next = clause.tokens[to + 1]
  return !next || next.kind === 'mark' || /^(hoje|ja|agora|por|de|enquanto|porque)$/.test(next.word)
}
const refusing =
  /\b(nao (deve|devia|deveria|convem|aconselho|recomendaria|vou|vamos|passo|dou|da|pode|podemos|posso|serve|precisa|quero|uso|indico|receito|prescrevo|faz sentido|cabe|combina|rola|entra|muda|e hora|compensa|vale|adianta|resolve|mexo|e o caso|tem indicacao|ha indicacao|recomendo|tome|toma|use|usa|tomar|usar|gosto|arrisco|vejo)|nem|ainda nao|agora nao|por enquanto nao|sem|nada de|nunca mais|espero|fica (pra|para) depois|evit\w+|descart\w+|contraindicad\w+|proibid\w+|fora|cancel\w+|deixa pra la|esquec\w+|dispens\w+|adi(o|ar|amos|ada|ado)|de (jeito|maneira|forma) nenhuma?|nem pensar|nao(?=$| (ne|ta|viu|agora|hoje|aqui|nesse|neste|por|pra|para|nao|senhor|senhora|doutor|doutora|o|a|um|uma|esse|essa|e)\b))(?!\w)/
const weighing =
  /\b(pensei|pensado|pensando|pensar|pensa em|depende|ia (te |lhe )?\w+r|daria|passaria|associaria|usaria|poderia|seria|tem gente|existe|outra opcao|alternativa|teria|cheguei a|cogit\w+|talvez|no futuro|mais pra frente|quem sabe|eu ate)\b/
export const keeping =
  /\b(mant(em|enha|enho|er|emos|ida|ido)|continu(a|am|e|em|ar|amos|o)|segue|seguem|seguir|fica com|permanece\w*|igual|iguais|do mesmo jeito|nao (mexo|muda|mudo|mexe)|renov(o|ar|ei|a|amos))\b/
/** The doctor refuses the medicine, even after naming a dose. */
const declined = /\beu nao (quero|vou usar|vou passar|passo|dou|uso|prescrevo|receito)$/
/** 'Pra baixar esse LDL': what it is for. */
export const purpose =
  /\b(pra|para) (baixar|descer|desinchar|dormir|abaixar|reduzir|diminuir|cortar|tirar|aumentar|segurar|parar|subir)\b.*$/
const unchanged = /\bnao (vou )?(aument|sub|dobr|diminu|reduz)\w+/
/** 'Vamos fazer, sim': a medicine that was weighed is given. */
export const takesUp = /^(entao )?(vamos|vou) (fazer|usar|dar|comecar|passar|entrar|tomar)\b/
export const raising = /\b(aument(a|o|ar|amos|e)|subir|sobe|subo|subimos|dobr(a|o|ar|amos))\b/
export const lowering =
  /\b(diminu(i|o|ir|imos|a)|reduz|reduzo|reduzir|reduzimos|baix(a|o|ar|amos|e)|abaixar|cai|desce|descer)\b/
const prescribing =
  /\b(passar|passo|receit\w+|prescrev\w+|dar|dou|colocar|coloco|inici\w+|comec\w+|associ(o|ar|amos)|deixar|deixo|fazer|faz|faco|tomar|toma|tome|usar|usa|use|ping(a|ar|ue)|aplic(a|ar|o|ue)|entrar|entra|entro|acrescent\w+|bot(ar|o|a)|fico com|vou de|vamos de|vai de|vai ser|escolho|opto|mando|pode (tomar|usar|dar)|da|receita|precisa (tomar|usar)|trato|tratar|tratamento)\b/
export const swapping = /\b(troc(o|ar|a|amos|ei|ou|ando)|substitu\w+|no lugar d\w+|em vez d\w+|em lugar d\w+)\b/
export const instead = /\b(no lugar|em vez|em lugar|ao inves)\b/
export const explaining =
  /\b(efeito|por causa d\w+|serve pra|e (um|uma|o mesmo|parente|primo)|chama|tem o nome|parece com|segura|baixou|causa|da sono|pode dar|faz mal|o nivel|nivel d\w+|alergia)\b/
const pastUse =
  /\b(tomou|tomava|usou|usava|(senhora|senhor|voce) (toma|usa|tomou|usou|disse)|ja (toma|usa|fez)|queimou|deu problema|te deu|lhe deu|por causa d[oa])\b/
export const keepsOn =
  /\b(fica (em|no|na|com|como)|nao (muda|mexo|mudo|mexe|suspend\w+|par[ae]|parar|larg[au]\w*|tire|cort[ea]|precisa parar|e pra parar)|nao,? (mantem|continua|segue)|nao (pode|vai|deve|e pra) parar|mantem|mantenho|continua tomando)\b/
const stopsUse = /\b(nada de|sem|nunca mais|nao (tom\w+|us\w+|da mais|de mais)|esquec\w+)\b/
const slowly = /\b(devagar\w*|aos poucos|desmam\w+|gradual\w*|pouco a pouco)\b/
const tapering = /\b(tir(a|o|ar|amos)|desmam\w+|reduz\w*|diminu\w+)\b/
export const declines =
  /\b(injecao nao|nao quero|prefiro nao|pelo amor|nao aceito|de jeito nenhum|nem pensar|tenho medo|nao vou tomar)\b/
/** A decision even where the tag says otherwise. */
export const firstPerson =
  /\b(acrescento|passo|prescrevo|inicio|receito|associo|entro com|deixo|vamos de|vou de|fico com|troco|reduzo|aumento|suspendo|mantenho|vou passar|vou receitar|vou prescrever)\b/
export const badly = /\b(alerg\w+|nao posso|passei mal|passo mal|me deu|me fez mal|nao quero|injecao nao)\b/
export const correcting = /\b(nao|alias|digo|minto|melhor|quer dizer|vou comecar|vamos comecar|fica em)\b/
/** The doctor thinks again: 'então o intervalo muda', 'na verdade começo com cem'. */
export const revising = /^(entao|na verdade|espera|corrig\w+)\b|\bmuda\b/
export const refusal =
  /\b(fica (pra|para) depois|mais pra frente|nao por enquanto|por enquanto nao|(eu )?espero|nao (vou|vamos|passo|dou|da|pode|quero|arrisco|precisa|comeco|uso|faco|espero|volta|vejo|indico|recomendo|e hora|e o caso|agora|prescrevo)|ainda nao|agora nao|nem pensar|de jeito nenhum|essa nao|esse nao|fica fora|fora|deixo quieto)\b|^(nao|nunca)$|^(\w+ ){1,3}nao$/
export const ownWords = /\b(eu|meu|minha|tomo|tenho|doutor|doutora|posso|mim)\b/
export const otherMatter =
  /\b(volta|volte|retorn\w+|atestado|repouso|semanas? sem|compressa|gelo|caminh\w+|exame|a mais|fisioterapia|sessoes)\b/

/** The clause begins with its condition. */
export const leads = /^(e |mas |so |ai |entao )?(se|caso)\b/
/** The doctor's decision on a medicine. */
export type Decision = 'prescribed' | 'keep' | 'raise' | 'lower' | 'suspend' | 'replaced' | 'unprescribed' | 'refused'
/** The words about one medicine of a clause; `shared`: what was decided on the one joined before it. */
export type Place = { from: number; to: number; text: string; lead: string; shared: Decision | undefined }
export type Named = { drug: Said; line: string }

/** The medicine that gives way, the one in its place, and where its dosage ends: 'troco A por B', 'B no lugar de A'. */
export function swapIn(
  clause: Clause,
  [one, other]: readonly Said[],
): { old: Said; fresh: Said; end: number } | undefined {
  if (!one || !other || one.concept.note === other.concept.note) return undefined
  // 'No lugar de A vai B'
  if (/\b(no lugar|em vez|em lugar|ao inves) d[aeo]s?$/.test(wordsOf(clause, 0, one.from)))
    return { old: one, fresh: other, end: clause.tokens.length }
  const middle = wordsOf(clause, one.to, other.from)
  if (instead.test(middle)) return { old: other, fresh: one, end: other.from }
  return /\b(por|pra|pelo|pela|com)\b/.test(middle) ? { old: one, fresh: other, end: clause.tokens.length } : undefined
}

/** The decision on one medicine of a clause. `use`: the patient's use of it so far. */
export function decisionOn(
  clause: Clause,
  drug: Said,
  { text, lead }: { text: string; lead: string },
  dosage: Dosage,
  use: Frame | undefined,
): Decision | undefined {
  const isTaken = use?.status === 'in use'
  const inUse = isTaken || use?.status === 'tried'
  const con = chanceOf(clause, 'con')
  const strong = dosage.strength !== undefined || dosage.amount !== undefined
  const dosed = strong || dosage.frequency !== undefined || dosage.moment !== undefined || dosage.course !== undefined
  if (inUse && keepsOn.test(text)) return 'keep'
  if (weighing.test(lead)) return 'unprescribed'
  if (pastUse.test(text) && !strong) return undefined
  if (keepsOn.test(text)) return con > 0.5 ? 'keep' : undefined
  if (slowly.test(text) && (inUse || (dosed && tapering.test(text)))) return 'lower'
  if (declined.test(text)) return 'unprescribed'
  if (unchanged.test(text)) return inUse && keeping.test(text) ? 'keep' : undefined
  // 'Se não melhorar, aí eu faço': the denial is of the condition.
  const denied = drug.polarity === 'denied' && conditionEnd(clause, drug) === 0
  // 'Faça o teste sem omeprazol'.
  if (clause.tokens[drug.from - 1]?.word === 'sem') return isTaken ? 'suspend' : undefined
  // 'No pescoço, não: lá é hidrocortisona': the denial ends before the name.
  const isSettled = clause.tokens.some(
    ({ word }, at) => at < drug.from && word === ':' && clause.tokens[at - 1]?.word === 'nao',
  )
  if (denied || (refusing.test(text) && !strong && !dosage.frequency && !isSettled)) {
    if (isTaken) return suspending.test(text) || stopsUse.test(text) ? 'suspend' : undefined
    return con > 0.35 ? 'unprescribed' : undefined
  }
  const stops = stopsHere(clause, drug) || suspending.test(text)
  const mayStop = /\bpode (parar|suspender|tirar|deixar)\b/.test(text) && chanceOf(clause, 'con', 'ori') > 0.5
  if (stops && !strong && !clause.conditional) return inUse || con > 0.5 || mayStop ? 'suspend' : undefined
  if (weighing.test(text) && !strong) return 'unprescribed'
  if (raising.test(text)) return dosed ? 'raise' : undefined
  if (lowering.test(text) || (inUse && /\bvolta (pra|para)\b/.test(text))) return dosed ? 'lower' : undefined
  if (keeping.test(text)) return inUse || con > 0.5 ? 'keep' : undefined
  if (clause.conditional && conditionOf(clause) === undefined)
    return dosed && !stops && !/\bpar[ae] [ao]\b/.test(clause.plain) && saidCondition(clause, drug)
      ? 'prescribed'
      : undefined
  if (dosed) return 'prescribed'
  if (explaining.test(text)) return undefined
  // 'Pode tomar dipirona se tiver dor': the condition makes it advice, whichever part the tagger gives it.
  const isSent = clause.said.some(({ concept }) => concept.kind === 'where')
  const isNeeded = chanceOf(clause, 'con', 'ori') > 0.5 && !isSent && conditionOf(clause) !== undefined
  return prescribing.test(lead) && (con > 0.4 || isNeeded) ? 'prescribed' : undefined
}
