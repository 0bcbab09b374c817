// npm run licences: lists the licences of the packages that the product ships, and of its fonts, by licence.
// Exits with 1 if a package has none, or one that the list below does not allow.
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { groupBy } from '#domain/group-by.ts'
import { readArguments } from '../../local/input.ts'

readArguments({})

/** Licences that a product may ship without giving its own source away. MPL-2.0 covers the changed files alone. */
const ALLOWED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'MPL-2.0', 'OFL-1.1']
/** Packages that name no licence in their package.json; what their LICENSE file says. */
const BY_FILE: Readonly<Record<string, string>> = { 'png-js': 'MIT' }
/** Cut from development packages (npm run fonts), and shipped as files. */
const FONTS = ['@fontsource-variable/figtree', '@fontsource-variable/newsreader']

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.optional(z.string()),
        license: z.optional(z.string()),
        dev: z.optional(z.boolean()),
        devOptional: z.optional(z.boolean()),
        // A package of another machine is never installed into the shipped files.
        os: z.optional(z.array(z.string())),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')))

const shipped = Object.entries(lock.packages).flatMap(([path, { version, license, dev, devOptional, os }]) => {
  const name = path.replace(/^.*node_modules\//, '')
  if (path === '' || os || ((dev || devOptional) && !FONTS.includes(name))) return []
  return [{ name: `${name} ${version ?? ''}`, licence: license ?? BY_FILE[name] ?? 'none' }]
})
/** '(A OR B)' lets the user choose. */
const isAllowed = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => ALLOWED.includes(one))

const byLicence = [...groupBy(shipped, ({ licence }) => licence)].sort(([one], [other]) => one.localeCompare(other))
for (const [licence, packages] of byLicence) {
  const names = packages.map(({ name }) => name).sort()
  console.log(`${licence} (${names.length}): ${names.join(', ')}`)
}
const refused = shipped.filter(({ licence }) => !isAllowed(licence))
for (const { name, licence } of refused) console.log(`not allowed: ${name}, ${licence}`)
process.exitCode = refused.length > 0 ? 1 : 0
