import { plain } from '../../text.ts'
import type { Speaker } from '../../transcript/entry.ts'
import type { CanonicalKey, Section } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import type { Expected, TemplateSection } from '../templates/part.ts'
import { templateOf } from '../templates/template.ts'

/** The conversation, and the earlier notes about the patient. */
type Sources = {
  entries: readonly { text: string; speaker?: Speaker | undefined; isPartial?: boolean }[]
  context: string
}

/** Where else the facts that a section should contain may be. */
type Place = {
  parts: readonly CanonicalKey[]
  /** The lines that count: for a history, questions and answers; for an examination, the doctor's statements. */
  lines: 'history' | 'own history' | 'dictated'
  /** Whether an earlier note counts: a disease is still true today, a measurement is not. */
  context: boolean
}
const dictated = (...parts: CanonicalKey[]): Place => ({ parts, lines: 'dictated', context: false })
const places: Record<CanonicalKey, Place> = {
  queixa_principal: { parts: ['queixa_principal', 'hda'], lines: 'history', context: false },
  hda: { parts: ['queixa_principal', 'hda', 'habitos', 'exame_fisico'], lines: 'history', context: false },
  hpp: { parts: ['queixa_principal', 'hda', 'hpp', 'habitos', 'hipotese'], lines: 'own history', context: true },
  hf: { parts: ['queixa_principal', 'hda', 'hpp', 'hf', 'habitos'], lines: 'history', context: true },
  habitos: { parts: ['queixa_principal', 'hda', 'hpp', 'habitos'], lines: 'own history', context: true },
  exame_fisico: dictated('exame_fisico'),
  hipotese: dictated('hipotese', 'conduta'),
  conduta: dictated('conduta', 'orientacoes'),
  orientacoes: dictated('conduta', 'orientacoes'),
}

const advises =
  /\b(evit\w+|nao (pode|deve|beba|tome|fume|use)|pare de|parar de|reduz\w+|diminu\w+|vou|vamos|tome|use|cort\w+|suspend\w+|larg\w+)\b/
const ofKin =
  /\bfamil|\b(pai|mae|pais|avos?|irma|irmao|irmaos|irmas|tios?|tias?|marido|esposa|filh[oa]s?) (\w+ ){0,2}(tem|teve|tinha|e|era|usa|toma|fum\w+|beb\w+|morreu|faleceu|sofre)\b/

/** Joins the lines that count, as plain text; computed at the first call. */
function lineReader({ entries }: Sources): (which: Place['lines']) => string {
  const made = new Map<Place['lines'], string>()
  const all = () => {
    const lines = entries
      .filter((entry) => !entry.isPartial)
      .map(({ text, speaker }) => ({ text: plain(text), speaker, asks: text.includes('?') }))
    const history = lines.filter(({ text, speaker, asks }) => speaker !== 'doctor' || asks || !advises.test(text))
    const joined = (some: typeof lines) => some.map(({ text }) => text).join('\n')
    made.set('history', joined(history))
    made.set('own history', joined(history.filter(({ text }) => !ofKin.test(text))))
    made.set('dictated', joined(lines.filter(({ speaker, asks }) => speaker !== 'patient' && !asks)))
  }
  return (which) => {
    if (made.size === 0) all()
    return made.get(which) ?? ''
  }
}

/** 'Alergias: não investigadas na consulta.' -> 'Alergias: ditas na consulta, não registradas.' */
const unregistered = (suggestion: string): string =>
  suggestion.replace(/não \p{L}+d([oa]s?) na consulta\.$/u, 'dit$1 na consulta, não registrad$1.')
/** A suggestion about an unrecorded fact is for the doctor only: the record itself should state the fact. */
export const isRecordReady = (suggestion: string): boolean => !/não registrad[oa]s?\.$/.test(suggestion)

type Written = Pick<Section, 'key' | 'canonical' | 'content'>

/**
 * Adds the suggestions of each section: facts it should contain and does not. If only the conversation has the fact,
 * the suggestion says that the record omits it. If another section or an earlier note has it, there is no suggestion.
 */
export function withSuggestions<S extends Written>(
  specialty: Specialty,
  sections: readonly S[],
  sources: Sources,
): (S & Pick<Section, 'suggestions'>)[] {
  const lines = lineReader(sources)
  const written = sections.map(({ key, canonical, content }) => ({ key, canonical, text: plain(content) }))
  const context = plain(sources.context)
  const missing = (part: TemplateSection, own: string) => (expected: Expected) => {
    if (expected.pattern.test(own)) return []
    const elsewhere = expected.elsewhere ?? expected.pattern
    const place = places[part.canonical]
    const others = written.filter(({ key, canonical }) => key !== part.key && place.parts.includes(canonical))
    const isNoted = (place.context || expected.noted) && elsewhere.test(context)
    if (isNoted || others.some(({ text }) => elsewhere.test(text))) return []
    return elsewhere.test(lines(place.lines)) ? [unregistered(expected.suggestion)] : [expected.suggestion]
  }
  const keys = new Set(sections.map(({ key }) => key))
  const template = templateOf(specialty).sections
  // A record of before lacks some sections: what they should contain is in the general one of the same canonical part.
  const heldBy = (part: TemplateSection) =>
    keys.has(part.key)
      ? part.key
      : template.find(({ canonical, takes, part: own }) => canonical === part.canonical && !takes && !own)?.key
  return sections.map((section, index) => {
    const own = written[index]?.text ?? ''
    const parts = template.filter((part) => heldBy(part) === section.key)
    return { ...section, suggestions: parts.flatMap((part) => part.expected.flatMap(missing(part, own))) }
  })
}
