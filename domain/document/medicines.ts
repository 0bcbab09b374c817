import type { Clause } from '../dialogue/clause.ts'
import { readClauses } from '../dialogue/dialogue.ts'
import { dosageOf, namedIn, segmentsOf } from '../record/frames/medicine.ts'
import { capital } from '../record/note/wording.ts'
import { coursesIn } from '../record/safety/course.ts'
import { drugsGiven } from '../record/safety/given.ts'
import { tokensOf, writtenOf } from '../record/safety/words.ts'
import { plain } from '../text.ts'
import type { Medicine, Source } from './contract.ts'

/** '8/8 h' in the words that the reader of dosages expects. */
const inWords = (text: string): string => text.replace(/\b(?:de )?(\d{1,2})\/\1 ?h(?:oras)?\b/g, 'de $1 em $1 horas')

/** [DC2] The medicines that a sentence of the plan gives, with the parts it names; a part it does not name is ''. */
export function medicinesIn(sentence: string, source: Source): Medicine[] {
  return readClauses([{ id: 'sentence', text: inWords(sentence), speaker: 'doctor' }]).flatMap((clause) => {
    const prescribed = givenIn(clause)
    return segmentsOf(clause, namedIn(clause)).flatMap(({ drug, from, to }): Medicine[] => {
      const name = plain(drug.said)
      if (drug.polarity === 'denied' || !prescribed.some((one) => one.includes(name) || name.includes(one))) return []
      const dosage = dosageOf(clause, drug.concept.note, from, to)
      const frequency = [dosage.frequency, dosage.moment, dosage.limit].filter(Boolean).join(', ')
      return [
        {
          name: capital(drug.said),
          dose: dosage.strength ?? '',
          amount: dosage.amount ?? '',
          route: dosage.route ?? '',
          frequency,
          duration: (dosage.course ?? lastingIn(clause)).replace(/^por /, ''),
          quantity: '',
          note: [dosage.later && `depois ${dosage.later}`, conditionIn(clause, to)].filter(Boolean).join('; '),
          sources: [source],
        },
      ]
    })
  })
}

/** The drugs that the clause gives and does not stop or refuse. */
function givenIn(clause: Clause): string[] {
  const tokens = tokensOf(clause.text)
  const stopped = new Set(coursesIn(tokens).flatMap(({ ids, course }) => (course === 'stops' ? ids : [])))
  return drugsGiven(tokens)
    .filter(({ ids }) => !ids.some((id) => stopped.has(id)))
    .map(({ said }) => plain(said))
}

const lasting = /\buso continuo\b/
const lastingIn = ({ plain: words }: Clause): string => (lasting.test(words) ? 'uso contínuo' : '')

/** 'se dor ou febre': from the word to the next mark. */
function conditionIn({ tokens }: Clause, to: number): string {
  const from = tokens.findIndex(({ word }, at) => word === 'se' && at < to)
  if (from < 0) return ''
  const end = tokens.findIndex(({ kind }, at) => at > from && kind === 'mark')
  return writtenOf(tokens.slice(from, end < 0 ? to : Math.min(end, to)))
}
