import { useEffect, useState } from 'react'
import { isFreeKey } from '#app/lib/keyboard.ts'
import { Dialog } from '#app/ui/dialog.tsx'

type Shortcuts = readonly (readonly [key: string, meaning: string])[]

const ofConsultation: Shortcuts = [
  ['Espaço', 'Pausar e retomar a gravação'],
  ['Ctrl+Enter', 'Finalizar a consulta, com confirmação'],
  ['1', 'Fala em foco é do médico'],
  ['2', 'Fala em foco é do paciente'],
  ['0', 'Fala em foco sem identificação'],
  ['F', 'Trocar médico e paciente em todas as falas'],
  ['/', 'Buscar na transcrição'],
  ['?', 'Mostrar esta lista'],
]

/** A whole screen by keyboard, on one sheet: the consultation's unless the page says others. */
export function ShortcutsSheet({ shortcuts = ofConsultation }: { shortcuts?: Shortcuts }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isFreeKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Atalhos do teclado">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {shortcuts.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-s border border-line-strong bg-sunken px-2 py-0.5 text-[13.5px] font-semibold whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
