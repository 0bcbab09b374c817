import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { later } from './later.ts'
import type { ItemProps, ListProps } from './menu-list.tsx'
import { useLater } from './opened-later.tsx'
import { useOpener } from './opener.ts'

type MenuProps = Pick<ListProps, 'align' | 'side'> & {
  trigger: ReactElement<{ 'aria-label'?: string }>
  children: ReactNode
}

const parts = later(() => import('./menu-list.tsx'))

/** A button and the list it opens. `trigger` is the button element itself. */
export function Menu({ trigger, children, ...place }: MenuProps) {
  const [open, setOpen] = useState(false)
  const { button, props, byKey, onOpenChange } = useOpener(parts, 'menu', open, setOpen)
  const list = useLater(parts, open)
  return (
    <>
      {cloneElement(trigger, props)}
      {list && (
        <list.MenuList
          {...place}
          button={button}
          label={trigger.props['aria-label']}
          byKey={byKey}
          open={open}
          onOpenChange={onOpenChange}
        >
          {children}
        </list.MenuList>
      )}
    </>
  )
}

// Used only inside an open list, whose code has loaded.
export const MenuItem = (props: ItemProps) => parts.here && <parts.here.Item {...props} />
export const MenuSeparator = () => parts.here && <parts.here.Separator />

/** Text in a menu that cannot be chosen. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <div className="px-2.5 py-1.5 text-sm text-ink-2">{children}</div>
)
