import { Popover as Base } from '@base-ui/react/popover'
import type { ComponentProps, ReactNode, RefObject } from 'react'

export type PanelProps = {
  /** The button that anchors the panel and gets the focus back. */
  button: RefObject<HTMLElement | null>
  title: string
  open: boolean
  onOpenChange: ComponentProps<typeof Base.Root>['onOpenChange']
  children: ReactNode
}

export function PopoverPanel({ button, title, open, onOpenChange, children }: PanelProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner anchor={button} align="end" sideOffset={6} collisionPadding={12} className="z-50 outline-none">
          <Base.Popup
            finalFocus={button}
            className="flex max-h-[min(600px,calc(100dvh-88px))] w-popup-s flex-col rounded-m border border-line bg-surface text-ink shadow-raised outline-none transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
