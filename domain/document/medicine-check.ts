import { ageOn, type Day } from '../patient/birth-date.ts'
import { clausesOf } from '../record/safety/clause.ts'
import { drugsIn } from '../record/safety/drug.ts'
import { type KnownAllergies, prescribedAgainst } from '../record/safety/on-list.ts'
import { deniesAny, tokensOf, writtenOf } from '../record/safety/words.ts'
import { checkHead, checkTexts } from './check.ts'
import { classOf, spellingsOf } from './classes.ts'
import type { DocumentContent, DocumentHead, Finding } from './contract.ts'
import { type DocumentKind, medicineParts } from './kind.ts'

/** [DC9] Why a substance of Portaria 344 is refused. */
const CONTROLLED = 'exige notificação/receita de controle especial, que o Relato ainda não emite'

/** All findings of a document: its texts, its head and its medicines. `today`: for the patient's age. */
export function check(kind: DocumentKind, content: DocumentContent, head: DocumentHead, today: Day): Finding[] {
  const medicines =
    kind === 'prescription' ? [...medicineFindings(content, head, today), ...otherTextFindings(content)] : []
  return [...checkTexts(kind, content), ...medicines, ...checkHead(kind, head)]
}

/** Whether a prescription has a substance of Portaria 344, in a name or in any other text. */
export const hasControlled = ({ medicines, fields }: DocumentContent): boolean =>
  medicines.some(({ name }) => classOf(name).controlled) ||
  otherTexts({ medicines, fields }).some(({ text }) => classesGivenIn(text).some(({ controlled }) => controlled))

type Texts = Pick<DocumentContent, 'medicines' | 'fields'>
/** The printed texts of a prescription, without the names of its medicines. */
const otherTexts = ({ medicines, fields }: Texts): { field: string; text: string }[] => [
  ...medicines.flatMap((medicine, index) =>
    medicineParts.flatMap(({ name }) =>
      name === 'name' ? [] : [{ field: `medicines.${index}.${name}`, text: medicine[name] }],
    ),
  ),
  ...Object.entries(fields).map(([field, { text }]) => ({ field, text })),
]

const forbids = /^(alerg|evit|suspend|par(ar|e)$|interromp)/
/** The classes in a text's clauses; 'não usar com clonazepam' gives none. */
const classesGivenIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => clausesOf(tokensOf(line)))
    .filter((clause) => !clause.some(({ word }) => deniesAny(word) || forbids.test(word)))
    .map((clause) => classOf(writtenOf(clause)))

/** Letters that look like Latin ones hide a name from every check. µ is a unit. */
const OTHER_ALPHABET = /(?![µμ])(?=\p{L})\P{Script=Latin}/u

/** [DC7] [DC8] [DC9] A medicine with rules of its own is a medicine of the list, where the rules are checked. */
function otherTextFindings({ medicines, fields }: Texts): Finding[] {
  const names = medicines.map(({ name }, index) => ({ field: `medicines.${index}.name`, text: name }))
  const others = otherTexts({ medicines, fields })
  return [
    ...[...names, ...others]
      .filter(({ text }) => OTHER_ALPHABET.test(text))
      .map(({ field }) => ({ field, message: 'Escreva só com letras do nosso alfabeto', blocks: true })),
    ...others.flatMap(({ field, text }): Finding[] => {
      const classes = classesGivenIn(text)
      const list = classes.find(({ controlled }) => controlled)?.controlled
      if (list) return [{ field, message: `Substância da lista ${list}: ${CONTROLLED}`, blocks: true }]
      if (!classes.some(({ antimicrobial, glp1 }) => antimicrobial || glp1)) return []
      return [{ field, message: 'Escreva este medicamento como um item da receita', blocks: true }]
    }),
  ]
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

/**
 * [DC6] The medicines of a prescription against the patient's allergies, a sentence for the doctor each. A drug in the
 * fields of a medicine is always prescribed: 'suspensão' is a form there. The notes are read as sentences.
 */
export function allergiesAgainst({ medicines, fields }: Texts, allergies: KnownAllergies): string[] {
  const named = medicines.flatMap(({ name, dose }) =>
    [...spellingsOf(name), ...spellingsOf(dose)].flatMap((text) => drugsIn(tokensOf(text)).map(({ said }) => said)),
  )
  const notes = otherTexts({ medicines, fields }).map(({ text }) => text)
  return prescribedAgainst(
    {
      sections: [...named.map((name) => `Prescrevo ${name}.`), ...notes].map((content) => ({
        title: '',
        canonical: 'conduta',
        content,
      })),
      unified_text: null,
    },
    allergies,
  )
}
