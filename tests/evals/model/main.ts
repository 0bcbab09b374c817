// npm run eval:model -- CASES_DIR [--out FOLDER]: asks the model of MODEL_URL, MODEL_NAME and MODEL_KEY for a record of
// each case, prints what the product keeps of it, and writes the answers as FOLDER/<id>.json.
//   --stored           plays the stored answers instead
//   --pack FOLDER      puts such files among the stored answers
import { join } from 'node:path'
import { z } from 'zod'
import { listFiles, makeFolder, readArguments, readJson, stop, writeText } from '#local/input.ts'
import { type Consultation, readConsultations } from '#local/structure/consultation.ts'
import type { Env } from '#workers/env.ts'
import { type Ask, asking } from '#workers/structuring/ask.ts'
import { ModelUnusable } from '#workers/structuring/failure.ts'
import { paceOf } from '#workers/structuring/model.ts'
import { PROMPT_VERSION } from '#workers/structuring/prompt.ts'
import { openModel } from '#workers/structuring/provider.ts'
import { asCase } from '../corpus.ts'
import { type CaseScore, figuresOf, goldCase, scoreRecord } from '../score.ts'
import {
  callOf,
  entriesOf,
  type ModelCase,
  modelCases,
  playing,
  readStored,
  type StoredAnswers,
  storedAnswers,
  writeStored,
} from './stored.ts'
import { forScorer, mixedTotals, provenWith } from './totals.ts'

const own = ['--stored', '--pack'].some((name) => process.argv.includes(name))
const options = { out: { type: 'string' }, stored: { type: 'boolean' }, pack: { type: 'string' } } as const
const { values, operands } = readArguments(options, own ? [] : ['CASES_DIR'])

if (values.pack) pack(values.pack)
else if (values.stored) await playStored()
else await askModel(operands[0] ?? '', values.out)

/** Adds the answers of a folder to the stored ones; those of the same author kind and consultation go. */
function pack(folder: string): void {
  const stored = readStored()
  const names = listFiles(folder, '.json')
  for (const name of names) {
    const id = name.slice(0, -5)
    const added = z.array(storedAnswers).parse(readJson(join(folder, name)))
    const others = (stored[id] ?? []).filter(({ by }) => added.every((one) => one.by !== by))
    stored[id] = [...others, ...added]
  }
  writeStored(stored)
  console.log(`answers for ${names.length} consultations packed`)
}

async function playStored(): Promise<void> {
  const stored = readStored()
  for (const by of ['good', 'sloppy']) {
    const rows: Row[] = []
    for (const one of modelCases()) {
      const answers = stored[one.id]?.find((item) => item.by === by)
      if (answers) rows.push(await rowOf(one, playing(answers.calls)))
    }
    print(by, rows)
  }
  for (const share of [0.1, 0.2, 0.4]) {
    const { wrong, right } = await mixedTotals(modelCases(), stored, share)
    console.log(
      `good with ${100 * share}% made wrong: ${countsOf(wrong)} of the wrong, ${countsOf(right)} of the others`,
    )
  }
}

async function askModel(folder: string, out: string | undefined): Promise<void> {
  const { MODEL_URL = '', MODEL_NAME = '', MODEL_KEY = '' } = process.env
  if (!MODEL_URL || !MODEL_NAME) stop('MODEL_URL and MODEL_NAME name no model')
  const env = { MODEL_URL, MODEL_NAME, MODEL_KEY } as Env
  const pace = paceOf(env)
  if (out) makeFolder(out)
  const rows: Row[] = []
  for (const { name, raw, consultation, wrong } of readConsultations(folder)) {
    if (!consultation) stop(`${name}: ${wrong}`)
    const calls: Record<string, string> = {}
    const ask = asking(openModel(env), pace.patience)
    const row = await rowOf(caseOf(consultation), recording(ask, calls), raw)
    const answers: StoredAnswers = {
      by: MODEL_NAME,
      author: MODEL_NAME,
      date: new Date().toISOString().slice(0, 10),
      promptVersion: PROMPT_VERSION,
      calls,
      mistakes: [],
    }
    if (out) writeText(join(out, `${consultation.id}.json`), `${JSON.stringify([answers], null, 1)}\n`)
    rows.push(row)
  }
  print(MODEL_NAME, rows)
}

const caseOf = ({ id, entries, specialty, patient }: Consultation): ModelCase => ({
  id,
  entries: entriesOf(entries),
  specialty,
  context: patient.clinical_context ?? '',
})

/** Keeps every answer under the name of its call. */
function recording(ask: Ask, calls: Record<string, string>): Ask {
  return async (wanted, messages) => {
    const name = callOf(messages)
    const attempt = await ask(wanted, messages)
    calls[name] = attempt.text
    return attempt
  }
}

type Row = { id: string; failed: boolean; kept: number; held: number; refused: number; score: CaseScore | undefined }

async function rowOf(one: ModelCase, ask: Ask, raw: unknown = one.labelled && asCase(one.labelled)): Promise<Row> {
  try {
    const proven = await provenWith(one, ask)
    const count = (state: string) => proven.judged.filter((item) => item.state === state).length
    const gold = goldCase.safeParse(raw)
    const score = gold.success ? scoreRecord(gold.data, forScorer(proven)) : undefined
    return { id: one.id, failed: false, kept: count('kept'), held: count('held'), refused: count('refused'), score }
  } catch (error) {
    if (!(error instanceof ModelUnusable)) throw error
    return { id: one.id, failed: true, kept: 0, held: 0, refused: 0, score: undefined }
  }
}

function print(by: string, rows: readonly Row[]): void {
  for (const { id, failed, kept, held, refused } of rows)
    console.log(failed ? `${id.padEnd(42)} no usable answer` : `${id.padEnd(42)} ${countsOf({ kept, held, refused })}`)
  const sum = (of: 'kept' | 'held' | 'refused') => rows.reduce((all, row) => all + row[of], 0)
  const scores = rows.flatMap(({ score }) => score ?? [])
  const { recall, critical, placed, false: wrong } = figuresOf(scores)
  console.log(
    `${by}, ${rows.length} consultations: ${countsOf({ kept: sum('kept'), held: sum('held'), refused: sum('refused') })}; of ${scores.length} with facts: found ${recall.toFixed(0)}%, critical ${critical.toFixed(0)}%, placed ${placed.toFixed(0)}%, false ${wrong}`,
  )
}

function countsOf({ kept, held, refused }: { kept: number; held: number; refused: number }): string {
  return `kept ${kept}, held ${held}, refused ${refused}`
}
