import { plain } from '../../text.ts'
import type { Speaker } from '../../transcript/entry.ts'
import type { CanonicalKey, Section } from '../record.ts'
import type { Specialty } from '../specialty.ts'
import type { Expected, TemplateSection } from '../templates/part.ts'
import { templateOf } from '../templates/template.ts'

/** What a record rests on: the consultation, and what was noted about the patient before. */
type Told = {
  entries: readonly { text: string; speaker?: Speaker | undefined; isPartial?: boolean }[]
  context: string
}

/** Where else what a section is to speak of may stand. */
type Place = {
  parts: readonly CanonicalKey[]
  /** Which lines tell it: of a history what is asked and answered, of an examination what the doctor states. */
  lines: 'history' | 'own history' | 'dictated'
  /** What was known before is known today: a disease is, a measure is not. */
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

/** The lines that may tell it, in plain text, one below the other; made when first asked for. */
function lineReader({ entries }: Told): (which: Place['lines']) => string {
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
/** That it was told is a word to the doctor: the record is to say what was told, not that it leaves it out. */
export const isRecordReady = (suggestion: string): boolean => !/não registrad[oa]s?\.$/.test(suggestion)

type Written = Pick<Section, 'key' | 'canonical' | 'content'>

/**
 * What a section is to speak of and does not. That it was not spoken of is said only where neither another section nor
 * the consultation nor an earlier note tells it; where only the consultation does, that the record leaves it out.
 */
export function withSuggestions<S extends Written>(
  specialty: Specialty,
  sections: readonly S[],
  told: Told,
): (S & Pick<Section, 'suggestions'>)[] {
  const lines = lineReader(told)
  const written = sections.map(({ key, canonical, content }) => ({ key, canonical, text: plain(content) }))
  const context = plain(told.context)
  const missing = (part: TemplateSection, own: string) => (expected: Expected) => {
    if (expected.said.test(own)) return []
    const elsewhere = expected.elsewhere ?? expected.said
    const place = places[part.canonical]
    const others = written.filter(({ key, canonical }) => key !== part.key && place.parts.includes(canonical))
    const known = (place.context || expected.noted) && elsewhere.test(context)
    if (known || others.some(({ text }) => elsewhere.test(text))) return []
    return elsewhere.test(lines(place.lines)) ? [unregistered(expected.suggestion)] : [expected.suggestion]
  }
  const template = templateOf(specialty)
  return sections.map((section, index) => {
    const part = template.sections.find(({ key }) => key === section.key)
    return { ...section, suggestions: part?.expected.flatMap(missing(part, written[index]?.text ?? '')) ?? [] }
  })
}
