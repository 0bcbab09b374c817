import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { type Later, later, useLater } from './later.tsx'
import type { ItemProps, ListProps } from './menu-list.tsx'
import type { PanelProps } from './popover-panel.tsx'

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

type Props = Pick<PanelProps, 'title' | 'open' | 'children'> & {
  /** The button element itself. */
  trigger: ReactElement
  onOpenChange: (open: boolean) => void
}

const panels = later(() => import('./popover-panel.tsx'))

/** A panel that opens from its button, for more than a list of choices. */
export function Popover({ trigger, open, onOpenChange: setOpen, ...panel }: Props) {
  const { button, props, onOpenChange } = useOpener(panels, 'dialog', open, setOpen)
  const part = useLater(panels, open)
  return (
    <>
      {cloneElement(trigger, props)}
      {part && <part.PopoverPanel {...panel} button={button} open={open} onOpenChange={onOpenChange} />}
    </>
  )
}

type Change = { reason: string; event: Event; cancel: () => void }

/** A button and its popup, whose code loads when the pointer or the focus comes near. */
function useOpener(part: Later<unknown>, popup: 'menu' | 'dialog', open: boolean, setOpen: (open: boolean) => void) {
  const button = useRef<HTMLButtonElement>(null)
  const [byKey, setByKey] = useState(false)
  const comeNear = () => void part.come().catch(() => undefined)
  const props: HTMLAttributes<HTMLButtonElement> & { ref: RefObject<HTMLButtonElement | null> } = {
    ref: button,
    'aria-haspopup': popup,
    'aria-expanded': open,
    onPointerEnter: comeNear,
    onFocus: comeNear,
    onClick: ({ detail }) => {
      setByKey(detail === 0)
      setOpen(!open)
    },
    onKeyDown: (event) => {
      if (popup !== 'menu' || open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      setByKey(true)
      setOpen(true)
    },
  }
  /** A click on the button is not a click outside: the button toggles its popup itself. */
  function onOpenChange(next: boolean, { event, cancel }: Change): void {
    const touched = [event.target, (event as FocusEvent).relatedTarget]
    if (
      !next &&
      event.type !== 'keydown' &&
      touched.some((one) => one instanceof Node && button.current?.contains(one))
    )
      cancel()
    else setOpen(next)
  }
  return { button, props, byKey, onOpenChange }
}
