import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { forgetCopies } from '#app/lib/device/copies.ts'
import { lockDevice, unlockDevice } from '#app/lib/device/vault.ts'
import { listen } from '#app/lib/listeners.ts'
import { isRecordingHere, isUnsavedHere, useLooseHere, useRecordingHere } from '#app/lib/recording-here.ts'
import {
  announceContact,
  announceSessionEnded,
  announceSessionRenewed,
  isSigningOut,
  onOtherPage,
  onSessionEnded,
  tellOtherPages,
} from '#app/lib/session-events.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { later, openedLater } from '#app/ui/later.tsx'
import { Spinner } from '#app/ui/states.tsx'
import { type SessionInfo, sessionReply } from '#domain/account/contract.ts'

const SessionEnded = openedLater(
  later(() => import('./session-ended.tsx')),
  'SessionEnded',
)

const goesOnKept = 'A gravação continua e fica guardada neste aparelho.'
const goesOnLoose = 'A gravação continua, mas só na memória desta página: entre de novo antes de fechá-la.'

/** `isCopy`: the session comes from a copy on this device, so the page asks the server as soon as it answers. */
type Props = { session: SessionInfo; isCopy: boolean }

/**
 * Shows the sign-in dialog when the session ends, so that a running recording stays on the screen. The doctor can put
 * it aside to reach the recorder; a line then says that a sign-in is due.
 */
export function SessionKeeper({ session, isCopy }: Props) {
  const { revalidate } = useRevalidator()
  const [aside, setAside] = useState(false)
  const { ended, checking, check } = useSessionEnd(session, isCopy, () => {
    setAside(false)
    void revalidate()
  })
  const recording = useRecordingHere()
  const loose = useLooseHere()
  const goesOn = loose ? goesOnLoose : goesOnKept

  return (
    <>
      <Dialog open={checking} onOpenChange={() => {}} dismissible={false} size="full" bare title="Carregando...">
        <div className="grid min-h-dvh place-items-center">
          <Spinner label="Carregando..." />
        </div>
      </Dialog>
      {ended && aside && (
        <div
          role="status"
          className="sticky top-15 z-10 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-m border border-warn/40 bg-warn-soft px-4 py-2.5 shadow-raised"
        >
          <p className="text-warn">
            <b className="font-semibold">Sua sessão terminou.</b> {recording && goesOn}
          </p>
          <Button variant="primary" size="sm" onClick={() => setAside(false)}>
            Entrar de novo
          </Button>
        </div>
      )}
      <SessionEnded
        open={ended && !aside && !checking}
        email={session.user.email}
        goesOn={recording ? goesOn : null}
        loose={loose}
        onAside={() => setAside(true)}
        onSignedIn={() => {
          setAside(false)
          check()
        }}
      />
    </>
  )
}

const TICK_MS = 30_000
const RENEW_BEFORE_MS = 90_000
const RETRY_FIRST_MS = 2_000
const RETRY_MAX_MS = 60_000

type SessionEnd = {
  ended: boolean
  /** The session is being checked; the page waits for the answer. */
  checking: boolean
  /** Asks at once: after signing in again, or when another page has. */
  check: () => void
}

/** Renews the session shortly before it ends. */
function useSessionEnd(session: SessionInfo, isCopy: boolean, onRenewed: () => void): SessionEnd {
  const [ended, setEnded] = useState(false)
  const [checking, setChecking] = useState(false)
  const over = useRef(false)
  const checkNow = useRef(() => {})
  const renewed = useEffectEvent(onRenewed)
  const doctorId = session.user.id

  useEffect(() => {
    const watch = watchSession({ session, isCopy }, over, {
      onEnded: setEnded,
      onChecking: setChecking,
      onRenewed: () => renewed(),
    })
    checkNow.current = watch.check
    return watch.stop
  }, [session, isCopy])

  useEffect(() => tellOtherPages(doctorId), [doctorId])
  return { ended, checking, check: useCallback(() => checkNow.current(), []) }
}

type Watch = {
  onEnded: (ended: boolean) => void
  onChecking: (checking: boolean) => void
  onRenewed: () => void
}

/** Asks the server for the session before it ends, after a failure and on request. `over`: the session has ended. */
function watchSession({ session, isCopy }: Props, over: RefObject<boolean>, { onEnded, onChecking, onRenewed }: Watch) {
  const doctorId = session.user.id
  // Measures the remaining time from now on by this device's clock, because the server's clock counts.
  const elapsed = stopwatch()
  let endsAt = isCopy ? 0 : session.expires_in * 1_000
  let notBefore = 0
  let wait = RETRY_FIRST_MS
  let retry: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let isStopped = false

  async function ask() {
    if (asking) return
    asking = true
    clearTimeout(retry)
    try {
      const next = await read(api.api.session.$get(), sessionReply)
      if (isStopped) return
      endsAt = elapsed() + next.expires_in * 1_000
      wait = RETRY_FIRST_MS
      announceContact()
      if (next.user.id !== doctorId) someoneElse()
      else if (over.current || isCopy) await live()
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401) end()
      if (isStopped) return
      notBefore = elapsed() + wait
      retry = setTimeout(() => void ask(), wait)
      wait = Math.min(wait * 2, RETRY_MAX_MS)
    } finally {
      asking = false
      onChecking(false)
    }
  }

  function end() {
    if (over.current || isStopped || isSigningOut()) return
    over.current = true
    lockDevice()
    void forgetCopies()
    onEnded(true)
    // The 401 may be late, from before the doctor signed in again. Check once more.
    void ask()
  }
  async function live() {
    over.current = false
    await unlockDevice()
    announceSessionRenewed()
    if (isStopped) return
    onEnded(false)
    tellOtherPages(doctorId)
    onRenewed()
  }

  function tick() {
    const remainingMs = endsAt - elapsed()
    if (elapsed() < notBefore || (!over.current && remainingMs > RENEW_BEFORE_MS)) return
    // The device slept past the end. Asks once; without an answer the page stays unchanged.
    if (remainingMs <= 0 && !over.current && wait === RETRY_FIRST_MS && navigator.onLine && !isRecordingHere())
      onChecking(true)
    void ask()
  }
  const cameOnline = () => {
    notBefore = 0
    tick()
  }
  const check = () => {
    onChecking(true)
    void ask()
  }
  // The server has just answered with a session, so it is alive.
  if (isCopy) void ask()
  else if (over.current) void live()
  const stopTicking = tickOnWaking(tick, cameOnline)
  const stopEndEvents = onSessionEnded(end)
  const stopOtherPages = onOtherPage((other) => {
    if (other === null) signedOutThere()
    else if (other !== doctorId) someoneElse()
    else if (over.current) void ask()
  })
  const stop = () => {
    isStopped = true
    clearTimeout(retry)
    stopTicking()
    stopEndEvents()
    stopOtherPages()
  }
  return { check, stop }
}

/** Another doctor signed in. A page with a running recording is not reloaded. */
function someoneElse() {
  void forgetCopies()
  if (isRecordingHere()) announceSessionEnded()
  else location.assign('/app/dashboard')
}

/** Signed out in another tab: hides patient data, because someone else may use the device. No unsent data is lost. */
function signedOutThere() {
  // The page that signs out receives its own message and has its own way out.
  if (isSigningOut()) return
  void forgetCopies()
  if (isRecordingHere() || isUnsavedHere()) announceSessionEnded()
  else location.assign('/landing')
}

/** Calls `tick` at intervals and when the page becomes visible, `cameOnline` with the network. Returns the stop function. */
function tickOnWaking(tick: () => void, cameOnline: () => void): () => void {
  const timer = setInterval(tick, TICK_MS)
  const stopVisible = listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && tick())
  const stopOnline = listen(window, 'online', cameOnline)
  return () => {
    clearInterval(timer)
    stopVisible()
    stopOnline()
  }
}

/** Elapsed ms, by the larger of two clocks: the monotonic one may stop during sleep, the wall clock may be changed. */
function stopwatch(): () => number {
  const [monotonic, wall] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - monotonic, Date.now() - wall)
}
