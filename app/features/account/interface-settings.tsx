import { Monitor, Moon, Sun } from 'lucide-react'
import { useSettings } from '#app/lib/settings.ts'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { type ColorTheme, colorThemes } from '#domain/account/settings.ts'
import { saveSettings } from './save-settings.ts'
import { SettingRows } from './settings-section.tsx'

const names: Record<ColorTheme, string> = { light: 'Claro', dark: 'Escuro', system: 'Sistema' }
const icons = { light: Sun, dark: Moon, system: Monitor }
const themes = colorThemes.map((value) => {
  const Icon = icons[value]
  return { value, title: names[value], icon: <Icon aria-hidden className="size-4.5 text-ink-3" /> }
})

export function InterfaceSettings() {
  const { interface: chosen } = useSettings()
  return (
    <SettingRows>
      <div>
        <RadioGroup
          label="Tema"
          options={themes}
          value={chosen.theme}
          columns={3}
          onChange={(theme) => saveSettings('interface', { theme })}
        />
        <p className="mt-1.5 text-sm text-ink-2">Com Sistema, o Relato acompanha o tema deste aparelho.</p>
      </div>
      <Switch
        label="Modo compacto"
        checked={chosen.compactMode}
        onChange={(compactMode) => saveSettings('interface', { compactMode })}
      >
        Menos espaço entre linhas e cartões: cabe mais da transcrição e das listas na tela.
      </Switch>
      <Switch
        label="Mostrar horários"
        checked={chosen.showTimestamps}
        onChange={(showTimestamps) => saveSettings('interface', { showTimestamps })}
      >
        O horário de cada fala aparece ao lado dela na transcrição.
      </Switch>
      <Switch
        label="Atalhos de teclado"
        checked={chosen.shortcuts}
        onChange={(shortcuts) => saveSettings('interface', { shortcuts })}
      >
        Teclas como espaço, F e / agem na consulta; ? mostra a lista. Desligados, nenhuma tecla faz nada sozinha.
      </Switch>
    </SettingRows>
  )
}
