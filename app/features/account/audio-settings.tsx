import { useSettings } from '#app/lib/settings.ts'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { type AudioQuality, audioBitRates, audioQualities } from '#domain/account/settings.ts'
import { saveSettings } from './save-settings.ts'
import { SettingRows } from './settings-section.tsx'

const names: Record<AudioQuality, string> = { high: 'Alta', medium: 'Média', low: 'Baixa' }
const qualities = audioQualities.map((value) => ({
  value,
  title: names[value],
  detail: `${audioBitRates[value] / 1_000} kbps`,
}))

export function AudioSettings() {
  const { audio } = useSettings()
  return (
    <SettingRows>
      <Switch
        label="Gravação neste aparelho"
        checked={audio.enabled}
        onChange={(enabled) => saveSettings('audio', { enabled })}
      >
        Uma cópia cifrada do áudio fica neste navegador para ouvir uma fala de novo e, em último caso, baixar o áudio. É
        apagada quando o registro é assinado ou depois de 7 dias. A transcrição funciona também sem ela.
      </Switch>
      <RadioGroup
        label="Qualidade da gravação neste aparelho"
        options={qualities}
        value={audio.quality}
        columns={3}
        disabled={!audio.enabled}
        onChange={(quality) => saveSettings('audio', { quality })}
      />
      <Switch
        label="Redução de ruído"
        checked={audio.noiseReduction}
        onChange={(noiseReduction) => saveSettings('audio', { noiseReduction })}
      >
        O navegador atenua ventilador, ar-condicionado e ruído da rua.
      </Switch>
      <Switch
        label="Ajuste automático de volume"
        checked={audio.autoAdjustVolume}
        onChange={(autoAdjustVolume) => saveSettings('audio', { autoAdjustVolume })}
      >
        Aumenta aos poucos o volume de quem fala baixo. Útil quando o microfone fica longe do paciente.
      </Switch>
    </SettingRows>
  )
}
