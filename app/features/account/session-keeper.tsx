import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { type SessionInfo, sessionReply } from '#domain/account/contract.ts'
import { SignInForm } from './sign-in-form.tsx'

const TICK_MS = 30_000
const RENEW_BEFORE_MS = 90_000
const RETRY_MAX_MS = 60_000

const askSession = () => read(api.api.session.$get(), sessionReply)

/**
 * Renews the session shortly before it ends. When it has ended anyway, the doctor signs in right here: a consultation
 * that is being recorded stays on the screen.
 */
export function SessionKeeper({ session }: { session: SessionInfo }) {
  const [ended, setEnded] = useState(false)
  const { revalidate } = useRevalidator()

  useEffect(() => {
    // The server's clock counts: what is left is measured from now on this device's monotonic clock.
    let endsAt = performance.now() + session.expires_in * 1_000
    let notBefore = 0
    let wait = 2_000
    let asking = false
    async function tick() {
      const now = performance.now()
      if (asking || now < notBefore || endsAt - now > RENEW_BEFORE_MS) return
      asking = true
      try {
        endsAt = performance.now() + (await askSession()).expires_in * 1_000
        wait = 2_000
        setEnded(false)
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 401) setEnded(true)
        wait = Math.min(wait * 2, RETRY_MAX_MS)
        notBefore = performance.now() + wait
      } finally {
        asking = false
      }
    }
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [session])

  async function resume() {
    const next = await askSession().catch(() => null)
    if (next && next.user.id !== session.user.id) return location.assign('/app/dashboard')
    setEnded(false)
    await revalidate()
  }

  return (
    <Dialog
      open={ended}
      onOpenChange={setEnded}
      dismissible={false}
      title="Sua sessão terminou"
      description="Entre de novo para continuar de onde parou."
    >
      <SignInForm onSignedIn={resume} />
    </Dialog>
  )
}
