import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '#local/stack/processes.ts'

export type Sentence = { file: string; text: string }
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

const SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|WITH|REPLACE)\b/
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
export function sentencesIn(file: string, code: string): Sentence[] {
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

export const productSentences = (): Sentence[] =>
  globSync('{app,domain,workers}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))
    .flatMap((file) => sentencesIn(file, readFileSync(join(ROOT, file), 'utf8')))
