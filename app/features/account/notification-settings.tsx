import { useSettings } from '#app/lib/settings.ts'
import { Switch } from '#app/ui/switch.tsx'
import { saveSettings } from './save-settings.ts'
import { SettingRows } from './settings-section.tsx'

export function NotificationSettings() {
  const { notifications } = useSettings()
  return (
    <SettingRows>
      <Switch
        label="Transcrição e registro prontos"
        checked={notifications.transcriptionComplete}
        onChange={(transcriptionComplete) => saveSettings('notifications', { transcriptionComplete })}
      >
        Avisa quando a transcrição de uma consulta ou o registro dela fica pronto.
      </Switch>
      <Switch
        label="Lembretes de consulta"
        checked={notifications.consultationReminders}
        onChange={(consultationReminders) => saveSettings('notifications', { consultationReminders })}
      >
        Lembra da consulta que ficou aberta, sem ser finalizada.
      </Switch>
      <Switch
        label="Novidades do sistema"
        checked={notifications.systemUpdates}
        onChange={(systemUpdates) => saveSettings('notifications', { systemUpdates })}
      >
        Conta o que mudou no Relato.
      </Switch>
    </SettingRows>
  )
}
