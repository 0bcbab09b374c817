/** The room as one screen sees it, built from the server's messages alone; recording and transcript both read it. */

import type { ConsentState } from '../consent/consent.ts'
import type {
  RoomEntry,
  RoomGap,
  RoomStatus,
  ServerMessage,
  ServerMessageOf,
  TakeProgress,
} from '../consultation/protocol.ts'
import type { Speaker } from '../transcript/entry.ts'

/** 'error': five attempts failed; the socket goes on trying. */
export type Connection = 'connecting' | 'connected' | 'disconnected' | 'error'

export type RoomView = {
  connection: Connection
  /** False until the first welcome: nothing is known yet. */
  known: boolean
  status: RoomStatus
  recorder: 'you' | 'other' | 'none'
  take: number | null
  takes: readonly TakeProgress[]
  /** Final lines in the order of the audio. */
  entries: readonly RoomEntry[]
  /** What is being said right now, not stored yet. */
  partials: readonly RoomEntry[]
  gaps: readonly RoomGap[]
  engine: { state: 'connecting' | 'listening' | 'idle' | 'lost'; name: string; demonstration: boolean }
  missing: readonly { take: number; samples: number }[]
  askGap: boolean
  /** Voice without words, found twice. */
  wordlessMs: number
  consent: ConsentState
  /** The last revision seen, for `hello.since`. */
  revision: number
  structuring: ServerMessageOf<'structuring'> | null
  exports: readonly ServerMessageOf<'export'>[]
}

/** What a screen may ask of the room. False: there is no connection, so nothing was asked. */
export type RoomCommands = {
  setSpeaker(id: string, speaker: Speaker | null): boolean
  flipSpeakers(): boolean
  editEntry(id: string, text: string): boolean
  /** A line the doctor types: kept on this device until the room has it, offline too. */
  writeEntry(text: string, speaker: Speaker | null): void
  /** A line is typed and not sent: it is, before the consultation is finished here. Call the result when there is none. */
  unsent(send: () => void): () => void
  /** Opens the question 'Finalizar consulta?'. */
  askFinish(): void
}

/** Typed here, and not in the room yet. `at` in epoch ms. */
export type PendingLine = { id: string; text: string; speaker: Speaker | null; at: number; isRefused?: boolean }

export const emptyView: RoomView = {
  connection: 'connecting',
  known: false,
  status: 'active',
  recorder: 'none',
  take: null,
  takes: [],
  entries: [],
  partials: [],
  gaps: [],
  engine: { state: 'idle', name: '', demonstration: false },
  missing: [],
  askGap: false,
  wordlessMs: 0,
  consent: 'unasked',
  revision: 0,
  structuring: null,
  exports: [],
}

/** A partial is of this connection only: the room never stores it. */
export const withConnection = (view: RoomView, connection: Connection): RoomView =>
  connection === view.connection
    ? view
    : { ...view, connection, partials: connection === 'connected' ? view.partials : [] }

export function received(view: RoomView, message: ServerMessage): RoomView {
  switch (message.type) {
    case 'welcome': {
      const { status, recorder, take, takes, gaps, engine, consent } = message
      const finishing = status === 'finishing' ? {} : { askGap: false, missing: [], wordlessMs: 0 }
      const greeted = {
        ...view,
        known: true,
        status,
        recorder,
        take,
        takes,
        gaps,
        engine,
        consent,
        partials: [],
        ...finishing,
      }
      return message.entries.reduce(withEntry, greeted)
    }
    case 'audio_ack': {
      const { take, stored, transcribed } = message
      return { ...view, takes: [...view.takes.filter((one) => one.take !== take), { take, stored, transcribed }] }
    }
    case 'transcription_update': {
      const { type: _, is_final, ...entry } = message
      return is_final || !entry.isPartial ? settled(view, entry) : withPartial(view, entry)
    }
    case 'entry_changed': {
      const { type: _, ...entry } = message
      return withEntry(view, entry)
    }
    case 'gap': {
      const { type: _, ...gap } = message
      // Heard, and nothing of it left.
      if (gap.end_ms <= gap.start_ms) return view
      const others = view.gaps.filter((one) => one.take !== gap.take || one.start_ms !== gap.start_ms)
      return { ...view, gaps: [...others, gap].sort((a, b) => a.start_ms - b.start_ms) }
    }
    case 'engine': {
      const { type: _, ...engine } = message
      return { ...view, engine, partials: engine.state === 'lost' ? [] : view.partials }
    }
    case 'consultation':
      return {
        ...view,
        status: message.status,
        partials: message.status === 'completed' ? [] : view.partials,
        missing: message.missing ?? [],
        askGap: message.ask_gap ?? false,
        wordlessMs: message.wordless_ms ?? 0,
      }
    case 'consent':
      // Without consent the engine is closed, and what it had begun never gets its final line.
      return { ...view, consent: message.state, partials: message.state === 'accepted' ? view.partials : [] }
    case 'recorder':
      return { ...view, recorder: message.recorder, take: message.take }
    case 'structuring':
      return { ...view, structuring: message }
    case 'export':
      return { ...view, exports: [...view.exports.filter((one) => one.id !== message.id), message] }
    case 'refused':
      return message.code === 'completed' ? { ...view, status: 'completed' } : view
    case 'read_check':
      return view
    default:
      return never(message)
  }
}

/** The final line takes the place of the partial it grew from, which may have carried another id. */
function settled(view: RoomView, entry: RoomEntry): RoomView {
  const partials = view.partials.filter((one) => one.id !== entry.id && one.start_ms >= entry.end_ms)
  return withEntry({ ...view, partials }, entry)
}

function withPartial(view: RoomView, entry: RoomEntry): RoomView {
  if (view.entries.some((one) => one.id === entry.id)) return view
  const others = view.partials.filter((one) => one.id !== entry.id)
  return { ...view, partials: [...others, entry].sort((a, b) => a.start_ms - b.start_ms) }
}

/** Lines never reorder; one that comes late (another device's take) goes where its time is. */
function withEntry(view: RoomView, entry: RoomEntry): RoomView {
  const revision = Math.max(view.revision, entry.revision)
  const at = view.entries.findIndex((one) => one.id === entry.id)
  if (at >= 0) {
    if ((view.entries[at] as RoomEntry).revision > entry.revision) return { ...view, revision }
    return { ...view, revision, entries: view.entries.with(at, entry) }
  }
  const before = view.entries.findLastIndex((one) => one.start_ms <= entry.start_ms)
  return { ...view, revision, entries: view.entries.toSpliced(before + 1, 0, entry) }
}

function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
