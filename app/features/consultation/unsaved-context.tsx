import { copyText } from '#app/lib/copy-text.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type ContextEditor, isUnsaved, useContextEdit } from './context-edit.ts'

/** Shows the words of a context that was not saved before the consultation ended. */
export function UnsavedContext({ editor }: { editor: ContextEditor }) {
  const edit = useContextEdit(editor)
  const { draft, busy, failure } = edit
  if (draft === null || busy || !isUnsaved(edit)) return null
  async function copy(text: string) {
    if (await copyText(text)) toast.success('Texto copiado para a área de transferência')
    else toast.error('Erro ao copiar texto')
  }
  return (
    <section aria-label="Contexto não salvo" className="rounded-m bg-warn-soft px-4 py-3.5 sm:px-5">
      <p role="alert">
        <b className="block font-semibold">O contexto desta consulta não foi salvo</b>
        {failure ?? 'Ela foi finalizada antes.'} O que foi escrito continua aqui.
      </p>
      <p className="mt-2 max-h-48 overflow-y-auto border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
        {draft.trim() || 'Vazio.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => copy(draft)}>
          Copiar o que escrevi
        </Button>
        <Button size="sm" variant="quiet" onClick={editor.drop}>
          Descartar
        </Button>
      </div>
    </section>
  )
}
