import type { CanonicalKey, Flag } from '../record.ts'
import type { Evidence } from './evidence.ts'
import { isBackchannel, type ReadLine } from './reading.ts'

const ofDoctor: ReadonlySet<CanonicalKey> = new Set(['hipotese', 'conduta', 'orientacoes'])
/** Words that tell somebody, or a machine, what to write. */
const commands = new Set(
  'escreva escreve escrever anota anote anotar registra registre registrar coloca coloque bota bote poe ponha ignora ignore apaga apague'.split(
    ' ',
  ),
)
const dictates = ({ tokens }: ReadLine): boolean => tokens.some(({ word }) => commands.has(word))

/**
 * SF24: a hypothesis or a plan that only the patient speaks of, or a finding that the patient tells somebody to write.
 * A question of the doctor's that the patient answers counts as the doctor's word.
 */
export function decidedFlags(section: CanonicalKey, { cited, lines }: Evidence): Flag[] {
  const telling = lines.filter((line) => line.speaker === 'patient' || !isBackchannel(line))
  const isPatients =
    telling.length > 0 && telling.every(({ speaker, isGuessed }) => speaker === 'patient' && !isGuessed)
  if (!isPatients) return []
  const isFinding = section === 'exame_fisico' && cited.some(dictates)
  if (!ofDoctor.has(section) && !isFinding) return []
  const message = isFinding
    ? 'Só o paciente disse isso, pedindo que se escreva.'
    : 'Só o paciente disse isso; nenhuma fala do médico o confirma.'
  return [{ kind: 'support', message, lines: cited.map(({ id }) => id) }]
}
