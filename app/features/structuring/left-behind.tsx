import { copyText } from '#app/lib/copy-text.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { RecordWork } from './use-record.ts'

/** Words that were being written when the record was signed, or that belong to a section this record does not have. */
export function LeftBehind({ work }: { work: RecordWork }) {
  const { store, leftBehind } = work.drafts
  async function copy(text: string) {
    if (await copyText(text)) toast.success('Texto copiado para a área de transferência')
    else toast.error('Erro ao copiar texto')
  }
  return leftBehind.map((key) => {
    const text = store.get(key)?.text ?? ''
    const section = work.sections.find((other) => other.key === key)
    return (
      <section key={key} aria-label="Edição não salva" className="mb-4 rounded-m bg-warn-soft px-4 py-3.5 sm:px-5">
        <p role="status">
          <b className="block font-semibold">
            {section ? `A edição de ${section.title} não entrou no registro` : 'Uma edição não entrou no registro'}
          </b>
          {section
            ? 'Ele foi assinado antes de ela ser salva. O que foi escrito continua neste aparelho.'
            : 'O registro atual não tem a seção em que ela foi escrita. O que foi escrito continua neste aparelho.'}
        </p>
        <p className="mt-2 max-h-48 overflow-y-auto border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          <Button size="sm" onClick={() => copy(text)}>
            Copiar o que escrevi
          </Button>
          <Button size="sm" variant="quiet" onClick={() => store.drop(key)}>
            Descartar
          </Button>
        </div>
      </section>
    )
  })
}
