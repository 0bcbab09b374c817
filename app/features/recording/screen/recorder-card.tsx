import { Check, Mic, Pause } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSettings } from '#app/lib/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Menu, MenuItem, MenuNote } from '#app/ui/menu.tsx'
import { Technical } from '#app/ui/states.tsx'
import { timerLabel } from '#domain/recorder/elapsed.ts'
import { deviceLabel, recorderFaults } from '#domain/recorder/microphone.ts'
import type { RecorderState } from '#domain/recorder/recorder.ts'
import { alarmOf, behindMs, type StatusTone, statusOf, unpromisedNote } from '#domain/recorder/status.ts'
import { ANALYSER_SIZE } from '../device/microphone.ts'
import { DeviceSpeechSetup } from './device-speech-setup.tsx'
import { EndingBar, FINISH_BUTTON } from './ending-bar.tsx'
import { FaultBox } from './fault-box.tsx'
import type { RecordingSession } from './session.ts'
import type { Snapshot } from './snapshot.ts'

const tones: Record<StatusTone, string> = {
  recording: 'text-rec',
  ok: 'text-ok',
  quiet: 'text-ink-2',
  warn: 'text-warn',
  danger: 'text-rec',
}

/** State of the connection; at rest the status shows the same. */
const WAITING = 'Aguardando...'

type Props = {
  session: RecordingSession | null
  snapshot: Snapshot
  patientName: string
  /** The notice beside it is unanswered: recording cannot start yet. */
  unasked: boolean
  /** Shows the explanation before the first recording on a device, then starts. */
  onStart: (start: () => void) => void
  /** Starts, pauses or resumes. */
  onPress: () => void
  /** Set when the doctor postponed the question about missing audio. */
  onAskAgain: (() => void) | null
}

/** Shows whether it records, hears and has a fault. Below 900 px a bar in reach of the thumb. */
export function RecorderCard({ session, snapshot, patientName, unasked, ...actions }: Props) {
  const { onStart, onPress, onAskAgain } = actions
  const { shortcuts } = useSettings().interface
  const { view, recorder, finishing, ending } = snapshot
  const facts = { ...snapshot, behindMs: behindMs(view) }
  const status = statusOf(facts)
  const alarm = snapshot.connectionFault ? null : alarmOf(facts)
  const over = finishing || view.status !== 'active'
  const connected = view.connection === 'connected' && view.hasWelcome
  const typing = view.hasWelcome && (view.consent === 'refused' || view.consent === 'revoked')
  return (
    <section
      data-recorder-bar
      aria-label="Gravação"
      className={cx(
        'flex flex-col gap-3 border-line bg-surface max-lg:bottom-0 max-lg:z-30 max-lg:order-last max-lg:-mx-4 max-lg:-mb-4 max-lg:rounded-t-l max-lg:border-t max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(12px,env(safe-area-inset-bottom))] max-lg:shadow-raised lg:bottom-0 lg:z-10 lg:rounded-m lg:border lg:p-4',
        // There is nothing to press yet, and it would cover the notice.
        (!unasked || ending !== null) && 'max-lg:sticky [@media(min-height:760px)]:lg:sticky',
      )}
    >
      <FaultBox session={session} snapshot={snapshot} onStart={onStart} />
      {/* For screen readers: the line below shows the state by colour. */}
      <p role="alert" className="sr-only">
        {alarm}
      </p>
      <p className={cx('flex items-center gap-2 text-sm leading-snug font-semibold', tones[status.tone])}>
        <i
          aria-hidden
          className={cx('size-2.25 shrink-0 rounded-full bg-current', status.tone === 'recording' && 'animate-pulse')}
        />
        <span>
          <span role="status">{status.text}</span>
          {status.detail && ' '}
          {status.detail && <span className="whitespace-nowrap">{status.detail.trim()}</span>}
        </span>
        {status.text !== WAITING && (
          <span className="ml-auto self-start text-xs font-medium whitespace-nowrap text-ink-3">
            {connected ? 'Conectado' : WAITING}
          </span>
        )}
      </p>
      {!typing && !over && ending === null && <DeviceSpeechSetup session={session} snapshot={snapshot} />}
      {ending !== null ? (
        <EndingBar session={session} dueAt={ending} unasked={unasked} />
      ) : (
        <div className={cx('flex items-center gap-3 lg:flex-col', unasked && 'hidden')}>
          <div className="flex min-w-0 flex-1 flex-col gap-1 lg:w-full lg:items-center lg:gap-3">
            {/* On a small screen the patient's card scrolls away. */}
            <p className="truncate text-sm leading-tight font-strong lg:hidden">{patientName}</p>
            {!typing && (
              <>
                <Timer
                  session={session}
                  className="text-xl leading-none font-semibold tracking-tighter lg:mt-1.5 lg:text-3xl"
                />
                <LevelMeter session={session} />
              </>
            )}
          </div>
          <div className="flex items-center gap-3 lg:gap-4">
            {!typing && <MainButton recorder={recorder} disabled={!canPress(snapshot)} onPress={onPress} />}
            {onAskAgain ? (
              <Button onClick={onAskAgain}>Finalizar com lacuna</Button>
            ) : (
              (!typing || over) && (
                <Button
                  id={FINISH_BUTTON}
                  onClick={session?.end}
                  busy={over && view.status !== 'completed'}
                  disabled={!view.hasWelcome || over}
                >
                  {view.status === 'completed' ? 'Finalizada' : over ? 'Finalizando…' : 'Finalizar'}
                </Button>
              )
            )}
          </div>
          {shortcuts && (
            <p className="text-xs text-ink-3 max-lg:hidden pointer-coarse:hidden">
              {!typing && (recorder.name === 'recording' ? 'Espaço pausa · ' : 'Espaço grava · ')}Ctrl+Enter finaliza ·
              ? mostra todos
            </p>
          )}
        </div>
      )}
      {!typing && !unasked && <DeviceMenu session={session} snapshot={snapshot} />}
    </section>
  )
}

/** Starting needs a connection and consent; a running recording continues offline. */
export function canPress({ recorder, view, finishing, ending }: Snapshot): boolean {
  if (finishing || ending !== null || view.status !== 'active') return false
  if (recorder.name === 'recording') return true
  if (view.consent !== 'accepted') return false
  if (recorder.name === 'ready' || recorder.name === 'idle')
    return view.connection === 'connected' && view.hasWelcome && view.recorder !== 'other'
  return !['requesting_permission', 'connecting', 'processing'].includes(recorder.name)
}

const labels: Record<RecorderState['name'], string> = {
  idle: 'Iniciar gravação',
  requesting_permission: 'Aguardando o microfone',
  permission_denied: 'Permitir microfone',
  ready: 'Iniciar gravação',
  connecting: 'Iniciando',
  recording: 'Pausar gravação',
  paused: 'Retomar gravação',
  processing: 'Encerrando a gravação',
  error: 'Continuar gravação',
}

type MainButtonProps = { recorder: RecorderState; disabled: boolean; onPress: () => void }

function MainButton({ recorder, disabled, onPress }: MainButtonProps) {
  const recording = recorder.name === 'recording'
  const label = recorder.name === 'error' && !recorder.goOn ? 'Tentar novamente' : labels[recorder.name]
  const waiting =
    recorder.name === 'connecting' || recorder.name === 'requesting_permission' || recorder.name === 'processing'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-busy={waiting || undefined}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onPress()}
      className={cx(
        'grid size-14 shrink-0 place-items-center rounded-full ring-5 ring-(--halo) transition-colors duration-150 lg:size-18 lg:ring-8 ring-(--halo)',
        recording
          ? 'bg-rec text-on-rec [--halo:var(--rec-soft)]'
          : 'bg-accent text-on-accent [--halo:var(--accent-soft)] not-aria-disabled:hover:bg-accent-hover',
        'aria-disabled:cursor-default aria-disabled:opacity-55',
      )}
    >
      {recording ? (
        <Pause aria-hidden className="size-7 fill-current stroke-none" />
      ) : (
        <Mic aria-hidden className="size-7" />
      )}
    </button>
  )
}

const TIMER_STEP_MS = 100

/**
 * Length of the recording on the audio clock; pauses without audio. Updates the DOM ten times a second, outside
 * React.
 */
function Timer({ session, className }: { session: RecordingSession | null; className: string }) {
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!session) return
    const show = () => {
      const text = timerLabel(session.elapsedMs())
      if (shown.current && shown.current.textContent !== text) shown.current.textContent = text
    }
    show()
    const timer = setInterval(show, TIMER_STEP_MS)
    return () => clearInterval(timer)
  }, [session])
  return (
    <span ref={shown} role="timer" aria-label="Tempo de gravação" className={className}>
      00:00
    </span>
  )
}

const BARS = 38
const METER_STEP_MS = 70
const FLOOR = 0.12
const bars = Array.from({ length: BARS }, (_, bar) => bar)

/** Shows the microphone's level, newest at the right. Decorative: faults are reported as text. */
function LevelMeter({ session }: { session: RecordingSession | null }) {
  const meter = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!session) return
    const wave = new Uint8Array(ANALYSER_SIZE)
    const levels = new Array<number>(BARS).fill(0)
    const timer = setInterval(() => {
      if (document.hidden || !meter.current) return
      if (session.waveform(wave)) levels.push(levelOf(wave))
      else levels.fill(0)
      levels.splice(0, levels.length - BARS)
      for (const [bar, level] of levels.entries()) {
        const element = meter.current.children[bar] as HTMLElement
        element.style.transform = `scaleY(${Math.max(FLOOR, level).toFixed(2)})`
      }
    }, METER_STEP_MS)
    return () => clearInterval(timer)
  }, [session])
  return (
    <div ref={meter} aria-hidden className="flex h-11 w-full items-center justify-center gap-0.75 max-lg:hidden">
      {bars.map((bar) => (
        <i
          key={bar}
          className="h-full w-1 rounded-full bg-accent opacity-85"
          style={{ transform: `scaleY(${FLOOR})` }}
        />
      ))}
    </div>
  )
}

/** Perceived loudness from 0 (-54 dB) to full (-9 dB). */
function levelOf(wave: Uint8Array): number {
  let power = 0
  for (const value of wave) power += ((value - 128) / 128) ** 2
  const decibels = 10 * Math.log10(power / wave.length + 1e-9)
  return Math.max(0, Math.min(1, (decibels + 54) / 45))
}

/** Lists the microphones and marks the one in use. */
function DeviceMenu({ session, snapshot }: { session: RecordingSession | null; snapshot: Snapshot }) {
  const { devices, device, deviceFault, localFailed } = snapshot
  if (!device && !deviceFault) return null
  const broken = snapshot.recorder.name === 'error' || deviceFault || localFailed
  return (
    <div className={broken ? 'border-t border-line pt-3' : 'border-t border-line pt-3 max-lg:hidden'}>
      {device && (
        <div className="flex items-center gap-2 text-sm text-ink-2">
          <Mic aria-hidden className="size-4.5 shrink-0" />
          <span className="min-w-0 flex-1 truncate font-medium">{deviceLabel(device)}</span>
          <Menu
            trigger={
              <Button variant="quiet" size="sm" aria-label="Trocar microfone" className="-mr-1.5">
                Trocar
              </Button>
            }
          >
            {devices.length === 0 && <MenuNote>Nenhum outro microfone</MenuNote>}
            {snapshot.protection === 'unpromised' && <MenuNote>{unpromisedNote}</MenuNote>}
            {devices.map((one) => (
              <MenuItem key={one.deviceId} onClick={() => void session?.chooseDevice(one.deviceId)}>
                <Check
                  aria-hidden
                  className={one.deviceId === device.deviceId ? 'size-4 shrink-0' : 'invisible size-4 shrink-0'}
                />
                <span className="min-w-0 wrap-anywhere">{deviceLabel(one)}</span>
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
      {deviceFault && (
        <div role="alert" className="mt-1 text-rec">
          <p className="text-sm font-medium">{deviceFault.message}</p>
          <Technical text={deviceFault.technical} />
        </div>
      )}
      {localFailed && (
        <p role="status" className="mt-1 text-sm font-medium text-warn">
          {recorderFaults.local.message}
        </p>
      )}
    </div>
  )
}
