// npm run cost: prints the tables of docs/cost.md; --write puts them there.
import { readFileSync, writeFileSync } from 'node:fs'
import { readArguments } from '../../local/input.ts'
import { costTables } from './cost.ts'

const { values } = readArguments({ write: { type: 'boolean', default: false } })
const page = new URL('../../docs/cost.md', import.meta.url)
const [before, , after] = readFileSync(page, 'utf8').split(/<!-- (?:tables|end) -->/)
if (values.write) writeFileSync(page, `${before}<!-- tables -->\n${costTables()}\n<!-- end -->${after}`)
else console.log(costTables())
