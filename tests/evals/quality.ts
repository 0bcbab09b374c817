// npm run quality: measures the quality of records on the consultations kept aside, and writes the figures with date
// and commit into domain/quality/figures.json, which the page /qualidade shows. The other figures of that file stay.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { errorKinds, type Figure, type Figures, figuresFile, type QuickName } from '#domain/quality/figures.ts'
import { readArguments, stop } from '#local/input.ts'
import { readJudged } from './aside/judged.ts'
import { checkTotals, judgedTotals, percentOf, readAside, recordTotals, type Share } from './aside/totals.ts'
import { type LabelledConsultation, unmarked } from './corpus.ts'
import { faultsOf } from './train/faults.ts'
import { seeded } from './train/linear.ts'

const FILE = new URL('../../domain/quality/figures.json', import.meta.url)
const FAULT_SEED = 3
/** A figure without the run that measured it. */
type Measured = Pick<Figure, 'value' | 'unit' | 'set' | 'size'>

readArguments({}, [])
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
// The commit must be the code that ran.
const changed = git('status', '--porcelain', '--', 'domain', 'local', 'tests/evals', ':!domain/quality/figures.json')
if (changed) stop(`Commit these changes first: ${changed.split('\n').join(', ')}`)

const percent = (share: Share, set: Measured['set']): Measured => ({
  value: Math.round(percentOf(share)),
  unit: 'percent',
  set,
  size: share.whole,
})
const count = (value: number, set: Measured['set'], size: number): Measured => ({ value, unit: 'count', set, size })

const consultations = readAside()
const totals = recordTotals(consultations)
const run = {
  command: 'npm run quality',
  date: new Date().toISOString().slice(0, 10),
  commit: git('rev-parse', 'HEAD'),
}
const measured: Record<QuickName, Measured> = { ...factFigures(), ...noteFigures(), ...checkFigures() }

const before = JSON.parse(readFileSync(FILE, 'utf8')) as Partial<Figures>
const figures = { ...before }
for (const [name, one] of Object.entries(measured) as [QuickName, Measured][]) {
  figures[name] = { ...one, ...run, commit: run.commit.slice(0, 8) }
  const old = before[name]?.value
  const change = old === undefined || old === one.value ? '' : `  (${old} before)`
  console.log(
    `${name.padEnd(28)} ${String(one.value).padStart(6)} ${one.unit.padEnd(8)} ${one.size} ${one.set}${change}`,
  )
}
writeFileSync(FILE, `${JSON.stringify(figuresFile.parse(figures), null, 2)}\n`)

function factFigures() {
  const { found, critical, placed, cited, wrong } = totals
  const inForm = (change: (line: LabelledConsultation['lines'][number]) => Partial<typeof line>) =>
    recordTotals(
      consultations.map((one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, ...change(line) })) })),
    )
  return {
    consultations: count(consultations.length, 'consultations', consultations.length),
    lines: count(
      consultations.reduce((sum, { lines }) => sum + lines.length, 0),
      'consultations',
      consultations.length,
    ),
    'facts-found': percent(found, 'facts'),
    'critical-found': percent(critical, 'critical-facts'),
    'facts-placed': percent(placed, 'facts'),
    'facts-cited': percent(cited, 'found-facts'),
    'facts-found-plain': percent(inForm(({ text }) => ({ text: unmarked(text) })).found, 'facts'),
    'facts-found-unlabelled': percent(inForm(() => ({ speaker: undefined })).found, 'facts'),
    'false-claims': count(wrong.part, 'false-statements', wrong.whole),
  }
}

function noteFigures() {
  const { written, words } = totals
  const { judged, right, anew, wrong, levels } = judgedTotals(consultations, readJudged())
  const high = levels.find(({ level }) => level === 'high')?.sentences ?? 0
  return {
    'ideal-written': percent(written, 'ideal-sentences'),
    length: {
      value: Math.round((100 * words.part) / words.whole) / 100,
      unit: 'ratio',
      set: 'ideal-words',
      size: words.whole,
    },
    'sentences-judged': percent(judged, 'written-sentences'),
    'sentences-stay': percent(right, 'judged-sentences'),
    'sentences-anew': percent(anew, 'judged-sentences'),
    'sentences-wrong': percent(wrong, 'judged-sentences'),
    'sentences-high': percent({ part: high, whole: judged.part }, 'judged-sentences'),
  } as const
}

function checkFigures() {
  const { caught, doubted } = checkTotals(consultations)
  const draw = seeded(FAULT_SEED)
  const planted = consultations.map((one, at) => ({
    ...one,
    ideal: [],
    subtle: faultsOf(one, consultations[(at + 7) % consultations.length] ?? one, draw).map((fault) => ({
      ...fault,
      kind: 'planted',
      why: '',
    })),
  }))
  const ofKind = (kind: string) =>
    checkTotals(
      consultations.map((one) => ({ ...one, ideal: [], subtle: one.subtle.filter((error) => error.kind === kind) })),
    )
  const kinds = errorKinds.map((kind) => [`caught-${kind}`, percent(ofKind(kind).caught, 'subtle-errors')] as const)
  return {
    'errors-caught': percent(caught, 'subtle-errors'),
    'ideal-doubted': percent(doubted, 'ideal-sentences'),
    'planted-caught': percent(checkTotals(planted).caught, 'planted-errors'),
    ...(Object.fromEntries(kinds) as Record<(typeof kinds)[number][0], Measured>),
  }
}
