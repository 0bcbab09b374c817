import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCidTable } from '#app/lib/cid-table.ts'
import { changeSettings, restoreDefaultSettings, useSettings } from '#app/lib/settings.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup, Switch } from '#app/ui/choices.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { Field, Select } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  type ApplicationSettings,
  type AudioQuality,
  audioBitRates,
  audioQualities,
  autoSaveIntervals,
  type ColorTheme,
  colorThemes,
  type SpeechEngine,
  speechEngines,
} from '#domain/account/settings.ts'

/** Several changes in a row show one toast: each answer replaces the previous one. */
function tell(isKept: boolean): void {
  if (isKept) toast.success('Configurações salvas com sucesso!', { id: 'settings' })
  else toast.error('Erro ao salvar configurações', { id: 'settings' })
}

const save = <S extends keyof ApplicationSettings>(section: S, change: Partial<ApplicationSettings[S]>) =>
  tell(changeSettings(section, change))

const Rows = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">{children}</div>
)

type OnOff<S extends keyof ApplicationSettings> = {
  section: S
  /** A setting of the section that is true or false. */
  name: {
    [N in keyof ApplicationSettings[S]]: ApplicationSettings[S][N] extends boolean ? N : never
  }[keyof ApplicationSettings[S]]
  label: string
  children: string
}

function OnOffSetting<S extends keyof ApplicationSettings>({ section, name, label, children }: OnOff<S>) {
  const checked = Boolean(useSettings()[section][name])
  const change = (on: boolean) => save(section, { [name]: on } as Partial<ApplicationSettings[S]>)
  return (
    <Switch label={label} checked={checked} onChange={change}>
      {children}
    </Switch>
  )
}

export const NotificationSettings = () => (
  <Rows>
    <OnOffSetting section="notifications" name="transcriptionComplete" label="Transcrição e registro prontos">
      Avisa quando a transcrição de uma consulta ou o registro dela fica pronto.
    </OnOffSetting>
    <OnOffSetting section="notifications" name="consultationReminders" label="Lembretes de consulta">
      Lembra da consulta que ficou aberta, sem ser finalizada.
    </OnOffSetting>
    <OnOffSetting section="notifications" name="systemUpdates" label="Novidades do sistema">
      Conta o que mudou no Relato.
    </OnOffSetting>
  </Rows>
)

const qualityNames: Record<AudioQuality, string> = { high: 'Alta', medium: 'Média', low: 'Baixa' }
const qualities = audioQualities.map((value) => ({
  value,
  title: qualityNames[value],
  detail: `${audioBitRates[value] / 1_000} kbps`,
}))

export function AudioSettings() {
  const { audio } = useSettings()
  return (
    <Rows>
      <OnOffSetting section="audio" name="enabled" label="Gravação neste aparelho">
        Uma cópia cifrada do áudio fica neste navegador para ouvir uma fala de novo e, em último caso, baixar o áudio. É
        apagada quando o registro é assinado ou depois de 7 dias. A transcrição funciona também sem ela.
      </OnOffSetting>
      <RadioGroup
        label="Qualidade da gravação neste aparelho"
        options={qualities}
        value={audio.quality}
        columns={3}
        disabled={!audio.enabled}
        onChange={(quality) => save('audio', { quality })}
      />
      <OnOffSetting section="audio" name="noiseReduction" label="Redução de ruído">
        O navegador atenua ventilador, ar-condicionado e ruído da rua.
      </OnOffSetting>
      <OnOffSetting section="audio" name="autoAdjustVolume" label="Ajuste automático de volume">
        Aumenta aos poucos o volume de quem fala baixo. Útil quando o microfone fica longe do paciente.
      </OnOffSetting>
      <OnOffSetting section="audio" name="storeInRoom" label="Guardar o áudio no servidor durante a consulta">
        Protege contra falhas: se este aparelho parar, o que já foi dito ainda pode ser transcrito. Quando o próprio
        aparelho reconhece a fala, o servidor apaga cada trecho que já virou texto e de que não precisa mais; o resto,
        no fim da consulta. Desligar só tem efeito nesse caso: o servidor só reconhece o áudio que recebe.
      </OnOffSetting>
    </Rows>
  )
}

const engineTexts: Record<SpeechEngine, { title: string; detail: string }> = {
  automatic: { title: 'Automático', detail: 'O Relato escolhe o melhor disponível' },
  device: { title: 'Este aparelho', detail: 'Se o navegador souber português' },
  server: { title: 'Servidor', detail: 'O áudio é reconhecido lá' },
}
const engines = speechEngines.map((value) => ({ value, ...engineTexts[value] }))

export function TranscriptionSettings() {
  const { transcription } = useSettings()
  const hasCidTable = useCidTable()
  return (
    <Rows>
      <div>
        <RadioGroup
          label="Quem reconhece a fala"
          options={engines}
          value={transcription.engine}
          columns={3}
          onChange={(engine) => save('transcription', { engine })}
        />
        <p className="mt-1.5 text-sm text-ink-2">
          Alguns navegadores, como o Chrome de computador, reconhecem a fala no próprio aparelho, também sem internet.
          Onde isso não é possível, o servidor reconhece. Vale a partir da próxima gravação.
        </p>
      </div>
      <OnOffSetting section="transcription" name="autoSpeakerDetection" label="Identificação automática de quem fala">
        Sugere Médico ou Paciente em cada fala. Desligada, as falas chegam sem identificação e você marca cada uma. Vale
        quando a gravação começa ou é retomada.
      </OnOffSetting>
      <OnOffSetting section="transcription" name="structureOnFinish" label="Estruturar ao finalizar">
        O registro é feito assim que a consulta termina, na especialidade da última consulta do paciente ou na sua.
        Desligado, você escolhe a especialidade a cada vez.
      </OnOffSetting>
      <OnOffSetting section="transcription" name="autoSave" label="Salvamento automático">
        Salva sozinho, de tempos em tempos, a seção do registro que está sendo editada. Desligado, ela é salva quando
        você sai dela.
      </OnOffSetting>
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
            if (autoSaveInterval) save('transcription', { autoSaveInterval })
          }}
        >
          {autoSaveIntervals.map((seconds) => (
            <option key={seconds} value={seconds}>
              A cada {seconds} s
            </option>
          ))}
        </Select>
      </Field>
      {hasCidTable === false && (
        <p className="text-sm text-ink-2">
          Este servidor não tem a tabela da CID-10. Você digita o código e o nome, e eles saem marcados como digitados.
        </p>
      )}
    </Rows>
  )
}

const themeNames: Record<ColorTheme, string> = { light: 'Claro', dark: 'Escuro', system: 'Sistema' }
const icons = { light: Sun, dark: Moon, system: Monitor }
const themes = colorThemes.map((value) => {
  const Icon = icons[value]
  return { value, title: themeNames[value], icon: <Icon aria-hidden className="size-4.5 text-ink-3" /> }
})

export function InterfaceSettings() {
  const { theme } = useSettings().interface
  return (
    <Rows>
      <div>
        <RadioGroup
          label="Tema"
          options={themes}
          value={theme}
          columns={3}
          onChange={(next) => save('interface', { theme: next })}
        />
        <p className="mt-1.5 text-sm text-ink-2">Com Sistema, o Relato acompanha o tema deste aparelho.</p>
      </div>
      <OnOffSetting section="interface" name="compactMode" label="Modo compacto">
        Menos espaço entre linhas e cartões: cabe mais da transcrição e das listas na tela.
      </OnOffSetting>
      <OnOffSetting section="interface" name="showTimestamps" label="Mostrar horários">
        O horário de cada fala aparece ao lado dela na transcrição.
      </OnOffSetting>
      <OnOffSetting section="interface" name="shortcuts" label="Atalhos de teclado">
        Teclas como espaço, F e / agem na consulta; ? mostra a lista. Desligados, nenhuma tecla faz nada sozinha.
      </OnOffSetting>
    </Rows>
  )
}

export function RestoreDefaults() {
  const [asking, setAsking] = useState(false)
  function restore() {
    setAsking(false)
    tell(restoreDefaultSettings())
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Restaurar padrões</Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={restore}
        title="Restaurar padrões?"
        confirmLabel="Restaurar"
      >
        Notificações, áudio, transcrição e interface voltam ao que eram no começo, neste aparelho. Perfil, senha e
        palavras corrigidas não mudam.
      </Confirm>
    </>
  )
}
