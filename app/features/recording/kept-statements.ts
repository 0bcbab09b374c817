import { z } from 'zod/mini'
import { notesNamed, readNote, writeNote } from '#app/lib/device/notes.ts'
import { discardedTakes } from '#domain/consent/contract.ts'
import { gapReason } from '#domain/consultation/gap.ts'
import { speaker } from '#domain/consultation/protocol.ts'

export const STATEMENTS = 'statements'

const keptGap = z.object({ type: z.literal('gap'), take: z.int(), at: z.int(), ms: z.int(), reason: gapReason })
const keptLine = z.object({ id: z.string(), text: z.string(), speaker: z.nullable(speaker), at: z.number() })
const kept = z.object({
  gaps: z._default(z.array(keptGap), []),
  lines: z._default(z.array(keptLine), []),
  /** 'Finalizar' was confirmed here. */
  finish: z._default(z.nullable(z.object({ acceptGap: z.boolean() })), null),
  /**
   * The patient took the consent back, `at` in epoch ms, and this is what was thrown away here for it. `report`: the
   * server knows of it, and hears only what was thrown away.
   */
  revocation: z._default(
    z.nullable(z.object({ at: z.number(), discarded: discardedTakes, report: z._default(z.boolean(), false) })),
    null,
  ),
})
export type Kept = z.infer<typeof kept>
export type KeptGap = z.infer<typeof keptGap>
export type Revocation = NonNullable<Kept['revocation']>

const nothing = kept.parse({})
const gapKey = (gap: KeptGap): string => `gap ${gap.take} ${gap.at} ${gap.reason}`
const lineKey = (line: { id: string }): string => line.id

/**
 * What this device still has to tell about a consultation, and who will be told may be gone with the page: a sealed note
 * until it was heard. Two pages of a doctor share the note: each adds and removes its own, none undoes the other's. While
 * it can't be opened (the session has ended, the disk fails) nothing is written over it: what comes goes beside it, under
 * this page's own name, and both are joined as soon as they can be read.
 */
export class KeptStatements {
  #kept = nothing
  /** Heard, or no longer so: what another page may still have written about it does not come back. */
  #gone = new Set<string>()
  /** What was written beside the note: it may have become unreadable too. */
  #beside: Kept = nothing
  readonly #own = `${STATEMENTS} ${crypto.randomUUID()}`
  readonly #consultationId: string
  readonly #changed: (kept: Kept) => void

  constructor(consultationId: string, changed: (kept: Kept) => void = () => undefined) {
    this.#consultationId = consultationId
    this.#changed = changed
  }

  /** What is kept, for who has nothing to tell: notes are not joined by it. */
  static async look(consultationId: string): Promise<Kept> {
    const notes = new KeptStatements(consultationId)
    return notes.#with(await notes.#read())
  }

  get now(): Kept {
    return this.#kept
  }
  /** Taken back here, and the server has still to hear it. */
  get revoked(): boolean {
    return this.#kept.revocation?.report === false
  }
  async restore(): Promise<void> {
    const notes = await this.#read()
    this.#kept = this.#with(notes)
    this.#changed(this.#kept)
    if (notes.size > 1) await this.#write()
  }
  change(change: Partial<Kept>): Promise<void> {
    const next = { ...this.#kept, ...change }
    const still = new Set(keysOf(next))
    for (const key of keysOf(this.#kept)) if (!still.has(key)) this.#gone.add(key)
    for (const key of still) this.#gone.delete(key)
    this.#kept = next
    this.#changed(next)
    return this.#write()
  }

  /** Together with what another page of this doctor wrote. */
  #with(notes: ReadonlyMap<string, Kept | null>): Kept {
    return [...notes.values()].reduce<Kept>(
      (all, other) => (other ? joinedKept(all, other, this.#gone) : all),
      this.#kept,
    )
  }

  /** By name; null: it can't be read now. */
  async #read(): Promise<Map<string, Kept | null>> {
    const named = await notesNamed(STATEMENTS).catch(() => [])
    const beside = named.filter((note) => note.consultationId === this.#consultationId).map(({ name }) => name)
    const notes = new Map<string, Kept | null>()
    for (const name of new Set([STATEMENTS, ...beside])) {
      const read = readNote(this.#consultationId, name).then((value) => z.catch(kept, nothing).parse(value ?? {}))
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
    // What cannot be written now stays in this page, and is written when there is a key.
    await locked(`relato-statements:${this.#consultationId}`, write).catch(() => undefined)
  }
}

/** No Web Locks, nobody to share with. */
const locked = (name: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, work) : work()

const keysOf = ({ gaps, lines, finish, revocation }: Kept): string[] => [
  ...gaps.map(gapKey),
  ...lines.map(lineKey),
  ...(finish ? ['finish'] : []),
  ...(revocation ? ['revocation'] : []),
]

/** Something is left that somebody has to hear. */
export const isUntold = (kept: Kept): boolean => keysOf(kept).length > 0

function joinedKept(own: Kept, other: Kept, gone: ReadonlySet<string>): Kept {
  return {
    gaps: joined(own.gaps, other.gaps, gapKey, gone),
    lines: joined(own.lines, other.lines, lineKey, gone),
    finish: own.finish ?? (gone.has('finish') ? null : other.finish),
    revocation: joinedRevocation(own.revocation, gone.has('revocation') ? null : other.revocation),
  }
}

/** A report never takes the place of a revocation that the server has not heard. */
function joinedRevocation(own: Kept['revocation'], other: Kept['revocation']): Kept['revocation'] {
  if (!own || !other || own.report === other.report) return own ?? other
  const [first, second] = own.report ? [other, own] : [own, other]
  const takes = joined(first.discarded, second.discarded, ({ take }) => String(take), new Set())
  return { ...first, discarded: takes }
}

const joined = <T>(own: readonly T[], other: readonly T[], key: (one: T) => string, gone: ReadonlySet<string>): T[] => {
  const known = new Set(own.map(key))
  return [...own, ...other.filter((one) => !known.has(key(one)) && !gone.has(key(one)))]
}
