import { DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { atDesk } from './scenario.ts'

/** One tab records and the other reads; it takes over, and the two audio streams never mix. */
export const twoTabs = atDesk(async (desk) => {
  const first = await desk.recorder()
  await first.hears(8)
  const second = await desk.screen()
  await second.seen('Outra tela está gravando esta consulta. Aqui você acompanha a transcrição.')
  const reads = second.mustSay('another tab records', /^Gravando em outra tela$/)
  await first.hears(8)
  const refused = (await second.button('Iniciar gravação').getAttribute('aria-disabled')) === 'true'
  reads()
  await second.button('Gravar nesta tela').click()
  await second.button('Pausar gravação').waitFor()
  await first.button('Pausar gravação').waitFor({ state: 'hidden' })
  const lost = first.mustSay('the other tab records', /^Gravando em outra tela$/)
  await second.hears(12)
  lost()
  const takes = [first, second].map(({ ledger }) => [...ledger.spoken().keys()])
  const measure = await second.finished()
  if (!refused) measure.faults.push('two tabs could record at once')
  if (takes[0]?.some((take) => takes[1]?.includes(take))) measure.faults.push('both tabs sent the same take')
  return measure
})

/** 'Finalizar' without a network: it ends when the last frame is there, and not before. */
export const finishOffline = atDesk(async (desk) => {
  const screen = await desk.recorder()
  await screen.hears(8)
  desk.clinic.network.cut()
  await screen.says(/^Offline/)
  await screen.speed(5)
  await screen.hears(60)
  await screen.speed(1)
  await screen.askFinish()
  await screen.says(/^Finalizando… aguardando conexão/)
  const waits = screen.mustSay('it waits for the network', /^Finalizando… aguardando conexão, áudio guardado/)
  desk.clinic.network.heal()
  waits()
  return desk.measure()
})

/** The session ends while it records; the doctor signs in again in place. */
export const sessionEnds = atDesk(async (desk) => {
  await desk.signIn()
  const screen = await desk.recorder()
  await screen.hears(8)
  await desk.call('POST', '/api/auth/sign-out', {})
  const dialog = screen.page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await dialog.waitFor()
  const ended = screen.mustSay('the session has ended', /^Entre novamente: áudio guardado neste aparelho/)
  await screen.hears(16)
  ended()
  await dialog.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  await screen.caughtUp()
  return screen.finished()
})
