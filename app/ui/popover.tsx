import { cloneElement, type ReactElement } from 'react'
import { later } from './later.ts'
import { useLater } from './opened-later.tsx'
import { useOpener } from './opener.ts'
import type { PanelProps } from './popover-panel.tsx'

type Props = Pick<PanelProps, 'title' | 'open' | 'children'> & {
  /** The button element itself. */
  trigger: ReactElement
  onOpenChange: (open: boolean) => void
}

const parts = later(() => import('./popover-panel.tsx'))

/** A panel that opens from its button, for more than a list of choices. */
export function Popover({ trigger, open, onOpenChange: setOpen, ...panel }: Props) {
  const { button, props, onOpenChange } = useOpener(parts, 'dialog', open, setOpen)
  const part = useLater(parts, open)
  return (
    <>
      {cloneElement(trigger, props)}
      {part && <part.PopoverPanel {...panel} button={button} open={open} onOpenChange={onOpenChange} />}
    </>
  )
}
