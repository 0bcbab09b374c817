import type { CanonicalKey, Flag, Proof } from '#domain/record/record.ts'
import { type SafetyChecker, safetyChecker } from '#domain/record/safety/check.ts'

/** A line of the doctor's (d) or the patient's (p). */
export type Said = readonly [who: 'd' | 'p', text: string]

/** Lines 'l0', 'l1', … */
export const dialogue = (...lines: readonly Said[]): SafetyChecker => dialogueWith('', ...lines)
/** The same, of a patient with this context. */
export const dialogueWith = (context: string, ...lines: readonly Said[]): SafetyChecker =>
  safetyChecker(
    lines.map(([who, text], index) => ({ id: `l${index}`, text, speaker: who === 'd' ? 'doctor' : 'patient' })),
    context,
  )

/** The flags of a record sentence; it cites all lines if `cites` names none. */
export const check = (
  lines: readonly Said[],
  text: string,
  {
    cites,
    section = 'hda',
    proof = 'transcript',
    context = '',
  }: { cites?: readonly number[]; section?: CanonicalKey; proof?: Proof; context?: string } = {},
): Flag[] =>
  dialogueWith(context, ...lines).sentence({
    section,
    text,
    evidence: (cites ?? lines.map((_, index) => index)).map((index) => `l${index}`),
    proof,
  })
export const kinds = (...args: Parameters<typeof check>) => check(...args).map((flag) => flag.kind)
export const messages = (...args: Parameters<typeof check>) => check(...args).map((flag) => flag.message)

export const cough: Said[] = [
  ['d', 'E febre, teve febre?'],
  ['p', 'Não, febre não. Só essa tosse que não passa faz dez dias.'],
  ['d', 'Falta de ar, dor no peito?'],
  ['p', 'Não. Quer dizer, um pouco de falta de ar quando subo a escada.'],
  ['d', 'Perdeu peso, suou de noite?'],
  ['p', 'Não, não perdi peso não. Suor à noite eu tive, sim.'],
]
