import { Keyboard, LifeBuoy, LogOut, Menu as MenuIcon, Settings, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Notifications } from '#app/features/notification/notifications.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { later, openedLater } from '#app/ui/later.tsx'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '#app/ui/menu.tsx'
import type { SessionInfo } from '#domain/account/contract.ts'
import type { LeftAudio } from './reopening.tsx'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { NavItems } from './sidebar.tsx'
import { useSignOut } from './sign-out.tsx'
import { usePlace } from './use-place.ts'

const SupportDialog = openedLater(
  later(() => import('#app/features/support/support-dialog.tsx')),
  'SupportDialog',
)

type Props = {
  session: SessionInfo
  /** Audio that the server refuses; it does not delay signing out. */
  refused: readonly LeftAudio[]
}

/** `hasMenu`: the recorder's bar is where small screens have their tabs, so a button opens the list instead. */
export function Header({ session, refused, hasMenu }: Props & { hasMenu: boolean }) {
  const [navOpen, setNavOpen] = useState(false)
  const { place, shown } = usePlace()
  const navigate = useNavigate()
  return (
    <header className="sticky top-0 z-20 col-span-full low:static flex items-center gap-2 border-b border-line bg-surface px-2 sm:px-4 lg:px-6">
      {hasMenu && (
        <IconButton label="Abrir menu" className="lg:hidden" onClick={() => setNavOpen(true)}>
          <MenuIcon aria-hidden className="size-5" />
        </IconButton>
      )}
      <Link to="/app/dashboard" className="flex items-baseline gap-2.5 rounded-s px-1 py-1">
        <b className="font-serif text-xl leading-none font-semibold tracking-tight">Relato</b>
        <span className="hidden text-xs text-ink-3 md:inline">Sistema de Consultas Médicas</span>
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <Notifications doctorId={session.user.id} place={place} shown={shown} onOpen={(path) => navigate(path)} />
        <UserMenu session={session} refused={refused} />
      </div>
      <Dialog open={navOpen} onOpenChange={setNavOpen} title="Relato" size="side">
        <nav aria-label="Principal">
          <NavItems onNavigate={() => setNavOpen(false)} />
        </nav>
      </Dialog>
    </header>
  )
}

function UserMenu({ session, refused }: Props) {
  const { user, profile } = session
  const navigate = useNavigate()
  const { leave, question } = useSignOut(refused)
  const [sheet, setSheet] = useState(false)
  const [support, setSupport] = useState(false)
  const name = profile?.full_name || user.name || user.email

  const trigger = (
    <Button variant="quiet" className="h-11 max-w-[46vw] px-2.5" aria-label={`Conta de ${name}`}>
      <span className="hidden min-w-0 text-right leading-tight sm:block">
        <b className="block truncate font-semibold text-ink">{name}</b>
        {profile?.crm && <span className="block text-xs font-normal text-ink-2">CRM {profile.crm}</span>}
      </span>
      <UserRound aria-hidden className="size-5 shrink-0" />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger}>
        <MenuNote>
          <b className="block font-semibold text-ink">{name}</b>
          {profile?.crm && <span className="block">CRM {profile.crm}</span>}
          <span className="block wrap-anywhere">{user.email}</span>
        </MenuNote>
        <MenuSeparator />
        <MenuItem onClick={() => navigate('/app/settings')}>
          <Settings aria-hidden className="size-4.5 text-ink-2" />
          Configurações
        </MenuItem>
        <MenuItem onClick={() => setSheet(true)}>
          <Keyboard aria-hidden className="size-4.5 text-ink-2" />
          Atalhos de teclado
        </MenuItem>
        <MenuItem onClick={() => setSupport(true)}>
          <LifeBuoy aria-hidden className="size-4.5 text-ink-2" />
          Falar com o suporte
        </MenuItem>
        <MenuSeparator />
        <MenuItem onClick={leave}>
          <LogOut aria-hidden className="size-4.5 text-ink-2" />
          Sair
        </MenuItem>
      </Menu>
      {question}
      <ShortcutsSheet open={sheet} onOpenChange={setSheet} />
      <SupportDialog session={session} open={support} onOpenChange={setSupport} />
    </>
  )
}
