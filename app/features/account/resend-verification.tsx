import { useState } from 'react'
import type { WayOn } from '#app/lib/way-on.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { otherSentence, resendVerification } from './auth-calls.ts'

/** The address is not confirmed yet: sends the link again. */
export function ResendVerification({ email, way }: { email: string; way: WayOn }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')

  async function resend() {
    setState('busy')
    const result = await resendVerification(email, way)
    if (result.ok) {
      setState('sent')
      return
    }
    setState('idle')
    toast.error(otherSentence(result, 'Não foi possível enviar o email. Tente de novo.'))
  }
  return (
    <div role="status" className="flex flex-col gap-2 rounded-m border border-line bg-warn-soft p-4">
      {state === 'sent' ? (
        <p>
          Enviamos um novo link para <b className="font-semibold wrap-anywhere">{email}</b>. Ele vale por 24 horas.
        </p>
      ) : (
        <>
          <p>O link de confirmação está na sua caixa de entrada. Se não chegou, veja também o spam.</p>
          <div>
            <Button size="sm" busy={state === 'busy'} onClick={resend}>
              Enviar de novo
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
