import { lengthLabel } from './elapsed.ts'
import type { RecorderState } from './recorder.ts'
import type { RoomView } from './room-view.ts'

export type StatusTone = 'recording' | 'ok' | 'quiet' | 'warn' | 'danger'
/** `detail` changes all the time: it is read by who looks, never aloud by itself. */
export type Status = { text: string; detail: string | null; tone: StatusTone }

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

const status = (tone: StatusTone, text: string, detail: string | null = null): Status => ({ text, detail, tone })

/** One line that is always true. What is only in this page's memory is never called protected. */
export function statusOf({ recorder, view, waitingMs, finishing }: StatusFacts): Status {
  const offline = view.connection !== 'connected'
  const backlog = waitingMs >= BACKLOG_MS
  const length = lengthLabel(waitingMs)
  const toSend = waitingMs > 0 ? `${length} a enviar` : null
  const sending = backlog ? `enviando ${length}` : null
  if (finishing || view.status !== 'active') {
    if (view.status === 'completed') return status('ok', 'Consulta finalizada')
    if (offline) return status('warn', toSend ? 'Finalizando… sem conexão' : 'Finalizando… aguardando conexão', toSend)
    return status('ok', 'Finalizando…', sending)
  }
  switch (recorder.name) {
    case 'recording':
      return offline ? status('warn', 'Gravando sem conexão', toSend) : status('recording', 'Gravando', sending)
    case 'paused':
      return toSend && (offline || backlog) ? status('warn', 'Pausado', toSend) : status('quiet', 'Pausado')
    case 'requesting_permission':
      return status('quiet', 'Aguardando o microfone…')
    case 'connecting':
      return status('quiet', 'Iniciando…')
    case 'processing':
      return status('quiet', 'Encerrando a gravação…')
    case 'permission_denied':
      return status('danger', 'Sem acesso ao microfone')
    case 'error':
      return status('danger', recorder.goOn ? 'Microfone parou' : 'A gravação não começou')
    case 'idle':
    case 'ready':
      return atRest(view, offline, toSend, length)
    default:
      return never(recorder)
  }
}

function atRest(view: RoomView, offline: boolean, toSend: string | null, length: string): Status {
  if (toSend) return offline ? status('warn', 'Sem conexão', toSend) : status('warn', 'Enviando áudio', length)
  if (offline) return status('quiet', 'Aguardando...')
  return view.recorder === 'other' ? status('warn', 'Gravando em outra tela') : status('ok', 'Pronto para gravar')
}

/** Said aloud at once, and once. A microphone that is lost has its own box. */
export const alarmOf = (recorder: RecorderState, view: RoomView): string | null =>
  recorder.name === 'recording' && view.known && view.connection !== 'connected' && view.status === 'active'
    ? 'A conexão caiu. A gravação continua e será enviada quando a conexão voltar: mantenha esta página aberta.'
    : null

/** The end came before this audio was stored, and nobody takes it any more. */
export const lateAudio = (waitingMs: number): string =>
  `A consulta foi finalizada sem que ${lengthLabel(waitingMs)} de áudio deste aparelho tivessem confirmação do servidor: esse trecho pode faltar na transcrição.`

function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
