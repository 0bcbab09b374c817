// Examination: vital signs and the findings that a doctor says while examining.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { dictatedIn } from './dictation.ts'
import type { Frames } from './frame.ts'
import { fill } from './frame.ts'
import { readResults } from './results.ts'
import { isMeasuring, VitalSigns } from './vitals.ts'

/** The tagger's probability from which a clause is dictated. */
const dictated = 0.45

/** Whether a clause tells what the examination found. Speakers are mixed up now and then, so the tag decides. */
const tellsFinding = (clause: Clause): boolean =>
  clause.act !== 'question' &&
  !clause.conditional &&
  chanceOf(clause, 'ef') > (clause.speaker === 'patient' ? 0.85 : dictated) &&
  (clause.speaker === 'patient' ? clause.tag.act === 'f' : clause.tag.act !== 'q')

/** Words of a visit by telephone or video. */
const remote = new Map(
  Object.entries({
    'consulta por telefone': 'telefone alo ligacao telefonema ligou liguei ligando',
    teleconsulta:
      'video camera chamada ouvindo ouve link internet celular audio imagem teleconsulta telemedicina tela conexao microfone travou',
  }).flatMap(([note, words]) => words.split(' ').map((word) => [word, note] as const)),
)

/** Puts that nothing was examined in a visit by telephone or video. */
function putRemote(frames: Frames, clauses: readonly Clause[]): void {
  const cues = new Map<string, number>()
  let certain: { line: string; note: string } | undefined
  clauses.forEach((clause, index) => {
    const named = clause.tokens.flatMap(({ word }) => remote.get(word) ?? [])
    for (const note of new Set(named)) cues.set(note, (cues.get(note) ?? 0) + (index < 6 ? 2 : 1))
    const examines = clause.tokens.some(({ word }) => /^exam(e|ino|inar)$/.test(word))
    const denies = clause.tokens.some(({ word }) => /^(nao|sem|presencial)$/.test(word))
    if (examines && denies && clause.speaker !== 'patient' && (named.length > 0 || chanceOf(clause, 'ef') > 0.4))
      certain = { line: clause.line, note: named[0] ?? '' }
  })
  const [most] = [...cues].sort((a, b) => b[1] - a[1])
  const seen = frames.of('measure').length + frames.of('finding').length
  if (!most || (!certain && most[1] < (seen > 1 ? 3 : 2))) return
  const note = certain?.note || most[0]
  const line = certain?.line ?? clauses.find(({ tokens }) => tokens.some(({ word }) => remote.has(word)))?.line
  if (line) frames.put('finding', `exame físico: não realizado (${note})`, [line])
}

/** Puts vital signs and findings. */
export function readExamination(frames: Frames, clauses: readonly Clause[]): void {
  const signs = new VitalSigns(frames)
  let last: { line: string; index: number } | undefined
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    const told = clause.speaker === 'patient' && clause.tag.act !== 'f'
    const taken = !clause.conditional && !clause.plan && isMeasuring(clause) ? signs.read(clause, index, told) : []
    if (!tellsFinding(clause)) return
    const found = dictatedIn(clause, taken, last?.line === clause.line && index - last.index === 1)
    if (found.length === 0) return
    last = { line: clause.line, index }
    fill(frames.put('finding', found.join(', '), [clause.line]), 'order', String(index), [clause.line])
  })
  putRemote(frames, clauses)
  readResults(frames, clauses)
}
