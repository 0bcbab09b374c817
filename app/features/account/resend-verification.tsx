import { useEffect, useState } from 'react'
import type { WayOn } from '#app/lib/way-on.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { otherSentence, resendVerification } from './auth-calls.ts'

const PAUSE_SECONDS = 60

/** The address is not confirmed yet: sends the link again, once a minute. */
export function ResendVerification({ email, way }: { email: string; way: WayOn }) {
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [secondsLeft, pause] = useCountdown()

  async function resend() {
    setBusy(true)
    const result = await resendVerification(email, way)
    setBusy(false)
    if (!result.ok) {
      toast.error(otherSentence(result, 'Não foi possível enviar o email. Tente de novo.'))
      return
    }
    setSent(true)
    pause(PAUSE_SECONDS)
  }
  return (
    <div className="flex flex-col gap-2 rounded-m border border-line bg-warn-soft p-4">
      <p role="status">
        {sent ? (
          <>
            Enviamos um novo link para <b className="font-semibold wrap-anywhere">{email}</b>. Ele vale por 24 horas.
          </>
        ) : (
          'O link de confirmação está na sua caixa de entrada. Se não chegou, veja também o spam.'
        )}
      </p>
      <div>
        <Button size="sm" busy={busy} disabled={secondsLeft > 0} focusableWhenDisabled onClick={resend}>
          {secondsLeft > 0 ? `Enviar de novo em ${secondsLeft} s` : 'Enviar de novo'}
        </Button>
      </div>
    </div>
  )
}

/**
 * Remaining whole seconds, and the function that starts the countdown. Reads the clock, because hidden pages run timers
 * rarely.
 */
function useCountdown(): [secondsLeft: number, begin: (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const count = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)))
    count()
    const timer = setInterval(() => {
      count()
      if (Date.now() >= end) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [end])
  return [
    secondsLeft,
    (seconds) => {
      setSecondsLeft(seconds)
      setEnd(Date.now() + seconds * 1_000)
    },
  ]
}
