import type { ConsentState } from '../consent/consent.ts'
import { msOf } from '../consultation/frame.ts'
import { never } from '../never.ts'
import type { DeviceHearing } from './device-speech-line.ts'
import { lengthLabel } from './elapsed.ts'
import type { RecorderState } from './recorder.ts'
import type { RoomView } from './room-view.ts'

export type StatusTone = 'recording' | 'ok' | 'quiet' | 'warn' | 'danger'
/** `detail` follows the text. It changes each second, so screen readers do not announce it. */
export type Status = { text: string; detail: string | null; tone: StatusTone }

/**
 * Where pending audio is: 'ok' on a disk that the browser promised to keep; 'unpromised' on a disk it may evict; otherwise
 * in this page's memory only.
 */
export type Protection = 'ok' | 'unpromised' | 'unprotected' | 'full' | 'failed'

export type StatusFacts = {
  recorder: RecorderState
  view: RoomView
  /** Audio on this device that the room has not stored. */
  waitingMs: number
  /** Audio that the room has stored and not transcribed. */
  behindMs: number
  protection: Protection
  /** State of this page's recogniser. */
  hearing: DeviceHearing
  /** 'Finalizar' was confirmed here. */
  finishing: boolean
  /** When the consultation ends by itself (epoch ms); null: no end was requested. */
  ending: number | null
  /** The doctor must sign in again before audio is sent. */
  signedOut: boolean
}

const elsewhere: Status = { text: 'Gravando em outra tela', detail: null, tone: 'warn' }

/** Shown beside the status line: audio on the disk is safe until the disk is nearly full. */
export const unpromisedNote = 'O navegador não garantiu o espaço: deixe espaço livre neste aparelho.'

/** Shorter audio is under way, not a backlog. */
const BACKLOG_MS = 2_000

/** Says whether audio waits. A recording always has some on the way, so a short wait counts only without one. */
export const hasBacklog = (waitingMs: number, isRecording: boolean): boolean =>
  waitingMs >= (isRecording ? BACKLOG_MS : 1)

/** A sentence is transcribed when it ends: a shorter delay is normal. */
const LATE_MS = 8_000

const unprotected: Record<Exclude<Protection, 'ok' | 'unpromised'>, string> = {
  unprotected: 'Sem proteção: este navegador não guarda o áudio',
  full: 'Sem proteção: o aparelho está sem espaço',
  failed: 'Sem proteção: o aparelho não conseguiu guardar o áudio',
}

const status = (tone: StatusTone, text: string, detail: string | null = null): Status => ({ text, detail, tone })

/**
 * Returns one line that is always true. The worst state comes first: no sound, no connection, no protection, late text.
 * Audio in this page's memory is never called protected.
 */
export function statusOf(facts: StatusFacts): Status {
  const { recorder, view, finishing } = facts
  if (finishing || view.status !== 'active') return atTheEnd(facts)
  if (view.hasWelcome && (view.consent === 'refused' || view.consent === 'revoked')) return typing(view.consent)
  switch (recorder.name) {
    case 'recording':
      return recording(facts)
    case 'paused':
      return paused(facts)
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
      return atRest(facts)
    default:
      return never(recorder)
  }
}

const isOnDisk = (protection: Protection): protection is 'ok' | 'unpromised' =>
  protection === 'ok' || protection === 'unpromised'
const isOffline = ({ view }: StatusFacts): boolean => view.connection !== 'connected'
const inBrackets = (ms: number): string | null => (ms > 0 ? ` (${lengthLabel(ms)})` : null)

/** Recorded without a connection: says where the audio is and whether it survives this page. */
function keptHere(facts: StatusFacts, before = ''): Status {
  const { protection, waitingMs, signedOut } = facts
  const cause = before || (signedOut ? 'Entre novamente' : 'Offline')
  return isOnDisk(protection)
    ? status('warn', `${cause}: áudio guardado neste aparelho`, inBrackets(waitingMs))
    : status('danger', `${cause} e sem proteção: áudio só nesta página`, inBrackets(waitingMs))
}

/** [S3] Audio in this page's memory is not stored anywhere else. */
const sending = ({ protection }: StatusFacts): string =>
  isOnDisk(protection) ? 'Enviando áudio guardado…' : 'Enviando áudio…'

function recording(facts: StatusFacts): Status {
  const { protection, waitingMs, behindMs } = facts
  // [DS17] The room gets silence: it stores no sound and writes no text.
  if (facts.hearing === 'unheard') return status('danger', 'Gravando sem transcrever')
  if (isOffline(facts)) return keptHere(facts)
  if (!isOnDisk(protection)) return status('warn', unprotected[protection])
  if (waitingMs >= BACKLOG_MS) return status('recording', 'Enviando áudio guardado…', inBrackets(waitingMs))
  if (behindMs >= LATE_MS) return status('recording', 'Transcrição atrasada', ` ${lengthLabel(behindMs)}`)
  return status('recording', 'Gravando e protegido')
}

function paused(facts: StatusFacts): Status {
  const { view, waitingMs, signedOut } = facts
  const still = view.recorder === 'other' && !isOffline(facts) ? elsewhere : status('quiet', 'Pausado')
  if (waitingMs === 0) return still
  if (isOffline(facts)) return keptHere(facts, signedOut ? 'Pausado, entre novamente' : 'Pausado e offline')
  if (waitingMs < BACKLOG_MS) return still
  return status('quiet', `Pausado. ${sending(facts)}`, inBrackets(waitingMs))
}

function atRest(facts: StatusFacts): Status {
  const { view, waitingMs, protection } = facts
  if (waitingMs > 0) {
    return isOffline(facts) ? keptHere(facts) : status('warn', sending(facts), inBrackets(waitingMs))
  }
  if (facts.signedOut) return status('warn', 'Entre novamente para continuar')
  // Before the welcome the state of the room is unknown.
  if (isOffline(facts) || !view.hasWelcome) return status('quiet', 'Aguardando...')
  if (view.recorder === 'other') return elsewhere
  if (view.consent === 'unasked') return status('quiet', 'Falta o aviso ao paciente')
  if (facts.ending !== null) return status('quiet', 'Aguardando para finalizar')
  return isOnDisk(protection) ? status('ok', 'Pronto para gravar') : status('warn', unprotected[protection])
}

/** No audio and no AI: only typed lines. */
const typing = (consent: Extract<ConsentState, 'refused' | 'revoked'>): Status =>
  consent === 'refused'
    ? status('quiet', 'Só digitação: o paciente não autorizou a gravação')
    : status('quiet', 'Só digitação: o paciente retirou a autorização')

function atTheEnd(facts: StatusFacts): Status {
  const { view, waitingMs, protection, signedOut } = facts
  if (view.status === 'completed') return status('ok', 'Consulta finalizada')
  if (!isOffline(facts)) {
    if (waitingMs >= BACKLOG_MS) return status('ok', 'Finalizando…', ` enviando ${lengthLabel(waitingMs)}`)
    const missing = msOf(view.missing.reduce((sum, one) => sum + one.samples, 0))
    // Another device has it, or it is lost. The doctor may have postponed the question.
    if (missing > 0) return status('warn', 'Finalizando…', ` faltam ${lengthLabel(missing)} de áudio`)
    if (view.wordlessMs > 0) return status('warn', 'Finalizando…', ` ${lengthLabel(view.wordlessMs)} de fala sem texto`)
    return status('ok', 'Finalizando…')
  }
  const cause = signedOut ? 'entre novamente' : 'aguardando conexão'
  if (waitingMs === 0) return status('warn', `Finalizando… ${cause}`)
  const place = isOnDisk(protection) ? 'áudio guardado neste aparelho' : 'áudio só nesta página'
  return status('warn', `Finalizando… ${cause}, ${place}`, inBrackets(waitingMs))
}

/** Returns how far, in ms, the transcript is behind the audio that the room has stored. */
export const behindMs = ({ takes }: RoomView): number =>
  msOf(takes.reduce((sum, { stored, transcribed }) => sum + stored - transcribed, 0))

/** Returns the sentence that screen readers announce at once, or null. A lost microphone has its own box. */
export function alarmOf(facts: Pick<StatusFacts, 'recorder' | 'view' | 'protection' | 'signedOut'>): string | null {
  const { recorder, view, protection, signedOut } = facts
  if (recorder.name !== 'recording' || !view.hasWelcome || view.status !== 'active') return null
  if (view.connection === 'connected') {
    return protection === 'full' || protection === 'failed' ? `${unprotected[protection]}. A gravação continua.` : null
  }
  const until = signedOut ? 'até você entrar novamente' : 'até a conexão voltar'
  const lost = signedOut ? 'Sua sessão terminou.' : 'A conexão caiu.'
  return isOnDisk(protection)
    ? `${lost} A gravação continua, e o áudio fica guardado neste aparelho ${until}.`
    : `${lost} A gravação continua, mas o áudio está só nesta página: mantenha-a aberta ${until}.`
}

/** Returns the sentence for audio that the room had not stored when the consultation ended. */
export const lateAudio = (waitingMs: number): string =>
  `A consulta foi finalizada sem que ${lengthLabel(waitingMs)} de áudio deste aparelho tivessem confirmação do servidor: esse trecho pode faltar na transcrição.`
