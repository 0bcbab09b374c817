/** State of the room on one screen, built from the server's messages alone. Recording and transcript read it. */

import type { ConsentState } from '../consent/consent.ts'
import type {
  RoomEntry,
  RoomGap,
  RoomStatus,
  ServerMessage,
  TakeLength,
  TakeProgress,
} from '../consultation/protocol.ts'
import { never } from '../never.ts'
import type { EngineFault } from '../speech/fault.ts'
import type { Speaker } from '../transcript/entry.ts'

/** 'error': five attempts failed; the socket goes on trying. */
export type Connection = 'connecting' | 'connected' | 'disconnected' | 'error'

export type RoomView = {
  connection: Connection
  /** False until the first welcome: the other fields hold defaults. */
  hasWelcome: boolean
  status: RoomStatus
  recorder: 'you' | 'other' | 'none'
  take: number | null
  takes: readonly TakeProgress[]
  /** Final lines in the order of the audio. */
  entries: readonly RoomEntry[]
  /** Text that may still change; never stored. */
  partials: readonly RoomEntry[]
  gaps: readonly RoomGap[]
  engine: {
    state: 'connecting' | 'listening' | 'idle' | 'lost'
    name: string
    demonstration: boolean
    /** Why the engine is lost. */
    fault?: EngineFault | undefined
  }
  /** [C44] Place of this page's own recogniser among the engines; null: not used. */
  deviceSpeech: 'first' | 'last' | null
  missing: readonly TakeLength[]
  askGap: boolean
  /** Length of voice in which the engine twice found no words. */
  wordlessMs: number
  consent: ConsentState
  /** The last revision seen, for `hello.since`. */
  revision: number
}

/** Commands of a screen to the room. They return false without a connection: the command was not sent. */
export type RoomCommands = {
  setSpeaker(id: string, speaker: Speaker | null): boolean
  flipSpeakers(): boolean
  /** Resolves to null once the room has the text, else to the reason. It stays on this device until then, offline too. */
  editEntry(id: string, text: string): Promise<string | null>
  /** Forgets a correction that the room has not stored. */
  dropEdit(id: string): void
  /** Adds a line that the doctor typed. It stays on this device until the room has stored it, offline too. */
  writeEntry(text: string, speaker: Speaker | null): void
  /** Registers an unsent line, which is sent before the consultation finishes. Returns a function that unregisters it. */
  unsent(send: () => void): () => void
  /** [R20] Ends the consultation in ten seconds, unless the doctor undoes it. */
  finish(): void
}

/** A line typed here that the room has not stored. `at` in epoch ms; `isRefused`: the room is full. */
export type PendingLine = { id: string; text: string; speaker: Speaker | null; at: number; isRefused?: boolean }

export const emptyView: RoomView = {
  connection: 'connecting',
  hasWelcome: false,
  status: 'active',
  recorder: 'none',
  take: null,
  takes: [],
  entries: [],
  partials: [],
  gaps: [],
  engine: { state: 'idle', name: '', demonstration: false },
  deviceSpeech: null,
  missing: [],
  askGap: false,
  wordlessMs: 0,
  consent: 'unasked',
  revision: 0,
}

/** Returns the view with this connection. Partials end with their connection: the room never stores them. */
export const withConnection = (view: RoomView, connection: Connection): RoomView =>
  connection === view.connection
    ? view
    : { ...view, connection, partials: connection === 'connected' ? view.partials : [] }

/** Returns the view after a message. A message type without a case here does not compile. */
export function applyMessage(view: RoomView, message: ServerMessage): RoomView {
  switch (message.type) {
    case 'welcome': {
      const { status, recorder, take, takes, gaps, engine, consent } = message
      const finishing = status === 'finishing' ? {} : { askGap: false, missing: [], wordlessMs: 0 }
      const deviceSpeech = message.device_speech ?? null
      const facts = { status, recorder, take, takes, gaps, engine, consent, deviceSpeech }
      const welcomed = { ...view, hasWelcome: true, ...facts, partials: [], ...finishing }
      return message.entries.reduce(withEntry, welcomed)
    }
    case 'audio_ack': {
      const { take, stored, transcribed } = message
      return { ...view, takes: [...view.takes.filter((one) => one.take !== take), { take, stored, transcribed }] }
    }
    case 'transcription_update': {
      const { type: _, is_final, ...entry } = message
      return is_final || !entry.isPartial ? withFinal(view, entry) : withPartial(view, entry)
    }
    case 'entry_changed': {
      const { type: _, ...entry } = message
      return withEntry(view, entry)
    }
    case 'gap': {
      const { type: _, ...gap } = message
      // Confirmed with no length: the room does not show it.
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
      // Without consent the engine is closed: a partial never gets its final line.
      return { ...view, consent: message.state, partials: message.state === 'accepted' ? view.partials : [] }
    case 'recorder':
      return { ...view, recorder: message.recorder, take: message.take }
    case 'refused':
      return message.code === 'completed' ? { ...view, status: 'completed' } : view
    // A page that waits for a job has a socket of its own; the statements read `device_stored`.
    case 'device_stored':
    case 'structuring':
    case 'export':
    case 'read_check':
      return view
    default:
      return never(message)
  }
}

/** A final line replaces its partial, which may have had another id. */
function withFinal(view: RoomView, entry: RoomEntry): RoomView {
  const partials = view.partials.filter((one) => one.id !== entry.id && one.start_ms >= entry.end_ms)
  return withEntry({ ...view, partials }, entry)
}

function withPartial(view: RoomView, entry: RoomEntry): RoomView {
  if (view.entries.some((one) => one.id === entry.id)) return view
  const others = view.partials.filter((one) => one.id !== entry.id)
  return { ...view, partials: [...others, entry].sort((a, b) => a.start_ms - b.start_ms) }
}

/** Lines keep their order. A late line, of another device's take, is inserted by its time. */
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
