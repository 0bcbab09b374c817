import { useId } from 'react'
import { copyText } from '#app/lib/copy-text.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'

type Props = {
  /** The subject: 'A seção', 'O texto'. */
  what: string
  /** The current text on the server. */
  now: string
  onKeep: () => void
  onDiscard: () => void
}

/** The text changed elsewhere during the edit: both versions are offered, and neither is lost. */
export function ChangedMeanwhile({ what, now, onKeep, onDiscard }: Props) {
  const id = useId()
  async function copy() {
    if (await copyText(now)) toast.success('Texto copiado para a área de transferência')
    else toast.error('Erro ao copiar texto')
  }
  return (
    <section aria-labelledby={id} className="rounded-m bg-warn-soft px-3.5 py-2.5 text-sm">
      <p id={id} role="alert">
        <b className="font-semibold">{what} mudou depois que você começou a editar.</b> O que você escreveu continua
        aqui e ainda não foi salvo. Texto atual:
      </p>
      <p className="mt-1.5 max-h-48 overflow-y-auto border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
        {now.trim() || 'Vazio.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button size="sm" onClick={copy}>
          Copiar o texto atual
        </Button>
        <Button size="sm" onClick={onKeep}>
          Manter o que escrevi
        </Button>
        <Button size="sm" variant="quiet" onClick={onDiscard}>
          Ficar com o texto atual
        </Button>
      </div>
    </section>
  )
}
