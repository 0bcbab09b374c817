import { useEffect, useRef, useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { Form, SubmitButton } from '#app/ui/form.tsx'
import { Input } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { giveCode, secondStepSentence } from './auth-calls.ts'

const kinds = {
  app: {
    label: 'Código de verificação',
    detail: 'Abra o aplicativo autenticador no seu celular e digite o código de 6 dígitos do Relato.',
    other: 'Usar um código de recuperação',
    // Room for a recovery code too: without the script the field cannot change.
    field: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 32 },
  },
  recovery: {
    label: 'Código de recuperação',
    detail: 'Digite um dos códigos que você guardou ao ativar a verificação em duas etapas. Cada um vale uma vez.',
    other: 'Usar o código do aplicativo',
    field: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 32 },
  },
} as const

type Props = {
  onSignedIn: () => void
  /** The first step must be repeated. */
  onOver: () => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ onSignedIn, onOver }: Props) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field has taken the place of the one before.
  useEffect(() => input.current?.focus(), [kind])

  async function submit({ code }: { code: string }) {
    if (code.trim() === '') {
      setError('Código é obrigatório')
      return input.current?.focus()
    }
    setBusy(true)
    const result = await giveCode(code)
    setBusy(false)
    if (result.ok) {
      toast.success('Login realizado com sucesso!')
      if (result.codesLeft !== null)
        toast.warning('Código de recuperação usado', { description: codesLeftSentence(result.codesLeft) })
      return onSignedIn()
    }
    if (result.code === 'second_step_over') {
      toast.error(secondStepSentence(result))
      return onOver()
    }
    setError(secondStepSentence(result))
    input.current?.focus()
    input.current?.select()
  }

  const { label, detail, other, field } = kinds[kind]
  return (
    <Form names={['code']} onSubmit={submit} onInput={() => setError(null)} noValidate className="flex flex-col gap-4">
      <p className="text-ink-2">{detail}</p>
      <Field key={kind} label={label} error={error}>
        <Input ref={input} name="code" required {...field} className="text-md tabular-nums tracking-wide" />
      </Field>
      <SubmitButton canPost variant="primary" size="lg" busy={busy}>
        Confirmar
      </SubmitButton>
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-2 noscript:hidden">
        <button
          type="button"
          className={linkClass}
          onClick={() => {
            setError(null)
            setKind(kind === 'app' ? 'recovery' : 'app')
          }}
        >
          {other}
        </button>
        <button type="button" className={linkClass} onClick={onOver}>
          Voltar ao login
        </button>
      </p>
    </Form>
  )
}

export const codesLeftSentence = (count: number): string =>
  count === 0
    ? 'Não resta nenhum código de recuperação. Gere novos em Configurações.'
    : count === 1
      ? 'Resta 1 código de recuperação.'
      : `Restam ${count} códigos de recuperação.`

const linkClass = 'rounded-s py-0.5 font-semibold text-accent underline underline-offset-2'
