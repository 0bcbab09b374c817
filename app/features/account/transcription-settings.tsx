import { useSettings } from '#app/lib/settings.ts'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/input.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { autoSaveIntervals } from '#domain/account/settings.ts'
import { saveSettings } from './save-settings.ts'
import { SettingRows } from './settings-section.tsx'

export function TranscriptionSettings() {
  const { transcription } = useSettings()
  return (
    <SettingRows>
      <Switch
        label="Identificação automática de quem fala"
        checked={transcription.autoSpeakerDetection}
        onChange={(autoSpeakerDetection) => saveSettings('transcription', { autoSpeakerDetection })}
      >
        Sugere Médico ou Paciente em cada fala. Desligada, as falas chegam sem identificação e você marca cada uma. Vale
        quando a gravação começa ou é retomada.
      </Switch>
      <Switch
        label="Salvamento automático"
        checked={transcription.autoSave}
        onChange={(autoSave) => saveSettings('transcription', { autoSave })}
      >
        Salva sozinho, de tempos em tempos, a seção do registro que está sendo editada. Desligado, ela é salva quando
        você clica em Salvar.
      </Switch>
      <Field
        label="Intervalo do salvamento automático"
        hint="Quanto tempo uma edição espera, no máximo, até ser salva."
        className="sm:max-w-note"
      >
        <Select
          value={String(transcription.autoSaveInterval)}
          disabled={!transcription.autoSave}
          onChange={({ target }) => {
            const autoSaveInterval = autoSaveIntervals.find((seconds) => String(seconds) === target.value)
            if (autoSaveInterval) saveSettings('transcription', { autoSaveInterval })
          }}
        >
          {autoSaveIntervals.map((seconds) => (
            <option key={seconds} value={seconds}>
              A cada {seconds} s
            </option>
          ))}
        </Select>
      </Field>
    </SettingRows>
  )
}
