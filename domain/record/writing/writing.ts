import { z } from 'zod/mini'
import { freeText, instant, oneLine } from '../../contract.ts'
import { plain } from '../../text.ts'
import { canonicalKey } from '../record.ts'
import { type Specialty, specialties } from '../specialty.ts'
import spareWords from './spare-words.json' with { type: 'json' }

export const TITLE_MAX = 80
export const HEADINGS_MAX = 30
export const FIXED_MAX = 5
export const FIXED_TEXT_MAX = 2_000
export const SHORTCUTS_MAX = 60
export const SHORTCUT_NAME_MAX = 20
export const WORDS_MAX = 60
export const WORD_MAX = 60
export const CHANGES_MAX = 40
/** Characters of the whole as JSON: it fits a request (64 KB) also with accents. */
const WRITING_MAX = 45_000

const isEachOnce = (values: readonly string[]) => new Set(values).size === values.length

/**
 * A heading of the doctor's own. `sections`: the sections of the template that stand under it, in their order. Without
 * any it is a section of the doctor's own, which only the doctor fills; `within` is the part of the record it belongs to.
 */
const heading = z.strictObject({
  title: oneLine.check(
    // As the text of a record writes it.
    z.overwrite((text) => text.normalize('NFC')),
    z.minLength(1, 'Dê um título à seção'),
    z.maxLength(TITLE_MAX, `Use até ${TITLE_MAX} caracteres`),
  ),
  sections: z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(HEADINGS_MAX)),
  within: z.optional(canonicalKey),
  /** Texts that the doctor inserts by hand; none is written by itself. */
  fixed: z
    .array(freeText.check(z.minLength(1, 'Escreva o texto'), z.maxLength(FIXED_TEXT_MAX, 'Texto muito longo')))
    .check(z.maxLength(FIXED_MAX)),
})
export type Heading = z.infer<typeof heading>

const headings = z.array(heading).check(
  z.maxLength(HEADINGS_MAX, `Use até ${HEADINGS_MAX} seções`),
  z.refine((all) => isEachOnce(all.map(({ title }) => plain(title))), 'Há dois títulos iguais'),
  z.refine((all) => isEachOnce(all.flatMap((one) => one.sections)), 'Cada seção pode estar sob um título só'),
)

/** A phrase by its shortcut: ';exneuro' writes `text`. The name has no accent, so that it is typed the same anywhere. */
const shortcut = z.strictObject({
  name: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, 'Dê um nome ao atalho'),
      z.maxLength(SHORTCUT_NAME_MAX, `Use até ${SHORTCUT_NAME_MAX} letras`),
      z.regex(/^[a-z0-9]+$/, 'Use só letras sem acento e números'),
    ),
  text: freeText.check(z.minLength(1, 'Escreva a frase'), z.maxLength(FIXED_TEXT_MAX, 'Texto muito longo')),
})
export type Shortcut = z.infer<typeof shortcut>

const word = (missing: string) =>
  oneLine.check(
    z.minLength(1, missing),
    z.maxLength(WORD_MAX, `Use até ${WORD_MAX} caracteres`),
    // A number, a dose or a denial is a fact and no wording.
    z.regex(/^[\p{L}\s'’-]+$/u, 'Use só palavras, sem números nem sinais'),
    z.refine((text) => !denies(text), 'Palavras que negam não podem ser trocadas'),
  )
const denials = new Set([
  'nao',
  'nega',
  'negou',
  'negam',
  'nega-se',
  'sem',
  'nem',
  'nunca',
  'jamais',
  'ausencia',
  'ausente',
  'ausentes',
  'nenhum',
  'nenhuma',
  'negativo',
  'negativa',
  'afebril',
  'anicterico',
  'acianotico',
])
const denies = (text: string) =>
  plain(text)
    .split(/[^a-z-]+/)
    .some((one) => denials.has(one))

const preferredWord = z.strictObject({
  from: word('Escreva a palavra'),
  to: word('Escreva a palavra preferida'),
})
/** The product writes `to` where it would write `from`. */
export type PreferredWord = z.infer<typeof preferredWord>

const spare = new Set(spareWords.join(' ').split(' '))
/** Words that say nothing of the patient: the product leaves them out. No other words may be. */
const omittedWords = word('Escreva as palavras').check(
  z.refine((text) => {
    const words = plain(text).split(/\s+/)
    return words.every((one) => spare.has(one)) && words.some((one) => one.length > 4)
  }, 'Só palavras que não dizem nada do paciente, como “ao exame físico”'),
)
const omission = z.strictObject({ from: omittedWords, to: z.literal('') })
/** A change that the doctor made in a text. `to` is '' where the words were left out. */
export const wordEdit = z.union([preferredWord, omission])
export type WordEdit = z.infer<typeof wordEdit>

/** A change of words that the doctor made in records, to be offered as a preference once. */
const wordChange = z.strictObject({
  from: preferredWord.shape.from,
  to: z.union([z.literal(''), preferredWord.shape.to]),
  times: z.int().check(z.minimum(1), z.maximum(3)),
  offered: z.boolean(),
})
export type WordChange = z.infer<typeof wordChange>

/**
 * How sentences of the rules and of a model are written. `form`: in short, or with subject and verb. `extent`: in all
 * words, or in few, with usual abbreviations and lists joined.
 */
const style = z.strictObject({
  form: z.enum(['telegraphic', 'sentences']),
  extent: z.enum(['complete', 'concise']),
})
export type Style = z.infer<typeof style>
export const usualStyle: Style = { form: 'telegraphic', extent: 'complete' }

const templateFields = Object.fromEntries(specialties.map((one) => [one, z.optional(headings)])) as Record<
  Specialty,
  z.ZodMiniOptional<typeof headings>
>

/** How a doctor writes: a template for each specialty that has one, and phrases and words for all. */
export const ownWriting = z
  .strictObject({
    templates: z.strictObject(templateFields),
    shortcuts: z.array(shortcut).check(
      z.maxLength(SHORTCUTS_MAX, `Use até ${SHORTCUTS_MAX} atalhos`),
      z.refine((all) => isEachOnce(all.map(({ name }) => name)), 'Há dois atalhos com o mesmo nome'),
    ),
    words: z.array(preferredWord).check(
      z.maxLength(WORDS_MAX, `Use até ${WORDS_MAX} palavras`),
      z.refine((all) => isEachOnce(all.map(({ from }) => plain(from))), 'Há duas trocas da mesma palavra'),
    ),
    /** Words that are left out. Absent: none, as in rows and files of before. */
    omitted: z.optional(z.array(omittedWords).check(z.maxLength(WORDS_MAX, `Use até ${WORDS_MAX} palavras`))),
    /** The newest first. */
    changes: z._default(z.array(wordChange).check(z.maxLength(CHANGES_MAX)), []),
    /** Absent: the usual one, as in rows and files of before. */
    style: z.optional(style),
  })
  .check(z.refine((all) => JSON.stringify(all).length <= WRITING_MAX, 'É texto demais. Tire alguns textos fixos.'))
export type OwnWriting = z.infer<typeof ownWriting>
/** The choices that change the wording of sentences. */
export type Manner = Pick<OwnWriting, 'words' | 'style' | 'omitted'>

export const emptyWriting: OwnWriting = { templates: {}, shortcuts: [], words: [], changes: [] }

/** `saved_at`: when it was saved last, in ms; null while the doctor has not saved any. */
export const ownWritingReply = z.object({ writing: ownWriting, saved_at: z.nullable(instant) })
export type SavedWriting = z.infer<typeof ownWritingReply>
/** PUT: `base` is the `saved_at` that was edited. Errors: writing_changed. */
export const ownWritingBody = z.strictObject({ writing: ownWriting, base: z.nullable(instant) })
