import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { api, read } from '#app/lib/api.ts'
import { useLoaded, useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { logoReply } from '#domain/account/logo.ts'
import { jpegOf } from './logo-image.ts'

const call = api.api.profile.logo
const stored = async () => (await read(call.$get(), logoReply)).logo

/** 'Logotipo' of the letterhead: any image of the device, made small here. Documents already issued keep theirs. */
export function LogoField() {
  const { data: logo, failure, retry } = useLoaded(stored, 'logo')
  const { busy, run } = useTask()
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const change = (send: () => Promise<unknown>, done: string) =>
    run(
      async () => {
        await send()
        toast.success(done)
        retry()
      },
      (description) => toast.error('Erro ao mudar o logotipo', { description }),
    )
  const choose = (file: File) =>
    change(
      async () => read(call.$put({ json: { jpeg: await jpegOf(file) } }), logoReply),
      'Logotipo salvo. Ele sai nos próximos documentos.',
    )
  return (
    <section aria-label="Logotipo" className="mt-6 border-t border-line pt-5">
      <h3 className="font-strong">Logotipo</h3>
      <p id={hint} className="text-sm text-ink-2">
        Sai no alto de receitas, atestados e outros documentos. Documentos já emitidos não mudam.
      </p>
      {failure && <ErrorState className="mt-3" message={failure} onRetry={retry} />}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {logo && (
          <img
            src={`data:image/jpeg;base64,${logo.jpeg}`}
            alt="Seu logotipo"
            className="h-12 max-w-50 rounded-s border border-line bg-white object-contain p-1"
          />
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Arquivo do logotipo"
          aria-describedby={hint}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void choose(file)
          }}
        />
        <Button icon={ImageUp} busy={busy} disabled={failure !== null} onClick={() => input.current?.click()}>
          {logo ? 'Trocar logotipo' : 'Escolher imagem'}
        </Button>
        {logo && (
          <Button
            icon={Trash2}
            variant="quiet"
            disabled={busy}
            onClick={() => void change(() => read(call.$delete(), logoReply), 'Logotipo removido')}
          >
            Remover logotipo
          </Button>
        )}
      </div>
    </section>
  )
}
