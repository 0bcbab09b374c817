import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field, Textarea } from '#app/ui/form.tsx'
import type { Specialty } from '#domain/record/specialty.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import { headingsOf, NOTE_MAX } from '#domain/record/writing/headings.ts'
import type { Heading } from '#domain/record/writing/writing.ts'

type Props = { open: boolean; specialty: Specialty; onClose: () => void; onUse: (headings: Heading[]) => void }

/** Reads the headings of one pasted note in the browser. The note is neither sent nor stored. */
export function PasteNote({ open, specialty, onClose, onUse }: Props) {
  const [note, setNote] = useState('')
  const found = open ? headingsOf(note, specialty) : []
  const titles = new Map(templateOf(specialty).sections.map(({ key, title }) => [key, title]))
  function close() {
    setNote('')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="lg"
      title="Ler de uma nota minha"
      description="Cole uma nota que você escreveu. O Relato lê só os títulos, aqui neste aparelho: a nota não é enviada nem guardada."
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button
            variant="primary"
            disabled={found.length === 0}
            onClick={() => {
              setNote('')
              onUse(found)
            }}
          >
            Usar estes títulos
          </Button>
        </>
      }
    >
      <Field label="Sua nota">
        <Textarea
          rows={8}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          autoFocus
        />
      </Field>
      <div role="status" className="mt-4">
        {note.trim() !== '' && found.length === 0 && (
          <p className="text-ink-2">
            Nenhum título encontrado. Títulos ficam no começo da linha, como “HDA:” ou “CONDUTA”.
          </p>
        )}
        {found.length > 0 && (
          <>
            <h3 className="mb-1 text-sm font-strong">Títulos encontrados, na ordem da nota</h3>
            <ol className="divide-y divide-line">
              {found.map(({ title, sections }) => (
                <li key={title} className="flex flex-wrap gap-x-3 py-1.5">
                  <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
                  <span className="text-sm text-ink-2">
                    {sections.length > 0
                      ? sections.map((key) => titles.get(key)).join(', ')
                      : 'Seção só sua, preenchida por você'}
                  </span>
                </li>
              ))}
            </ol>
            <p className="mt-2 text-sm text-ink-2">
              Depois você pode renomear, reordenar e mudar onde fica cada seção.
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
