import { History, LayoutDashboard, Settings, Users } from 'lucide-react'
import { NavLink } from 'react-router'
import { cx } from '#app/ui/cx.ts'
import { Tooltip } from '#app/ui/tooltip.tsx'

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
