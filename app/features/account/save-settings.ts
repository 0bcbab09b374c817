import { changeSettings, restoreDefaultSettings } from '#app/lib/settings.ts'
import { toast } from '#app/ui/toast.tsx'
import type { ApplicationSettings } from '#domain/account/settings.ts'

/** Several changes in a row show one toast: each answer replaces the previous one. */
function tell(isKept: boolean): void {
  if (isKept) toast.success('Configurações salvas com sucesso!', { id: 'settings' })
  else toast.error('Erro ao salvar configurações', { id: 'settings' })
}

export const saveSettings = <S extends keyof ApplicationSettings>(
  section: S,
  change: Partial<ApplicationSettings[S]>,
) => tell(changeSettings(section, change))
export const saveDefaultSettings = () => tell(restoreDefaultSettings())
