import { Menu as Base } from '@base-ui/react/menu'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

type MenuProps = {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
}

/** A button and the list it opens. `trigger` is the button element itself. */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {/* It is drawn at the end of the document: a landmark, as everything there. */}
        <Base.Positioner
          role="region"
          aria-label="Menu"
          align={align}
          side={side}
          sideOffset={6}
          className="z-50 outline-none"
        >
          <Base.Popup className="min-w-[220px] max-w-[calc(100vw-24px)] rounded-m border border-line bg-surface p-1.5 text-ink shadow-raised outline-none transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({
  className,
  ...props
}: Omit<ComponentProps<typeof Base.Item>, 'className'> & { className?: string }) {
  return (
    <Base.Item
      {...props}
      className={cx(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-s px-2.5 py-1.5 outline-none select-none data-highlighted:bg-sunken data-disabled:text-ink-3 pointer-coarse:min-h-11',
        className,
      )}
    />
  )
}

export const MenuSeparator = () => <Base.Separator className="mx-1 my-1.5 h-px bg-line" />
/** Text in a menu that is no choice. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <div className="px-2.5 py-1.5 text-[13.5px] text-ink-2">{children}</div>
)
