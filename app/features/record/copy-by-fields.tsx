import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { hasShortcuts, isOverPage, useKeys } from '#app/lib/keyboard.ts'
import { changeSettings, useSettings } from '#app/lib/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choices.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { copyProfiles } from '#domain/account/settings.ts'
import {
  type CopyField,
  copiedMessage,
  copyFields,
  copyProfileLabels,
  nextField,
} from '#domain/record/text/copy-fields.ts'
import { copiedText } from '#domain/record/text/unified-text.ts'
import type { Named, RecordTextState } from './record-text.tsx'
import type { RecordWork } from './use-record.ts'

type Props = {
  work: RecordWork
  text: RecordTextState
  consultation: Named
  open: boolean
  onClose: () => void
}

const options = copyProfiles.map((value) => ({ value, title: copyProfileLabels[value] }))

/** 'Copiar por campos': copies the record into the fields of another system, here or by Alt+C, one after the other. */
export function CopyByFields({ work, text, consultation, open, onClose }: Props) {
  const profile = useSettings().interface.copyProfile
  const last = useRef<number | null>(null)
  const { record } = work
  const signed = record.signature !== null
  const edited = signed ? record.unified_text : text.edited && !text.empty ? text.text : null
  const fields: CopyField[] =
    profile === 'one' ? [{ title: 'Registro', text: text.text }] : copyFields(profile, { ...record, edited })

  async function copy(index: number) {
    const field = fields[index]
    if (!field) return
    const marked = copiedText(field.text, { signed, demonstration: consultation.demonstration })
    if (!(await copyText(marked))) return toast.error('Erro ao copiar texto')
    last.current = index
    toast.success(copiedMessage(fields, index))
  }

  useKeys((event) => {
    // By its place on the keyboard: with Alt, a Mac gives another letter.
    if (event.code !== 'KeyC' || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (!hasShortcuts() || !isOverPage(event)) return
    event.preventDefault()
    const next = nextField(fields, last.current)
    if (next !== null) void copy(next)
  })

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Copiar por campos">
      <RadioGroup
        label="Campos do outro sistema"
        options={options}
        value={profile}
        columns={3}
        onChange={(copyProfile) => {
          last.current = null
          if (!changeSettings('interface', { copyProfile })) toast.error('Não foi possível guardar esta escolha')
        }}
      />
      {hasShortcuts() && (
        <p className="mt-2 text-sm text-ink-2 pointer-coarse:hidden">
          Com esta janela fechada, Alt+C copia um campo por vez, na ordem.
        </p>
      )}
      <ul className="mt-4 flex flex-col gap-2">
        {fields.map(({ title, text: content }, index) => (
          <li key={title} className="flex items-center gap-3 rounded-m border border-line px-3.5 py-2.5">
            <div className="mr-auto min-w-0">
              <b className="block font-strong">{title}</b>
              <span className="block truncate text-sm text-ink-2">{content || 'Vazio neste registro'}</span>
            </div>
            <Button icon={Copy} aria-label={`Copiar ${title}`} disabled={!content} onClick={() => void copy(index)}>
              Copiar
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
