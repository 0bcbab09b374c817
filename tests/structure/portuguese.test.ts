import { expect, test } from 'vitest'
import { configureParsing } from '#app/lib/parsing.ts'
import { confirmation } from '#domain/account/confirmation.ts'
import { updateProfileBody } from '#domain/account/contract.ts'
import { fieldMessages } from '#domain/contract.ts'
import { createPatientBody } from '#domain/patient/contract.ts'
import { isEnglish } from '../testkit/english.ts'
import { productSentences, sentencesIn } from '../testkit/sentences.ts'

/** The spec's technical messages: logged, and shown small under a Portuguese sentence (app/ui/technical.tsx). */
const technical = [
  'Failed to connect to transcription server',
  'Failed to reconnect to transcription server',
  'Failed to get microphone permission',
  'Failed to start recording',
  'Failed to get audio devices',
  'Failed to process audio data',
  'Recording error occurred',
  'User not authenticated',
  'HTTP error! status: …',
]
/** Read by machines: names of errors, PDF and schema.org types, close reasons, headers, media queries, keys of work. */
const machine = [
  'Error',
  'Pagination',
  'Organization',
  'Question',
  'too many refused messages',
  'session ended',
  'consultation erased',
  "connect-src 'self' …",
  'User-agent: *',
  'application/xml; charset=utf-8',
  '(hover: hover) and (pointer: fine)',
  'remove …',
]
/** Notes for operators and for docs/data-map.md. */
const forOperators = /^domain\/(audit\/verify|configuration|data-export\/tables)\.ts$|^app\/lib\/device\/kept\.ts$/

test('no sentence or label that a person can get is in English', () => {
  const english = productSentences().filter(({ text, file }) => isEnglish(text) && !forOperators.test(file))
  const allowed = [...technical, ...machine]
  expect(english.filter(({ text }) => !allowed.includes(text))).toEqual([])
  expect(allowed.filter((text) => !english.some((one) => one.text === text))).toEqual([])
})

test('one English sentence is found wherever it is written', () => {
  const written: readonly (readonly [code: string, text: string])[] = [
    ["toast.error('Could not save the patient')", 'Could not save the patient'],
    ['export const Row = () => <p>Please try again</p>', 'Please try again'],
    ['export const Row = () => <button aria-label="Close" />', 'Close'],
    ["const table = { internal: [500, 'Internal server error'] }", 'Internal server error'],
    ["z.string().check(z.minLength(1, 'Name is required'))", 'Name is required'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a template.
    ['const line = (n: number) => `Saved ${n} records`', 'Saved … records'],
    ["const label = busy ? 'Loading...' : 'Entrar'", 'Loading...'],
  ]
  for (const [code, text] of written)
    expect(sentencesIn('row.tsx', code).filter((one) => isEnglish(one.text))).toEqual([{ file: 'row.tsx', text }])
  const silent = 'export const Row = () => <p className="flex items-center open:block">Não foi possível salvar</p>'
  expect(sentencesIn('row.tsx', silent).filter(({ text }) => isEnglish(text))).toEqual([])
})

test('a check without a sentence of its own speaks Portuguese in the browser too', () => {
  configureParsing()
  const long = 'x'.repeat(1_000_000)
  const messages = [confirmation, updateProfileBody, createPatientBody].flatMap((form) =>
    [null, {}, 7].flatMap((value) =>
      Object.keys(form.shape ?? {}).flatMap((key) => {
        const parsed = form.safeParse({ [key]: value ?? long })
        return parsed.success ? [] : Object.values(fieldMessages(parsed.error))
      }),
    ),
  )
  expect(messages).toContain('Valor inválido')
  expect(messages.filter(isEnglish)).toEqual([])
})
