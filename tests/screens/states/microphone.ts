import type { Page } from '@playwright/test'
import { startRecording } from '../../e2e/doctor.ts'
import { expect } from '../../e2e/test.ts'
import { adviceRead, permissionNotYetAsked, refuseMicrophone, unpluggable } from '../devices.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'
import { dashboardOf } from '../talk.ts'

export async function atWork(page: Page, stage: Stage): Promise<void> {
  const id = await stage.openVisit({ patient: 'Rita Moura Cavalcanti', context: 'Hipertensão. Losartana 50 mg.' })
  await page.goto(dashboardOf(id))
  await expect(page.getByText('Conectado', { exact: true }).first()).toBeVisible()
}

const press = (page: Page) => page.getByRole('button', { name: 'Iniciar gravação' }).click()
const says = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Gravação' }).getByText(text)).toBeVisible()

const refusedState = (name: State['name'], error: string, message: string): State => ({
  name,
  doctor: 'new',
  async reach(page, stage) {
    await adviceRead(page)
    await refuseMicrophone(page, error)
    await atWork(page, stage)
    await press(page)
    await says(page, message)
  },
})

/** Microphone errors of the browser, and interruptions of a microphone. */
export const microphone: readonly State[] = [
  {
    name: 'dashboard/microphone-needed',
    doctor: 'new',
    async reach(page, stage) {
      await permissionNotYetAsked(page)
      await atWork(page, stage)
      await says(page, 'Permissão do microfone necessária')
    },
  },
  {
    name: 'dashboard/microphones',
    doctor: 'new',
    async reach(page, stage) {
      await adviceRead(page)
      // As a browser tells them before it was allowed to name them.
      await page.addInitScript(() => {
        const own = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices)
        navigator.mediaDevices.enumerateDevices = async () =>
          (await own()).map(({ kind, groupId }, n) => {
            const deviceId = `${n}a1b2c3d4e5f6`
            return { kind, groupId, deviceId, label: '', toJSON: () => ({}) }
          })
      })
      await atWork(page, stage)
      await startRecording(page)
      await page.getByRole('button', { name: 'Trocar microfone' }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'dashboard/microphones-unlisted',
    doctor: 'new',
    async reach(page, stage) {
      await adviceRead(page)
      await page.addInitScript(() => {
        navigator.mediaDevices.enumerateDevices = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      })
      await atWork(page, stage)
      await startRecording(page)
      await says(page, 'Não foi possível listar os microfones')
    },
  },
  refusedState(
    'dashboard/microphone-not-allowed',
    'NotAllowedError',
    'Por favor, permita o acesso ao microfone para continuar',
  ),
  refusedState('dashboard/microphone-not-found', 'NotFoundError', 'Nenhum microfone foi detectado no seu dispositivo'),
  refusedState(
    'dashboard/microphone-not-readable',
    'NotReadableError',
    'O microfone está sendo usado por outro aplicativo',
  ),
  refusedState(
    'dashboard/microphone-overconstrained',
    'OverconstrainedError',
    'As configurações do microfone não são suportadas',
  ),
  refusedState('dashboard/microphone-insecure', 'SecurityError', 'Acesso ao microfone negado por motivos de segurança'),
  refusedState('dashboard/microphone-unknown', 'AbortError', 'Erro desconhecido ao acessar o microfone'),
  {
    name: 'dashboard/recording-failed',
    doctor: 'new',
    async reach(page, stage) {
      await adviceRead(page)
      const unplug = await unpluggable(page)
      await atWork(page, stage)
      await startRecording(page)
      await unplug()
      await says(page, /^Microfone parou\. Escolha um microfone/)
    },
  },
  {
    name: 'dashboard/processing-failed',
    doctor: 'new',
    async reach(page, stage) {
      await adviceRead(page)
      await page.addInitScript(() => {
        AudioWorklet.prototype.addModule = () => Promise.reject(new DOMException('', 'AbortError'))
      })
      await atWork(page, stage)
      await press(page)
      await says(page, 'Erro ao processar o áudio')
    },
  },
  {
    name: 'dashboard/start-failed',
    doctor: 'new',
    async reach(page, stage) {
      await adviceRead(page)
      // A browser that promises a stream and gives none.
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.resolve(null as never)
      })
      await atWork(page, stage)
      await press(page)
      await says(page, 'Erro ao iniciar gravação')
    },
  },
]
