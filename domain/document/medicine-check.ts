import { ageOn, type Day } from '../patient/birth-date.ts'
import { type KnownAllergies, prescribedAgainst } from '../record/safety/on-list.ts'
import { checkHead, checkTexts } from './check.ts'
import { classOf } from './classes.ts'
import type { DocumentContent, DocumentHead, Finding } from './contract.ts'
import type { DocumentKind } from './kind.ts'

/** [DC9] Why a substance of Portaria 344 is refused. */
const CONTROLLED = 'exige notificação/receita de controle especial, que o Relato ainda não emite'

/** All findings of a document: its texts, its head and its medicines. `today`: for the patient's age. */
export function check(kind: DocumentKind, content: DocumentContent, head: DocumentHead, today: Day): Finding[] {
  const medicines = kind === 'prescription' ? medicineFindings(content, head, today) : []
  return [...checkTexts(kind, content), ...medicines, ...checkHead(head)]
}

function medicineFindings({ medicines }: DocumentContent, { patient, doctor }: DocumentHead, today: Day): Finding[] {
  const classes = medicines.map(({ name }) => classOf(name))
  const own = medicines.flatMap(({ name, amount, quantity }, index): Finding[] => {
    const found = classes[index]
    const at = (part: string) => `medicines.${index}.${part}`
    if (!found || name.trim() === '') return []
    if (found.controlled)
      return [{ field: at('name'), message: `${name} (lista ${found.controlled}) ${CONTROLLED}`, blocks: true }]
    if (!found.isKnown)
      return [
        {
          field: at('name'),
          message: 'O Relato não conhece este medicamento: confira alergias, antimicrobianos e controle especial',
          blocks: false,
        },
      ]
    if (!found.antimicrobial) return []
    return [
      ...(amount.trim()
        ? []
        : [{ field: at('amount'), message: 'Antimicrobiano: falta quanto por vez, com a forma', blocks: true }]),
      ...(quantity.trim()
        ? []
        : [{ field: at('quantity'), message: 'Antimicrobiano: falta a quantidade total', blocks: true }]),
    ]
  })
  if (!classes.some(({ antimicrobial }) => antimicrobial)) return own
  const hasAge = patient.birth_date !== null && ageOn(patient.birth_date, today) !== null
  const needs: (Finding | false)[] = [
    !hasAge && {
      field: 'patient.birth_date',
      message: 'Antimicrobiano: falta a idade do paciente no cadastro',
      blocks: true,
    },
    !patient.sex && {
      field: 'patient.sex',
      message: 'Antimicrobiano: falta o sexo do paciente no cadastro',
      blocks: true,
    },
    !doctor.phone && {
      field: 'doctor.phone',
      message: 'Antimicrobiano: falta o seu telefone no perfil',
      blocks: false,
    },
  ]
  return [...own, ...needs.filter((one) => one !== false)]
}

/** [DC6] The medicines of a prescription against the patient's allergies, a sentence for the doctor each. */
export const allergiesAgainst = (
  { medicines }: Pick<DocumentContent, 'medicines'>,
  allergies: KnownAllergies,
): string[] =>
  prescribedAgainst(
    {
      sections: medicines.map(({ name, dose }) => ({
        title: '',
        canonical: 'conduta',
        content: `Prescrevo ${[name, dose].filter(Boolean).join(' ')}.`,
      })),
      unified_text: null,
    },
    allergies,
  )
