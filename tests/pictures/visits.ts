import type { Specialty } from '#domain/record/specialty.ts'
import { putBack } from '../screens/rows.ts'
import type { Stage, Visit } from '../screens/stage.ts'
import { KNEE } from '../screens/talk.ts'

const BACK = 'Retorno. Lombalgia, em fisioterapia desde setembro.'
const KNEE_CONTEXT = 'Hipertensão. Losartana 50 mg. Alergia a dipirona.'
/** A week of an invented practice: each visit, its beginning by the wall clock in São Paulo and its minutes. */
const WEEK: readonly [visit: Visit, specialty: Specialty, began: string, minutes: number][] = [
  [
    { patient: 'Sebastião Gonçalves do Nascimento', type: 'telemedicina', context: BACK, lines: KNEE },
    'general',
    '2026-11-16T09:20:00-03:00',
    14,
  ],
  [
    { patient: 'Rita de Cássia Moura Cavalcanti', context: KNEE_CONTEXT, lines: KNEE },
    'orthopedics',
    '2026-11-17T10:40:00-03:00',
    23,
  ],
  [
    { patient: 'Beatriz Magalhães Queirós', context: 'Amigdalite de repetição.', lines: KNEE },
    'general',
    '2026-11-18T15:05:00-03:00',
    17,
  ],
]

/** The seeded consultation whose record waits for its signature; the signed one takes no other date. */
export const UNSIGNED = '00000000-0000-4000-8000-000000000021'

/** The demonstration doctor's last week. */
export async function liveThroughWeek(stage: Stage): Promise<void> {
  for (const [visit, specialty, began, minutes] of WEEK) {
    const id = await stage.structuredVisit(visit, specialty)
    putBack(id, Date.parse(began), minutes * 60_000)
  }
  putBack(UNSIGNED, Date.parse('2026-11-20T14:02:00-03:00'), 21 * 60_000)
}
