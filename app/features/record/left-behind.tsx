import { copyText } from '#app/lib/copy-text.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { RecordWork } from './use-record.ts'
import type { RecordTextState } from './use-record-text.tsx'

/** Unsaved words of an edit during which the record was signed, or whose section the record no longer has. */
export function LeftBehind({ work, text }: { work: RecordWork; text: RecordTextState }) {
  const { store, leftBehind } = work.drafts
  return (
    <>
      {text.leftover && (
        <UnsavedEdit
          title={
            text.leftover.late
              ? 'A edição de Texto para Prontuário não entrou no registro'
              : 'Uma edição anterior de Texto para Prontuário não foi salva'
          }
          why={
            text.leftover.late
              ? SIGNED_BEFORE
              : 'Foi encontrado neste aparelho depois que você começou a escrever outro.'
          }
          text={text.leftover.text}
          onDrop={text.dropLeftover}
        />
      )}
      {leftBehind.map((key) => {
        const section = work.sections.find((other) => other.key === key)
        return (
          <UnsavedEdit
            key={key}
            title={
              section ? `A edição de ${section.title} não entrou no registro` : 'Uma edição não entrou no registro'
            }
            why={section ? SIGNED_BEFORE : WITHOUT_SECTION}
            text={store.get(key)?.text ?? ''}
            onDrop={() => store.drop(key)}
          />
        )
      })}
    </>
  )
}

const SIGNED_BEFORE = 'Ele foi assinado antes de ela ser salva. O que foi escrito continua neste aparelho.'
const WITHOUT_SECTION =
  'O registro atual não tem a seção em que ela foi escrita. O que foi escrito continua neste aparelho.'

function UnsavedEdit({ title, why, text, onDrop }: { title: string; why: string; text: string; onDrop: () => void }) {
  async function copy() {
    if (await copyText(text)) toast.success('Texto copiado para a área de transferência')
    else toast.error('Erro ao copiar texto')
  }
  return (
    <section aria-label="Edição não salva" className="mb-4 rounded-m bg-warn-soft px-4 py-3.5 sm:px-5">
      <p role="status">
        <b className="block font-semibold">{title}</b>
        {why}
      </p>
      <p className="mt-2 max-h-48 overflow-y-auto border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button size="sm" onClick={copy}>
          Copiar o que escrevi
        </Button>
        <Button size="sm" variant="quiet" onClick={onDrop}>
          Descartar
        </Button>
      </div>
    </section>
  )
}
