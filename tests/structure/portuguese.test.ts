import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { configureParsing } from '#app/lib/parsing.ts'
import { confirmation } from '#domain/account/confirmation.ts'
import { updateProfileBody } from '#domain/account/contract.ts'
import { fieldMessages } from '#domain/contract.ts'
import { createPatientBody } from '#domain/patient/contract.ts'
import { reasons } from '#domain/record/doubt/doubt.ts'
import trees from '#domain/record/doubt/trees.json' with { type: 'json' }
import { ROOT } from '#local/stack/processes.ts'
import { isEnglish } from '#tests/testkit/english.ts'

type Sentence = { file: string; text: string }
type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Attributes whose value no person reads. */
const SILENT = /^(class|className|style|d|viewBox|allow|sizes|accept|autoComplete|name|id|role|key|rel|content)$/
const isSilent = (name: string): boolean => SILENT.test(name) || name.endsWith('ClassName')
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

/** Parts that hold no text for a person: modules, types, comparisons, plain errors, classes, and the small English line. */
function isSkipped(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSLiteralType':
    case 'TaggedTemplateExpression':
      return true
    case 'BinaryExpression':
      return /^[!=]==?$/.test(String(node.operator))
    case 'NewExpression':
      return /^(?!App).*Error$|^Event$|^DOMException$/.test(nameOf(node.callee))
    case 'CallExpression':
      return nameOf(node.callee) === 'cx'
    case 'JSXAttribute':
      return isSilent(nameOf(node.name))
    case 'JSXElement': {
      const { attributes } = node.openingElement as { attributes: Node[] }
      return attributes.some(({ name, value }) => nameOf(name) === 'lang' && nameOf(value) === 'en')
    }
    default:
      return false
  }
}

const SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|WITH|REPLACE|CASE|WHEN)\b/
const SELECTOR_OR_PATTERN = /[[|]|^[a-z]+(, [a-z]+)+$/
/** `flex items-center gap-2`: one of its words is no word. */
const isClassList = (words: readonly string[]) =>
  words.every((word) => /^[!@*&a-z0-9[\]()_./:%,'#~=+>-]+$/.test(word)) &&
  words.some((word) => /[a-z]-[a-z0-9[]/.test(word))

/** A single word counts where it is written as a label. */
function isText(text: string): boolean {
  const words = text.split(' ')
  if (words.length < 2) return /^\p{Lu}\p{Ll}+(\.\.\.|[….:!?])?$/u.test(text)
  return !SQL.test(text) && !SELECTOR_OR_PATTERN.test(text) && !isClassList(words)
}

function collect(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const one of value) collect(one, found)
  if (!isNode(value) || isSkipped(value)) return
  if (value.type === 'Literal' && typeof value.value === 'string') found.push(value.value)
  else if (value.type === 'JSXText') found.push(String(value.value))
  else if (value.type === 'TemplateLiteral') {
    const quasis = value.quasis as { value: { cooked: string } }[]
    found.push(quasis.map(({ value: { cooked } }) => cooked).join('…'))
  }
  for (const [key, child] of Object.entries(value)) if (key !== 'quasis') collect(child, found)
}

/** Every text in a module's own code that may reach a person, whichever state shows it. */
function sentencesIn(file: string, code: string): Sentence[] {
  const found: string[] = []
  collect(parseSync(file, code).program, found)
  const texts = found.map((text) =>
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return texts.filter(isText).map((text) => ({ file, text }))
}

const productSentences = (): Sentence[] =>
  globSync('{app,domain,workers}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))
    .flatMap((file) => sentencesIn(file, readFileSync(join(ROOT, file), 'utf8')))

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
/** Read by machines: names of errors, PDF, FHIR and schema.org types, close reasons, headers, media queries, keys of work. */
const machine = [
  'Error',
  'Pagination',
  'Organization',
  'Question',
  'Condition',
  'Observation',
  'Patient',
  'Composition',
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

/** Names of signs, which only the trees read. */
const signs = new Set([...trees.signs, ...reasons.flatMap((reason) => reason.signs)])
const isSign = ({ file, text }: Sentence): boolean =>
  signs.has(text) || /^domain\/record\/doubt\/(binding|context|coverage|signs)\.ts$/.test(file)

test('no sentence or label that a person can get is in English', () => {
  const english = productSentences().filter(
    (one) => isEnglish(one.text) && !forOperators.test(one.file) && !isSign(one),
  )
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
