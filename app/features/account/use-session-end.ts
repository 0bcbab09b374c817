import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onOtherPage, tellOtherPages } from '#app/lib/account-channel.ts'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { lockDevice, unlockDevice } from '#app/lib/device/vault.ts'
import { isRecordingHere } from '#app/lib/recording-here.ts'
import { announceSessionEnded, announceSessionRenewed, isSigningOut, onSessionEnded } from '#app/lib/session-events.ts'
import { type SessionInfo, sessionReply } from '#domain/account/contract.ts'

const TICK_MS = 30_000
const RENEW_BEFORE_MS = 90_000
const RETRY_MAX_MS = 60_000

/** Renews the session shortly before it ends. `check` asks at once: after signing in again, or when another page has. */
export function useSessionEnd(session: SessionInfo, onRenewed: () => void): { ended: boolean; check: () => void } {
  const [ended, setEnded] = useState(false)
  const over = useRef(false)
  const checkNow = useRef(() => {})
  const renewed = useEffectEvent(onRenewed)
  const doctorId = session.user.id

  useEffect(() => {
    // The server's clock counts: what is left is measured from now on this device's monotonic clock.
    let endsAt = performance.now() + session.expires_in * 1_000
    let notBefore = 0
    let wait = 2_000
    let asking = false
    let gone = false

    async function ask() {
      if (asking) return
      asking = true
      try {
        const next = await read(api.api.session.$get(), sessionReply)
        if (gone) return
        endsAt = performance.now() + next.expires_in * 1_000
        wait = 2_000
        if (next.user.id !== doctorId) someoneElse()
        else if (over.current) await live()
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 401) end()
        wait = Math.min(wait * 2, RETRY_MAX_MS)
        notBefore = performance.now() + wait
      } finally {
        asking = false
      }
    }

    function end() {
      if (over.current || gone || isSigningOut()) return
      over.current = true
      lockDevice()
      setEnded(true)
      // Who told may be late: an answer from before the doctor signed in again.
      void ask()
    }
    async function live() {
      over.current = false
      await unlockDevice()
      announceSessionRenewed()
      if (gone) return
      setEnded(false)
      tellOtherPages(doctorId)
      renewed()
    }
    /** This page is of one doctor only. A recording is not cut off by what somebody did in another tab. */
    function someoneElse() {
      if (isRecordingHere()) announceSessionEnded()
      else location.assign('/app/dashboard')
    }

    const tick = () => {
      const now = performance.now()
      if (now >= notBefore && (over.current || endsAt - now <= RENEW_BEFORE_MS)) void ask()
    }
    const becameVisible = () => {
      if (document.visibilityState === 'visible') tick()
    }
    checkNow.current = () => void ask()
    // The server has just answered with a session: it lives.
    if (over.current) void live()
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', becameVisible)
    const stopHearing = onSessionEnded(end)
    const stopFollowing = onOtherPage((other) => {
      if (other === null) announceSessionEnded()
      else if (other !== doctorId) someoneElse()
      else if (over.current) void ask()
    })
    return () => {
      gone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', becameVisible)
      stopHearing()
      stopFollowing()
    }
  }, [session, doctorId])

  useEffect(() => tellOtherPages(doctorId), [doctorId])
  return { ended, check: useCallback(() => checkNow.current(), []) }
}
