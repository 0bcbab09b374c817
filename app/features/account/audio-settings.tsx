import { changeSettings, useSettings } from '#app/lib/settings.ts'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type AudioQuality, type AudioSettings, audioBitRates, audioQualities } from '#domain/account/settings.ts'

const names: Record<AudioQuality, string> = { high: 'Alta', medium: 'Média', low: 'Baixa' }
const qualities = audioQualities.map((value) => ({
  value,
  title: names[value],
  detail: `${audioBitRates[value] / 1_000} kbps`,
}))

/** Each change is kept on this device at once. */
export function AudioSettingsForm() {
  const { audio } = useSettings()
  const change = (values: Partial<AudioSettings>) => {
    if (changeSettings('audio', values)) toast.success('Configurações salvas com sucesso!')
    else toast.error('Erro ao salvar configurações')
  }
  return (
    <div className="flex flex-col gap-5">
      <Switch label="Gravação neste aparelho" checked={audio.enabled} onChange={(enabled) => change({ enabled })}>
        Uma cópia cifrada do áudio fica neste navegador para ouvir uma fala de novo e, em último caso, baixar o áudio. É
        apagada quando o registro é assinado ou depois de 7 dias. A transcrição funciona também sem ela.
      </Switch>
      <RadioGroup
        label="Qualidade da gravação neste aparelho"
        options={qualities}
        value={audio.quality}
        columns={3}
        disabled={!audio.enabled}
        onChange={(quality) => change({ quality })}
      />
      <Switch
        label="Redução de ruído"
        checked={audio.noiseReduction}
        onChange={(noiseReduction) => change({ noiseReduction })}
      >
        O navegador atenua ventilador, ar-condicionado e ruído da rua.
      </Switch>
      <Switch
        label="Ajuste automático de volume"
        checked={audio.autoAdjustVolume}
        onChange={(autoAdjustVolume) => change({ autoAdjustVolume })}
      >
        Aumenta aos poucos o volume de quem fala baixo. Útil quando o microfone fica longe do paciente.
      </Switch>
      <p className="text-[13.5px] text-ink-2">As mudanças valem a partir da próxima gravação.</p>
    </div>
  )
}
