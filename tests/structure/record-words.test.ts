import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openIssues } from '#domain/record/edit/open-issues.ts'
import { structureByRules } from '#domain/record/note/structure.ts'
import { type Grounds, proveRecord } from '#domain/record/proof/prove.ts'
import { completenessIssues } from '#domain/record/signing/completeness.ts'
import { specialties } from '#domain/record/specialty.ts'
import { plain } from '#domain/text.ts'
import { readConsultations } from '#local/structure/consultation.ts'
import { cough, read, turns } from '#tests/testkit/consultations.ts'
import { hourLong } from '#tests/testkit/long-consultation.ts'

/** Files without their comments. */
const sources = (pattern: string) =>
  globSync(pattern).map((file) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, ''))
const wordsOf = (text: string): string[] => plain(text).match(/[a-z]{2,}/g) ?? []
const cases = readConsultations('tests/evals/cases').flatMap(({ consultation }) => consultation ?? [])

/** Questions that leave their own words to the answer, each with answers that fit it well, badly and not at all. */
function generated(): Grounds['entries'][] {
  const things = ['dor de cabeça', 'pressão alta', 'essa alergia', 'o remédio']
  const questions = [
    'Há quanto tempo?',
    'Há quanto tempo tem #?',
    '# há quanto tempo?',
    'Desde quando a senhora fuma e tem #?',
    'Desde quando o senhor está com #?',
    'Quando começou #?',
    'Qual a última vez de #?',
    'Onde fica #?',
    'Como é #?',
    'De zero a dez, # incomoda quanto?',
    'Por que toma alguma coisa para #?',
    'Quantas vezes por dia tem #?',
    'Qual lado?',
    'E #, piora com o quê?',
  ]
  const answers = [
    'Desde os vinte anos, uns quarenta anos já.',
    'Dois dias.',
    'Não.',
    'Ah, faz muito tempo, doutora, nem lembro direito quando foi que começou isso tudo.',
    'Losartana de cinquenta, duas vezes por dia.',
    'Esse eu nunca tomei.',
    'Só de noite, do lado direito.',
    'Tenho sim. Minha mãe também teve.',
  ]
  return things.map((thing) => {
    const lines = questions.flatMap((question) =>
      answers.map((answer) => `M: ${question.replace('#', thing)}\nP: ${answer}`),
    )
    return read(`M: O que o senhor sente?\nP: Tenho ${thing} e dor no peito.\n${lines.join('\n')}`)
  })
}

/** All that a person reads of a record by the rules. */
function readable(grounds: Grounds): string[] {
  const { sections: drafted, held, warnings } = structureByRules(grounds)
  const { sections, alerts, omissions } = proveRecord(grounds, drafted, () => 'id', held)
  return [
    ...sections.flatMap(({ title, suggestions, sentences }) => [
      title,
      ...suggestions,
      ...sentences.flatMap(({ text, flags }) => [text, ...flags.map(({ message }) => message)]),
    ]),
    ...warnings,
    ...alerts.map(({ message }) => message),
    ...omissions.map(({ text }) => text),
    ...openIssues(sections, alerts),
    ...completenessIssues(grounds.specialty, sections),
  ]
}

test('no record by the rules shows a label, a name or an English word of the code', () => {
  const talks: Grounds[] = [
    ...cases.map(({ entries, specialty }) => ({ entries, specialty, context: '' })),
    ...[cough, turns, hourLong(2_000), ...generated()].flatMap((entries, index) =>
      (index < 2 ? specialties : (['general'] as const)).map((specialty) => ({ entries, specialty, context: '' })),
    ),
  ]
  // Identifiers are English: those that neither a lexicon, nor a template, nor a message, nor a consultation says.
  const identifiers = sources('domain/record/**/*.ts').flatMap((source) =>
    source
      .replace(/'[^'\n]*'|`[^`]*`|\/(?:\\.|\[[^\]]*\]|[^/\n\\])+\/[giu]*/g, ' ')
      .split(/[^A-Za-z]+|(?=[A-Z])/)
      .flatMap(wordsOf),
  )
  const portuguese = new Set([
    ...sources('domain/record/**/{lexicon,templates}/*.ts').flatMap((source) =>
      [...source.matchAll(/'[^'\n]*'|\/(?:\\.|\[[^\]]*\]|[^/\n\\])+\/[giu]*/g)].flatMap(([text]) => wordsOf(text)),
    ),
    ...talks.flatMap(({ entries }) => entries.flatMap(({ text }) => wordsOf(text))),
  ])
  const english = new Set(identifiers.filter((word) => !portuguese.has(word)))
  for (const word of ['since', 'label', 'question', 'answer', 'denial', 'undefined']) expect(english).toContain(word)

  const found: string[] = []
  for (const grounds of talks) {
    const transcript = grounds.entries.map(({ text }) => text).join('\n')
    for (const text of readable(grounds)) {
      // Labels have a colon without a space, an underscore or a capital within a word.
      const [label] = text.match(/\p{L}+:(?=\p{L})|\p{L}+_\p{L}+|\p{Ll}+\p{Lu}\p{L}*/u) ?? []
      const unit = /^(mmHg|mL|bA|atO|pO|mEq|mUI|dL|HbA)/.test(label ?? '')
      if ((label && !unit && !transcript.includes(label)) || wordsOf(text).some((word) => english.has(word)))
        found.push(text)
    }
  }
  expect(found).toEqual([])
})
