import { History, LayoutDashboard, PanelLeftClose, PanelLeftOpen, Settings, Users } from 'lucide-react'
import { NavLink } from 'react-router'
import { cx } from '#app/ui/cx.ts'
import { Tooltip } from '#app/ui/tooltip.tsx'

/** 280 px, or 80 px with icons alone. On small screens, tabs at the bottom take its place. */
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

/** The same list on small screens, at the bottom. Styles let pages and toasts end above it. */
export function Tabs() {
  return (
    <nav
      aria-label="Principal"
      data-tabs
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-home-indicator lg:hidden"
    >
      {/* As wide as its word: at 320 px the longest needs more than a quarter. */}
      <ul className="flex h-14">
        {items.map(({ to, label, Icon }) => (
          <li key={to} className="flex-auto">
            <NavLink
              to={to}
              className={({ isActive }) =>
                cx(
                  'flex h-full flex-col items-center justify-center gap-0.5 text-xs',
                  isActive ? 'font-semibold text-accent' : 'font-medium text-ink-2',
                )
              }
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const items = [
  { to: '/app/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/app/history', label: 'Histórico', Icon: History },
  { to: '/app/patients', label: 'Pacientes', Icon: Users },
  { to: '/app/settings', label: 'Configurações', Icon: Settings },
]

export function NavItems({ narrow = false, onNavigate }: { narrow?: boolean; onNavigate?: () => void }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map(({ to, label, Icon }) => (
        <li key={to}>
          <Tooltip label={label} disabled={!narrow}>
            <NavLink
              to={to}
              onClick={onNavigate}
              className={({ isActive, isPending }) =>
                cx(
                  'flex h-10 items-center gap-3 rounded-s px-3 font-medium transition-colors duration-150 pointer-coarse:h-12',
                  narrow && 'justify-center',
                  isActive
                    ? 'bg-accent-soft font-semibold text-accent'
                    : isPending
                      ? 'bg-sunken text-ink'
                      : 'text-ink-2 hover:bg-sunken hover:text-ink',
                )
              }
            >
              <Icon aria-hidden className="size-4.5 shrink-0" />
              <span className={narrow ? 'sr-only' : undefined}>{label}</span>
            </NavLink>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
