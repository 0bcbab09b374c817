import { useEffect, useEffectEvent, useState } from 'react'
import { isFreeCharacter, isFreeOverPage } from '#app/lib/keyboard.ts'
import { useSettings } from '#app/lib/settings.ts'
import { shortcuts } from '#app/lib/shortcuts.ts'
import { Dialog } from '#app/ui/dialog.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether '?' may open it. */
  isFree?: (event: KeyboardEvent) => boolean
}

/** All keyboard shortcuts of the app; '?' opens it anywhere, and so does the user menu. */
export function ShortcutsSheet({ open, onOpenChange, isFree = isFreeCharacter }: Props) {
  const { interface: chosen } = useSettings()
  const show = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event)) return
    event.preventDefault()
    onOpenChange(true)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?') show(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
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
