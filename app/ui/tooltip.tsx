import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

type Props = { label: string; children: ReactElement; disabled?: boolean; side?: 'right' | 'top' | 'bottom' }

/** The name of a control that shows only an icon, for the pointer and for the keyboard. It names itself to others. */
export function Tooltip({ label, children, disabled = false, side = 'right' }: Props) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} delay={250} closeOnClick />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} className="z-50">
          <Base.Popup
            aria-hidden
            className="rounded-s border border-line-strong bg-surface px-2.5 py-1 text-[13.5px] font-medium text-ink shadow-raised"
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
