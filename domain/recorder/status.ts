import { lengthLabel } from './elapsed.ts'
import type { RecorderState } from './recorder.ts'
import type { RoomView } from './room-view.ts'

export type StatusTone = 'recording' | 'ok' | 'quiet' | 'warn' | 'danger'
export type Status = { text: string; tone: StatusTone }

export type StatusFacts = {
  recorder: RecorderState
  view: RoomView
  /** Audio on this device that the room has not stored. */
  waitingMs: number
  /** 'Finalizar' was confirmed here. */
  finishing: boolean
}

/** Frames on their way are no backlog: less than this is not worth a word. */
const BACKLOG_MS = 2_000

/** One line that is always true. What is only in this page's memory is never called protected. */
export function statusOf({ recorder, view, waitingMs, finishing }: StatusFacts): Status {
  const offline = view.connection !== 'connected'
  const backlog = waitingMs >= BACKLOG_MS
  const length = lengthLabel(waitingMs)
  if (finishing || view.status !== 'active') {
    if (view.status === 'completed') return { text: 'Consulta finalizada', tone: 'ok' }
    if (offline)
      return {
        text: waitingMs > 0 ? `Finalizando… sem conexão, ${length} a enviar` : 'Finalizando… aguardando conexão',
        tone: 'warn',
      }
    return { text: backlog ? `Finalizando… enviando ${length}` : 'Finalizando…', tone: 'ok' }
  }
  switch (recorder.name) {
    case 'recording':
      if (offline) return { text: `Gravando sem conexão · ${length} a enviar`, tone: 'warn' }
      return backlog
        ? { text: `Gravando · enviando ${length}`, tone: 'recording' }
        : { text: 'Gravando', tone: 'recording' }
    case 'paused':
      if (waitingMs > 0 && (offline || backlog)) return { text: `Pausado · ${length} a enviar`, tone: 'warn' }
      return { text: 'Pausado', tone: 'quiet' }
    case 'requesting_permission':
      return { text: 'Aguardando o microfone…', tone: 'quiet' }
    case 'connecting':
      return { text: 'Iniciando…', tone: 'quiet' }
    case 'processing':
      return { text: 'Encerrando a gravação…', tone: 'quiet' }
    case 'permission_denied':
      return { text: 'Sem acesso ao microfone', tone: 'danger' }
    case 'error':
      return { text: recorder.goOn ? 'Microfone parou' : 'A gravação não começou', tone: 'danger' }
    case 'idle':
    case 'ready':
      return atRest(view, offline, waitingMs, length)
    default:
      return never(recorder)
  }
}

function atRest(view: RoomView, offline: boolean, waitingMs: number, length: string): Status {
  if (waitingMs > 0) return { text: offline ? `Sem conexão · ${length} a enviar` : `Enviando ${length}…`, tone: 'warn' }
  if (offline) return { text: 'Aguardando...', tone: 'quiet' }
  return view.recorder === 'other'
    ? { text: 'Gravando em outra tela', tone: 'warn' }
    : { text: 'Pronto para gravar', tone: 'ok' }
}

function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
