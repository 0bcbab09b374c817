import { plain } from '../../text.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { capital } from '../note/wording.ts'
import type { CanonicalKey } from '../record.ts'
import { deniesAny, isFiniteVerb, type Token, tokensOf } from '../safety/words.ts'
import type { Style } from './writing.ts'

/** A section of the template. */
export type Place = { key: string; canonical: CanonicalKey }
/** `spokenFor`: a companion tells; `remote`: there was no examination. */
export type Visit = { spokenFor: boolean; remote: boolean }

export const history = new Set<CanonicalKey>(['queixa_principal', 'hda', 'hpp', 'hf', 'habitos'])
/** The sections whose first sentence names the patient. */
const namesPatient = new Set<CanonicalKey>(['queixa_principal', 'hda'])
const MEDICINES = 'medicamentos'
export const isExamination = ({ key, canonical }: Place) => canonical === 'exame_fisico' && !key.startsWith('exames_')

/** Names that the lexicon has in parts only, or not: a sentence may begin with them. */
const nouns =
  /^(dor|dores|desconforto|sensacao|crises?|episodios?|quadro|inicio|piora|melhora|perda|ganho|aumento|reducao|dificuldade|alteracao|alteracoes|pico|picos|sintomas|historia|historico|cirurgia|cirurgias|internacao|internacoes|operacao|ultima|gestacao|parto|etilismo|tabagismo|sedentarismo|pa|glicemia|has|dm[12]?|dpoc|drc|ic|fa|tep|tvp)$/
/** 'Alergia a dipirona', but not 'Alergia, na vez do ouvido': the word alone says too little. */
const allergy = /^alergias? (a|ao|aos|à|às) /iu
/** 'É tabagista', 'é hipertensa há 10 anos'. */
const being =
  /^(ex-)?(tabagista|fumante|etilista|sedentari[oa]|hipertens[oa]|diabetic[oa]|asmatic[oa]|alergic[oa]|epiletic[oa]|cardiopata|obes[oa]|portadora?|aposentad[oa]|casad[oa]|solteir[oa]|viuv[oa]|divorciad[oa])$/
const vital =
  /^(beg|reg|mv|pa|fc|fr|spo2|sato2|sat|tax|temp|temperatura|peso|altura|estatura|imc|pressao|frequencia|saturacao|perimetro|pulsos?|ausculta|ritmo|bulhas|pele|mucosas|marcha|forca|reflexos|sem)$/
/** The words of a dose: a medicine with others may be stopped, given once or taken long ago. */
const dosing = new Set(
  (
    'mg mcg g ml ui gota gotas comprimido comprimidos capsula capsulas jato jatos puff puffs ampola aplicacao vo ev im sc sl ' +
    'topico nasal inalatorio oral continuo continua diario diaria x h hora horas dia dias semana semanas mes meses ano anos ' +
    'ha desde de da do a as ao aos por pela pelo em na no e com cada manha tarde noite jejum cafe almoco jantar antes apos ' +
    'depois dormir deitar refeicoes refeicao um uma meio meia duas dois tres metade se necessario dor febre crise uso'
  ).split(' '),
)
/** A state of another time: 'asmático na infância'. */
const elsewhen =
  /\b(infancia|adolescencia|juventude|gestacao|gravidez|ate|antigamente|previ\w*|passad\w*|em (19|20)\d\d)\b/
/** A measurement of another place, and a disease that the doctor has decided on. */
const elsewhere = /\b(referid\w*|em casa|domicili\w*|segundo|trazid\w*|anterior\w*|ontem)\b/
const decided = /\b(descartad\w*|excluid\w*|afastad\w*|confirmad\w*|provavel|possivel|suspeita|a esclarecer)\b/
/** A word behind these is no main verb. */
const dependent = /^(d[eoa]s?|em|n[oa]s?|com|sem|por|pel[oa]s?|ao?s?|para|que|quando|se|um|uma)$/
const subordinate = /^(que|quando|porque|pois|onde|como|enquanto|se)$/
/** Nouns that are verbs as often: 'dor piora ao andar'. */
const eitherVerb = /^(piora|melhora|volta|sangra|trava|coca|incha|irradia)m?$/

/**
 * Whether the sentence has no verb of its own, so that it can follow one: 'dor no joelho que piora ao andar'. `onlyFirst`:
 * as far as the first comma, which is enough for 'ex-tabagista, parou há 5 anos'.
 */
function isPhrase(tokens: readonly Token[], onlyFirst: boolean): boolean {
  // 'Alergias: nega' is a label; 'febre ausente' and 'dor não' deny, 'sem irradiação' describes.
  if (tokens.some(({ word }) => /^([:?]|sim)$/.test(word) || (!/^(sem|nem)$/.test(word) && deniesAny(word))))
    return false
  let before: Token | undefined
  let isMain = true
  for (const token of tokens) {
    if (/^[,;]$/.test(token.word)) {
      if (onlyFirst) return true
      isMain = true
    } else if (subordinate.test(token.word)) isMain = false
    else if (before && isMain && !dependent.test(before.word)) {
      const isVerb =
        (isFiniteVerb(token) && !vital.test(token.word)) || (eitherVerb.test(token.word) && before.kind !== 'mark')
      if (isVerb) return false
    }
    before = token
  }
  return true
}

type Opening = { kind: string; note: string; isNamed: boolean }
/** The things that the first words name. `isNamed`: in the note's own noun, not as 'gripado' for 'quadro gripal'. */
const openingsOf = (tokens: readonly Token[]): Opening[] =>
  mentionsIn(tokens).flatMap(({ concept: { kind, note }, from }) =>
    from === 0 ? [{ kind, note, isNamed: isSameNoun(plain(note).split(' ')[0], tokens[0]) }] : [],
  )

/** The same word, its plural, or an abbreviation: 'HAS' is no adjective. */
const isSameNoun = (note: string | undefined, token: Token | undefined): boolean =>
  token !== undefined &&
  (note?.replace(/s$/, '') === token.word.replace(/s$/, '') || /^\p{Lu}[\p{Lu}\d]+$/u.test(token.said))

const inHistory = new Set(['symptom', 'condition', 'procedure'])
/** Kinds whose names in the lexicon have a capital only as names: 'COVID-19', 'DIU'. */
const nameKinds = new Set([...inHistory, 'drug'])

/** The verb that the sentence lacks, with its final space; '' where it has one or cannot have it. */
export function verbOf(text: string, place: Place, { spokenFor, remote }: Visit): string {
  const tokens = tokensOf(text)
  const word = tokens[0]?.word ?? ''
  const isBeing = being.test(word)
  const openings = openingsOf(tokens)
  const begins = (...kinds: string[]) => openings.some(({ kind }) => kinds.includes(kind))
  const isOccupied = place.canonical === 'habitos' && begins('occupation')
  const all = plain(text)
  if (!isPhrase(tokens, isBeing || isOccupied) || decided.test(all)) return ''
  if (isExamination(place)) {
    const isFinding = begins('finding', 'site') || vital.test(word)
    return isFinding && !remote && !elsewhere.test(all) ? `Ao exame ${examinationOf(place)}` : ''
  }
  if (!history.has(place.canonical)) return ''
  if (place.key === MEDICINES) return begins('drug') && isDosed(tokens) ? 'Faz uso de ' : ''
  if (place.canonical === 'hf') return begins('relative') && /\b(com|falecid[oa]s?)\b/.test(all) ? 'Refere ' : ''
  if (isBeing || isOccupied) return spokenFor || elsewhen.test(all) ? '' : 'É '
  const isNoun = nouns.test(word) || openings.some(({ kind, isNamed }) => isNamed && inHistory.has(kind))
  return isNoun || allergy.test(text) ? 'Refere ' : ''
}
/** Whether nothing but doses and times stands beside the names of medicines. */
function isDosed(tokens: readonly Token[]): boolean {
  const names = mentionsIn(tokens).filter(({ concept }) => concept.kind === 'drug')
  return tokens.every(
    ({ kind, word }, at) =>
      kind !== 'word' || dosing.has(word) || /\d/.test(word) || names.some(({ from, to }) => at >= from && at < to),
  )
}
const examinationOf = ({ key }: Place) => (key === 'exame_mental' ? 'mental, ' : 'físico, ')

/** 'Losartana' -> 'losartana'; 'PA', 'SpO2', 'Bactrim' and other names stay. */
function lowerOpening(text: string): string {
  const first = text.split(/[\s,.;/]/)[0] ?? ''
  if (!/^\p{Lu}[\p{Ll}-]+$/u.test(first) || /^(Tax|Temp|Sat)$/.test(first)) return text
  const openings = openingsOf(tokensOf(text))
  const isBrand = (kind: string) => kind === 'drug' && !/^(Pílula|Alergias?)$/.test(first)
  const isName = openings.some(({ kind, note, isNamed }) =>
    isNamed ? nameKinds.has(kind) && /^\p{Lu}/u.test(note) : isBrand(kind),
  )
  return isName ? text : `${first.charAt(0).toLocaleLowerCase('pt-BR')}${text.slice(1)}`
}

const patient = /^(?:[oa] )?paciente,? (?=\p{Ll})/iu
const reports = /^(?:refere|relata|conta|informa|afirma|diz) que,? (?=\p{L})/iu
const states = /^(?:refere|relata|apresenta) (?=\p{L})/iu
const uses = /^(?:faz uso|está em uso|em uso) de (?=\p{L})/iu
const examined =
  /^ao exame(?: físico| clínico| mental| neurológico| ortopédico)?[,:] (?:(?:[oa] )?paciente )?(?=\p{L})/iu

/** The sentence without its subject, and without a verb that says only who tells it. */
function shorten(text: string, place: Place, visit: Visit): string {
  if (isExamination(place)) return capital(text.replace(examined, ''))
  if (!history.has(place.canonical)) return text
  const rest = text.replace(patient, '')
  const [first] = tokensOf(rest)
  const hasSubject = rest !== text
  const acts = first && (isFiniteVerb(first) || /^(nao|ja|nunca|tambem|refere|nega|relata|apresenta)$/.test(first.word))
  const used = rest.replace(uses, '')
  if (place.key === MEDICINES && used !== rest && verbOf(capital(used), place, visit)) return capital(used)
  if (hasSubject && !acts) return text
  const clause = rest.replace(reports, '')
  if (clause !== rest) return capital(clause)
  // 'Refere cefaleia' is short enough; who tells it goes with the subject.
  const thing = capital(rest.replace(states, ''))
  return hasSubject && thing !== capital(rest) && verbOf(thing, place, visit) === 'Refere ' ? thing : capital(rest)
}

const acting = /^(?:Refere|Relata|Apresenta|Nega) /u
/**
 * The wordings of a sentence in this form, the best first; the checks choose. `isFirst`: the first of its section. Only
 * its beginning changes: numbers, names and quotations stay.
 */
export function inForm(
  text: string,
  form: Style['form'],
  place: Place,
  { isFirst, ...visit }: Visit & { isFirst: boolean },
): string[] {
  const short = shorten(text, place, visit)
  if (form === 'telegraphic') return [short]
  const verb = verbOf(short, place, visit)
  if (verb.startsWith('Ao exame')) return isFirst ? [verb + lowerOpening(short)] : [short]
  const full = verb ? verb + lowerOpening(short) : text
  const withoutSubject = acting.test(full) || !acting.test(short) ? full : short
  const hasSubject = isFirst && namesPatient.has(place.canonical) && !visit.spokenFor && acting.test(withoutSubject)
  return hasSubject ? [`Paciente ${lowerOpening(withoutSubject)}`, withoutSubject] : [withoutSubject]
}
