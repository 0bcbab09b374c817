import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#app/ui/button.tsx'

type Props = {
  /** The id of the touched sentence. */
  of: string
  onClose: () => void
  children: ReactNode
}

/**
 * On screens with one column: shows the proof at the foot of the screen while the section is in view, else below the
 * sentence.
 */
export function ProofSheet({ of, onClose, children }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sentence = document.getElementById(of)
    const place = sheet.current?.getBoundingClientRect()
    // Hidden by CSS: the column shows the proof.
    if (!sentence || !place?.height) return
    const covers = sentence.getBoundingClientRect().bottom > place.top
    if (covers || place.bottom > innerHeight) sentence.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [of])
  return (
    <div
      ref={sheet}
      className="sticky bottom-2 z-5 mt-3 max-h-[46dvh] overflow-y-auto rounded-m border border-line-strong bg-surface p-4 shadow-raised @panel:hidden"
    >
      <div className="mb-1.5 flex items-center justify-between">
        <h3 className="text-sm font-heavy">O que comprova esta frase</h3>
        <IconButton label="Fechar" size="sm" className="-my-1 -mr-2" onClick={onClose}>
          <X aria-hidden className="size-4.5" />
        </IconButton>
      </div>
      {children}
    </div>
  )
}
