import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

type Props = {
  /** The button element itself. */
  trigger: ReactElement
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A panel that hangs from its button: more than a list of choices. */
export function Popover({ trigger, title, open, onOpenChange, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} collisionPadding={12} className="z-50 outline-none">
          <Base.Popup className="flex max-h-[min(600px,calc(100dvh-88px))] w-[min(400px,calc(100vw-24px))] flex-col rounded-m border border-line bg-surface text-ink shadow-raised outline-none transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0">
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
