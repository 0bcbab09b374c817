import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { cx } from './cx.ts'
import { isBehindDialog } from './focus.ts'

export type ListProps = {
  /** The button that anchors the list and gets the focus back. */
  button: RefObject<HTMLElement | null>
  label: string | undefined
  /** Opened by keyboard: focuses the first item. */
  byKey: boolean
  open: boolean
  onOpenChange: ComponentProps<typeof Base.Root>['onOpenChange']
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  children: ReactNode
}

export function MenuList({
  button,
  label,
  byKey,
  open,
  onOpenChange,
  align = 'end',
  side = 'bottom',
  children,
}: ListProps) {
  const popup = useRef<HTMLDivElement>(null)
  // The library's types do not list this option of dialogs for menus.
  const focus = { initialFocus: () => (byKey && popup.current?.querySelector<HTMLElement>('[role^=menuitem]')) || true }
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        {/* A portal at the end of the document needs its own landmark. */}
        <Base.Positioner
          role="region"
          aria-label="Menu"
          anchor={button}
          align={align}
          side={side}
          sideOffset={6}
          className="z-50 outline-none"
        >
          <Base.Popup
            ref={popup}
            {...focus}
            aria-label={label}
            // A choice may have opened a dialog, which has the focus by now.
            finalFocus={() => !isBehindDialog(button.current) && button.current}
            className="min-w-55 max-w-[calc(100vw-24px)] rounded-m border border-line bg-surface p-1.5 text-ink shadow-raised outline-none transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export type ItemProps = Omit<ComponentProps<typeof Base.Item>, 'className'> & { icon?: LucideIcon; className?: string }

export function Item({ icon: Icon, className, children, ...props }: ItemProps) {
  return (
    <Base.Item
      {...props}
      className={cx(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-s px-2.5 py-1.5 outline-none select-none data-highlighted:bg-sunken data-disabled:text-ink-3 pointer-coarse:min-h-11',
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-4.5" />}
      {children}
    </Base.Item>
  )
}

export const Separator = () => <Base.Separator className="mx-1 my-1.5 h-px bg-line" />
