// npm run lexicon:verify -- FILE [--write]: compares the medicines of the lexicon with a published list that an operator has,
// such as RENAME or ANVISA's table of registered medicines: one row a line, its fields separated by ';', ',', '|' or a tab.
// --write marks the medicines found there as checked, with the name of the file. Exits with 1 if a medicine is in no list.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { plain } from '#domain/text.ts'
import { attempt, readArguments, stop } from '../../local/input.ts'

const folder = new URL('../../domain/record/lexicon/', import.meta.url)
const checkedFile = new URL('drugs-checked.json', folder)
const read = (url: URL) => JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>

/** The list's names in plain letters. DATASUS and ANVISA publish in ISO 8859-1, others in UTF-8. */
function publishedNames(file: string): Set<string> {
  const bytes = attempt(file, () => readFileSync(file))
  const text = new TextDecoder('utf-8').decode(bytes)
  const rows = text.includes('\ufffd') ? new TextDecoder('latin1').decode(bytes) : text
  const names = rows
    .split(/[\n;,|\t+]/)
    .map((field) => plain(field.replace(/"/g, '')).trim())
    .filter((name) => /^[a-z]/.test(name))
  // People say 'dipirona' for the published name 'dipirona monoidratada 500 mg'.
  return new Set(names.flatMap((name) => name.split(/\s+/).map((_, at, words) => words.slice(0, at + 1).join(' '))))
}

const { values, operands } = readArguments({ write: { type: 'boolean', default: false } }, ['FILE'])
const [file] = operands
const published = publishedNames(file)
if (published.size === 0) stop(`${file}: no names found`)

const drugs = read(new URL('drugs.json', folder))
const checked = read(checkedFile)
/** The name is in the list, or each part of a combination ('amoxicilina com clavulanato') is. */
const isPublished = (name: string) =>
  plain(name)
    .split(/ com | e |\+/)
    .every((part) => published.has(part.trim()))
const found = Object.keys(drugs).filter(isPublished)
const trade = Object.values(drugs).flatMap((names) => names.split(';').map((name) => name.trim()))
const marked = { ...checked, ...Object.fromEntries(found.map((name) => [name, basename(file)])) }
const missing = Object.keys(drugs).filter((name) => marked[name] === undefined)
if (values.write) writeFileSync(checkedFile, `${JSON.stringify(marked, null, 2)}\n`)
console.log(
  `${found.length} of ${Object.keys(drugs).length} medicines and ${trade.filter(isPublished).length} of ${trade.length} other names are in ${basename(file)}`,
)
console.log(`in no list so far: ${missing.length}`)
for (const name of missing) console.log(`  ${name}`)
process.exit(missing.length > 0 ? 1 : 0)
