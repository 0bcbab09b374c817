import { Copy, Pencil, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { hasShortcuts, isOverPage, useKeys } from '#app/lib/keyboard.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choices.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { later, useLater } from '#app/ui/later.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { copyProfiles } from '#domain/account/settings.ts'
import {
  type CopyField,
  copiedMessage,
  copyFields,
  copyProfileLabels,
  nextField,
  soapFields,
} from '#domain/record/text/copy-fields.ts'
import { COPY_PROFILES_MAX, type OwnCopyProfile } from '#domain/record/text/copy-profile.ts'
import { copiedText } from '#domain/record/text/unified-text.ts'
import type { Named, RecordTextState } from './record-text.tsx'
import { useCopyProfiles } from './use-copy-profiles.ts'
import type { RecordWork } from './use-record.ts'

type Props = {
  work: RecordWork
  text: RecordTextState
  consultation: Named
  open: boolean
  onClose: () => void
}

const editor = later(() => import('./copy-profile-dialog.tsx'))
const builtIn = copyProfiles.map((value) => ({ value: value as string, title: copyProfileLabels[value] }))
const newProfile = (): OwnCopyProfile => ({ id: crypto.randomUUID(), name: '', titles: true, fields: soapFields() })

/** 'Copiar por campos': copies the record into the fields of another system, here or by Alt+C, one after the other. */
export function CopyByFields({ work, text, consultation, open, onClose }: Props) {
  const profiles = useCopyProfiles(open)
  const { chosen } = profiles
  const [edited, setEdited] = useState<OwnCopyProfile | null>(null)
  const part = useLater(editor, edited !== null)
  const last = useRef<number | null>(null)
  const fields = fieldsOf(chosen, work, text)

  async function copy(all: readonly CopyField[], index: number) {
    const field = all[index]
    if (!field) return
    const signed = work.record.signature !== null
    const marked = copiedText(field.text, { signed, demonstration: consultation.demonstration })
    if (!(await copyText(marked))) return toast.error('Erro ao copiar texto')
    last.current = index
    toast.success(copiedMessage(all, index))
  }
  async function copyNext() {
    const profile = await profiles.ready()
    if (profile === null) return toast.error('Não foi possível carregar seu perfil de cópia')
    const all = fieldsOf(profile, work, text)
    const next = nextField(all, last.current)
    if (next !== null) await copy(all, next)
  }

  useKeys((event) => {
    // By its place on the keyboard: with Alt, a Mac gives another letter.
    if (event.code !== 'KeyC' || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (!hasShortcuts() || !isOverPage(event)) return
    event.preventDefault()
    void copyNext()
  })

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Copiar por campos">
      <Choice profiles={profiles} onChange={() => (last.current = null)} onEdit={setEdited} />
      {hasShortcuts() && (
        <p className="mt-2 text-sm text-ink-2 pointer-coarse:hidden">
          Com esta janela fechada, Alt+C copia um campo por vez, na ordem.
        </p>
      )}
      <ul className="mt-4 flex flex-col gap-2">
        {fields.map(({ title, text: content }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its number; two may share a name.
          <li key={index} className="flex items-center gap-3 rounded-m border border-line px-3.5 py-2.5">
            <div className="mr-auto min-w-0">
              <b className="block font-strong">{title}</b>
              <span className="block truncate text-sm text-ink-2">{content || 'Vazio neste registro'}</span>
            </div>
            <Button
              icon={Copy}
              aria-label={`Copiar ${title}`}
              disabled={!content}
              onClick={() => void copy(fields, index)}
            >
              Copiar
            </Button>
          </li>
        ))}
      </ul>
      {edited && part && (
        <part.CopyProfileDialog
          profile={edited}
          onClose={() => setEdited(null)}
          onSave={async (profile) => {
            await profiles.save(profile)
            last.current = null
            setEdited(null)
          }}
          onRemove={
            profiles.own?.some(({ id }) => id === edited.id)
              ? async () => {
                  await profiles.remove(edited.id)
                  setEdited(null)
                }
              : null
          }
        />
      )}
    </Dialog>
  )
}

type Profiles = ReturnType<typeof useCopyProfiles>

function fieldsOf(chosen: Profiles['chosen'], { record }: RecordWork, text: RecordTextState): CopyField[] {
  if (chosen === 'one') return [{ title: 'Registro', text: text.text }]
  const own = record.signature !== null ? record.unified_text : text.edited && !text.empty ? text.text : null
  return copyFields(chosen, { ...record, edited: own })
}

type ChoiceProps = { profiles: Profiles; onChange: () => void; onEdit: (profile: OwnCopyProfile) => void }

function Choice({ profiles: { own, failure, load, chosen, choose }, onChange, onEdit }: ChoiceProps) {
  const ownOptions = (own ?? []).map(({ id, name }) => ({ value: id, title: name, detail: 'Seu perfil' }))
  return (
    <>
      <RadioGroup
        label="Campos do outro sistema"
        options={[...builtIn, ...ownOptions]}
        value={typeof chosen === 'object' ? chosen.id : chosen}
        columns={3}
        onChange={(next) => {
          onChange()
          if (!choose(next)) toast.error('Não foi possível guardar esta escolha')
        }}
      />
      {own === null && failure !== null && <ErrorState message={failure} onRetry={load} className="mt-3 px-4 py-4" />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={Plus}
          disabled={own === null || own.length >= COPY_PROFILES_MAX}
          onClick={() => onEdit(newProfile())}
        >
          Novo perfil
        </Button>
        {typeof chosen === 'object' && (
          <Button size="sm" icon={Pencil} onClick={() => onEdit(chosen)}>
            Editar perfil
          </Button>
        )}
      </div>
    </>
  )
}
