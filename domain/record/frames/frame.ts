// The facts of a consultation: typed, with slots, each slot with its lines.
import type { Clause } from '#domain/dialogue/clause.ts'

export type FrameKind =
  | 'symptom'
  | 'medication'
  | 'allergy'
  | 'condition'
  | 'event'
  | 'family'
  | 'habit'
  | 'measure'
  | 'finding'
  | 'result'
  | 'hypothesis'
  | 'order'
  | 'referral'
  | 'instruction'
  | 'warning'
  | 'return'
  | 'absence'
  | 'reason'

/** `text` is its wording in the note. */
type SlotValue = { text: string; lines: readonly string[] }
export type Frame = {
  kind: FrameKind
  /** The thing itself, in the note's wording. */
  name: string
  polarity: 'affirmed' | 'denied'
  /** Kind of its own: the status of a medication, the section of an instruction, the certainty of a hypothesis. */
  status: string
  slots: Map<string, SlotValue>
  lines: string[]
  /** The consultation affirms and denies it. */
  open?: boolean
}

/** The facts of a consultation. Facts about the same thing are one; the last correction of a slot wins. */
export class Frames {
  readonly #kinds = new Map<FrameKind, Map<string, Frame>>()

  /** The fact about this thing, new or known. A contradiction leaves the fact open. */
  put(
    kind: FrameKind,
    name: string,
    lines: readonly string[],
    { polarity = 'affirmed', status }: { polarity?: Frame['polarity']; status?: string } = {},
  ): Frame {
    const earlier = this.find(kind, name)
    if (earlier) {
      add(earlier.lines, lines)
      // The note leaves out a fact that is both affirmed and denied.
      if (polarity !== earlier.polarity) earlier.open = true
      if (status) earlier.status = status
      return earlier
    }
    const frame: Frame = { kind, name, polarity, status: status ?? '', slots: new Map(), lines: [...lines] }
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? new Map<string, Frame>()).set(name, frame))
    return frame
  }

  /** Takes over a fact as it is. */
  keep(frame: Frame): void {
    this.#kinds.set(frame.kind, (this.#kinds.get(frame.kind) ?? new Map<string, Frame>()).set(frame.name, frame))
  }

  everything(): readonly Frame[] {
    return [...this.#kinds.values()].flatMap((frames) => [...frames.values()])
  }

  find(kind: FrameKind, name: string): Frame | undefined {
    return this.#kinds.get(kind)?.get(name)
  }

  /** The facts of a kind, in the order they were first said. */
  of(kind: FrameKind): readonly Frame[] {
    return [...(this.#kinds.get(kind)?.values() ?? [])]
  }
}

const add = (to: string[], lines: readonly string[]): void => {
  for (const line of lines) if (!to.includes(line)) to.push(line)
}

/** Fills a slot. The first value stays unless the speaker corrects it. */
export function fill(frame: Frame, slot: string, text: string, lines: readonly string[], corrected = false): void {
  if (frame.slots.has(slot) && !corrected) return
  frame.slots.set(slot, { text, lines })
  add(frame.lines, lines)
}

/** The line of the clause, after the line of the question that it answers. */
export const linesOf = (clause: Clause): string[] =>
  clause.answers ? [clause.answers.line, clause.line] : [clause.line]
