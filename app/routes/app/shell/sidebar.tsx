import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import { Tooltip } from '#app/ui/tooltip.tsx'
import { NavItems } from './nav.tsx'

/** 280 px, or 80 px with icons alone. On small screens the header's menu button opens the same list. */
export function Sidebar({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const label = narrow ? 'Expandir menu' : 'Recolher menu'
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  return (
    <nav
      aria-label="Principal"
      className="sticky top-below-header hidden h-[calc(100dvh-56px-var(--strip,0px))] flex-col justify-between overflow-y-auto border-r border-line bg-paper px-3 py-4 lg:flex"
    >
      <NavItems narrow={narrow} />
      <Tooltip label={label} disabled={!narrow}>
        <button
          type="button"
          onClick={onToggle}
          aria-expanded={!narrow}
          aria-label={label}
          className={cx(
            'flex h-10 items-center gap-3 rounded-s px-3 text-ink-3 hover:bg-sunken hover:text-ink',
            narrow && 'justify-center',
          )}
        >
          <Icon aria-hidden className="size-4.5" />
          {!narrow && <span className="text-sm">{label}</span>}
        </button>
      </Tooltip>
    </nav>
  )
}
