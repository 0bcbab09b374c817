import type { ConsultationType } from '#domain/consultation/contract.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import type { Line } from '../screens/room.ts'
import { putBack } from '../screens/rows.ts'
import type { Stage } from '../screens/stage.ts'
import { KNEE } from '../screens/talk.ts'

type Past = {
  patient: string
  type: ConsultationType
  specialty: Specialty
  context: string
  /** As the clock of the wall said in São Paulo. */
  began: string
  minutes: number
  lines: readonly Line[]
}

const sore: readonly Line[] = [
  ['doctor', 'Bom dia. O que a senhora está sentindo?'],
  ['patient', 'Estou com dor de garganta e febre há três dias.'],
  ['doctor', 'Tem alergia a algum remédio?'],
  ['patient', 'Não, nenhuma.'],
  ['doctor', 'A garganta está vermelha, com placas dos dois lados.'],
  ['doctor', 'Parece uma amigdalite.'],
]
const back: readonly Line[] = [
  ['doctor', 'Boa tarde. Como está a dor nas costas?'],
  ['patient', 'Melhorou com a fisioterapia. Dói só quando fico muito tempo sentado.'],
  ['doctor', 'Desce para a perna?'],
  ['patient', 'Não desce.'],
  ['doctor', 'Continue a fisioterapia e volte em sessenta dias.'],
]

/** A week of an invented practice. */
const WEEK: readonly Past[] = [
  {
    patient: 'Sebastião Gonçalves do Nascimento',
    type: 'telemedicina',
    specialty: 'general',
    context: 'Retorno. Lombalgia, em fisioterapia desde setembro.',
    began: '2026-11-16T09:20:00-03:00',
    minutes: 14,
    lines: back,
  },
  {
    patient: 'Rita de Cássia Moura Cavalcanti',
    type: 'presencial',
    specialty: 'orthopedics',
    context: 'Hipertensão. Losartana 50 mg. Alergia a dipirona.',
    began: '2026-11-17T10:40:00-03:00',
    minutes: 23,
    lines: KNEE,
  },
  {
    patient: 'Beatriz Magalhães Queirós',
    type: 'presencial',
    specialty: 'general',
    context: 'Amigdalite de repetição.',
    began: '2026-11-18T15:05:00-03:00',
    minutes: 17,
    lines: sore,
  },
]

/** The seeded consultation whose record waits for its signature; the signed one takes no other date. */
export const UNSIGNED = '00000000-0000-4000-8000-000000000021'

/** The demonstration doctor's last week. */
export async function liveThroughWeek(stage: Stage): Promise<void> {
  for (const { began, minutes, specialty, ...visit } of WEEK) {
    const id = await stage.structuredVisit(visit, specialty)
    putBack(id, Date.parse(began), minutes * 60_000)
  }
  putBack(UNSIGNED, Date.parse('2026-11-20T14:02:00-03:00'), 21 * 60_000)
}
