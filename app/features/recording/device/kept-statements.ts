import { z } from 'zod/mini'
import { notesNamed, readNote, writeNote } from '#app/lib/device/notes.ts'
import { discardedTakes } from '#domain/consent/contract.ts'
import { gapReason } from '#domain/consultation/gap.ts'
import { speaker } from '#domain/transcript/entry.ts'

export const STATEMENTS = 'statements'

const keptGap = z.object({ type: z.literal('gap'), take: z.int(), at: z.int(), ms: z.int(), reason: gapReason })
const keptLine = z.object({ id: z.string(), text: z.string(), speaker: z.nullable(speaker), at: z.number() })
/** A correction of a line. */
const keptEdit = z.object({ id: z.string(), text: z.string() })
/** A result of this page's recogniser; places in samples of the take, `wall` in epoch ms. */
const keptResult = z.object({
  id: z.string(),
  take: z.int(),
  from: z.int(),
  to: z.int(),
  at: z.int(),
  text: z.string(),
  confidence: z.optional(z.number()),
  wall: z.number(),
})
const keptSchema = z.object({
  gaps: z._default(z.array(keptGap), []),
  lines: z._default(z.array(keptLine), []),
  edits: z._default(z.array(keptEdit), []),
  results: z._default(z.array(keptResult), []),
  /** 'Finalizar' was confirmed on this device. */
  finish: z._default(z.nullable(z.object({ acceptGap: z.boolean() })), null),
  /**
   * The patient withdrew consent `at` (epoch ms); `discarded` was deleted here for it. `report`: the server already
   * has the withdrawal and needs only what was deleted.
   */
  revocation: z._default(
    z.nullable(z.object({ at: z.number(), discarded: discardedTakes, report: z._default(z.boolean(), false) })),
    null,
  ),
})
export type StatementList = z.infer<typeof keptSchema>
export type KeptGap = z.infer<typeof keptGap>
export type KeptEdit = z.infer<typeof keptEdit>
export type KeptResult = z.infer<typeof keptResult>
export type Revocation = NonNullable<StatementList['revocation']>

const empty = keptSchema.parse({})
const gapKey = (gap: KeptGap): string => `gap ${gap.take} ${gap.at} ${gap.reason}`
/** The key of a line or of a result: each has an id of its own. */
const idKey = (one: { id: string }): string => one.id
/** A later correction of the line replaces it. */
const editKey = ({ id }: KeptEdit): string => `edit ${id}`

/**
 * Statements of this device that the server has not acknowledged, stored as a sealed note that survives the page. Two
 * pages of a doctor share the note: each adds and removes only its own statements. An unreadable note is never
 * overwritten: new statements go into a second note under this page's name. Both are merged once they can be read.
 */
export class KeptStatements {
  #list = empty
  /** Acknowledged or cancelled statements: another page's copy must not restore them. */
  #removed = new Set<string>()
  /** Content of the second note, in case it becomes unreadable too. */
  #beside: StatementList = empty
  readonly #own = `${STATEMENTS} ${crypto.randomUUID()}`
  readonly #consultationId: string
  readonly #changed: (list: StatementList) => void

  constructor(consultationId: string, changed: (list: StatementList) => void = () => undefined) {
    this.#consultationId = consultationId
    this.#changed = changed
  }

  /** Returns the statements on this device without merging the notes. */
  static async look(consultationId: string): Promise<StatementList> {
    const notes = new KeptStatements(consultationId)
    return notes.#with(await notes.#read())
  }

  get now(): StatementList {
    return this.#list
  }
  /** Withdrawn on this device, not yet acknowledged by the server. */
  get revoked(): boolean {
    return this.#list.revocation?.report === false
  }
  async restore(): Promise<void> {
    // Waits for a page that is writing: its statement would be missed.
    const notes = await locked(this.#consultationId, () => this.#read())
    this.#list = this.#with(notes)
    this.#changed(this.#list)
    if (notes.size > 1) await this.#write()
  }
  change(change: Partial<StatementList>): Promise<void> {
    const next = { ...this.#list, ...change }
    const still = new Set(keysOf(next))
    for (const key of keysOf(this.#list)) if (!still.has(key)) this.#removed.add(key)
    for (const key of still) this.#removed.delete(key)
    this.#list = next
    this.#changed(next)
    return this.#write()
  }

  /** Merges the notes of this doctor's pages. */
  #with(notes: ReadonlyMap<string, StatementList | null>): StatementList {
    return [...notes.values()].reduce<StatementList>(
      (all, other) => (other ? joinLists(all, other, this.#removed) : all),
      this.#list,
    )
  }

  /** Notes by name; null: unreadable now. */
  async #read(): Promise<Map<string, StatementList | null>> {
    const named = await notesNamed(STATEMENTS).catch(() => [])
    const beside = named.filter((note) => note.consultationId === this.#consultationId).map(({ name }) => name)
    const notes = new Map<string, StatementList | null>()
    for (const name of new Set([STATEMENTS, ...beside])) {
      const read = readNote(this.#consultationId, name).then((value) => z.catch(keptSchema, empty).parse(value ?? {}))
      notes.set(name, await read.catch(() => (name === this.#own ? this.#beside : null)))
    }
    return notes
  }

  async #write(): Promise<void> {
    const write = async () => {
      const notes = await this.#read()
      const all = this.#with(notes)
      const name = notes.get(STATEMENTS) ? STATEMENTS : this.#own
      if (name === this.#own) this.#beside = all
      const isKept = await writeNote(this.#consultationId, name, keysOf(all).length === 0 ? null : all)
      if (!isKept) return
      for (const [other, read] of notes)
        if (read && other !== STATEMENTS && other !== name) await writeNote(this.#consultationId, other, null)
    }
    // If the write fails, memory holds it until a key is available.
    await locked(this.#consultationId, write).catch(() => undefined)
  }
}

/** A browser without Web Locks runs the work without a lock. */
const locked = async <T>(consultationId: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? await navigator.locks.request(`relato-statements:${consultationId}`, work) : work()

const keysOf = ({ gaps, lines, edits, results, finish, revocation }: StatementList): string[] => [
  ...gaps.map(gapKey),
  ...lines.map(idKey),
  ...edits.map(editKey),
  ...results.map(idKey),
  ...(finish ? ['finish'] : []),
  ...(revocation ? ['revocation'] : []),
]

/** Returns whether any statement waits for an acknowledgement. */
export const hasStatements = (list: StatementList): boolean => keysOf(list).length > 0

function joinLists(own: StatementList, other: StatementList, removed: ReadonlySet<string>): StatementList {
  return {
    gaps: joinOwn(own.gaps, other.gaps, gapKey, removed),
    lines: joinOwn(own.lines, other.lines, idKey, removed),
    edits: joinOwn(own.edits, other.edits, editKey, removed),
    results: joinOwn(own.results, other.results, idKey, removed),
    finish: own.finish ?? (removed.has('finish') ? null : other.finish),
    revocation: joinRevocations(own.revocation, removed.has('revocation') ? null : other.revocation),
  }
}

/** A report never replaces a revocation that the server has not acknowledged. */
function joinRevocations(
  own: StatementList['revocation'],
  other: StatementList['revocation'],
): StatementList['revocation'] {
  if (!own || !other || own.report === other.report) return own ?? other
  const [first, second] = own.report ? [other, own] : [own, other]
  const takes = joinOwn(first.discarded, second.discarded, ({ take }) => String(take), new Set())
  return { ...first, discarded: takes }
}

const joinOwn = <T>(
  own: readonly T[],
  other: readonly T[],
  key: (one: T) => string,
  removed: ReadonlySet<string>,
): T[] => {
  const ownKeys = new Set(own.map(key))
  return [...own, ...other.filter((one) => !ownKeys.has(key(one)) && !removed.has(key(one)))]
}

/** Returns the ids whose end was confirmed on this device but not yet on the server, where they are active. */
export async function finishingHere(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const checks = ids.map(async (id) => ((await KeptStatements.look(id)).finish === null ? [] : [id]))
  return new Set((await Promise.all(checks)).flat())
}
