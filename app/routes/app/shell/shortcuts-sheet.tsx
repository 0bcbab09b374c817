import { useState } from 'react'
import { isFreeCharacter, isFreeOverPage, useKeys } from '#app/lib/keyboard.ts'
import { useSettings } from '#app/lib/settings.ts'
import { Dialog } from '#app/ui/dialog.tsx'

/** Single-key shortcuts by screen; the help sheet shows this list. */
type Shortcuts = { title: string; keys: readonly (readonly [key: string, meaning: string])[] }

const shortcuts: readonly Shortcuts[] = [
  {
    title: 'Na consulta',
    keys: [
      ['Espaço', 'Iniciar, pausar e retomar a gravação'],
      ['Ctrl+Enter', 'Finalizar a consulta'],
      ['1', 'Fala em foco é do médico'],
      ['2', 'Fala em foco é do paciente'],
      ['0', 'Fala em foco sem identificação'],
      ['F', 'Trocar médico e paciente em todas as falas'],
      ['/', 'Buscar na transcrição'],
    ],
  },
  {
    title: 'No registro',
    keys: [
      ['Tab', 'Ir à próxima frase'],
      ['Enter', 'Mostrar as falas da frase em foco; de novo, editar'],
      ['C', 'Marcar a frase em foco como conferida'],
      ['Alt+C', 'Copiar o campo seguinte'],
      ['Ctrl+Enter', 'Salvar a seção em edição'],
      ['Esc', 'Fechar as falas; na edição, desfazer'],
    ],
  },
  { title: 'Em qualquer tela', keys: [['?', 'Mostrar esta lista']] },
]

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether '?' may open it. */
  isFree?: (event: KeyboardEvent) => boolean
}

/** All keyboard shortcuts of the app; '?' opens it anywhere, and so does the user menu. */
export function ShortcutsSheet({ open, onOpenChange, isFree = isFreeCharacter }: Props) {
  const { interface: chosen } = useSettings()
  useKeys((event) => {
    if (event.key !== '?' || !isFree(event)) return
    event.preventDefault()
    onOpenChange(true)
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Atalhos de teclado">
      {!chosen.shortcuts && (
        <p className="mb-4 rounded-s bg-warn-soft px-3 py-2 text-warn">
          Os atalhos estão desligados. Ligue-os em Configurações, na seção Interface.
        </p>
      )}
      {shortcuts.map(({ title, keys }) => (
        <section key={title} className="mb-5 last:mb-0">
          <h3 className="mb-2 text-sm font-heavy text-ink-2">{title}</h3>
          <dl className="grid grid-cols-term items-center gap-x-4 gap-y-2">
            {keys.map(([key, meaning]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-s border border-line-strong bg-sunken px-2 py-0.5 font-sans text-sm font-semibold whitespace-nowrap">
                    {key}
                  </kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

/** The same sheet over a full-screen dialog. It is inside, so that the focus returns to the dialog. */
export function ShortcutsOverPage() {
  const [open, setOpen] = useState(false)
  return <ShortcutsSheet open={open} onOpenChange={setOpen} isFree={isFreeOverPage} />
}
