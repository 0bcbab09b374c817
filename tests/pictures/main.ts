// npm run pictures: what the public site shows of the product (public/pictures), what is shown where its address is
// shared (public/og), and the icons. All from the built app, with invented people; the files are committed.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { HASH_FILE, sourcesHash } from './sources.ts'

const args = ['test', '-c', 'tests/pictures/playwright.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync('playwright', args, { stdio: 'inherit' })
if (status === 0 && args.length === 3) writeFileSync(HASH_FILE, `${sourcesHash()}\n`)
process.exitCode = status ?? 1
