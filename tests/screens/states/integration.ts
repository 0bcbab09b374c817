import { subscribe } from '../../e2e/billing.ts'
import { at, region } from '../places.ts'
import { fillIntegration } from '../rows.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, confirm, fill, go, has, shows } from '../steps.ts'

const PLACE = region('Integração')
const pro: Act = (_, stage) => subscribe(stage, 'pro_month', 'none')
const configured =
  (paused: boolean): Act =>
  async (_, stage) =>
    fillIntegration(await stage.ownId(), paused)
const open: Step = [
  [go('/app/settings#integracao'), has('region', 'Integração')],
  (page) => page.getByRole('region', { name: 'Integração' }).scrollIntoViewIfNeeded(),
]
const edit: Step = [pro, open, click('Configurar Webhook assinado'), has('dialog', 'Webhook assinado')]
const typed: Step = [edit, fill(/^Endereço$/, 'http://localhost:9/relato'), confirm('Salvar')]
/** No server listens there. */
const saveClosed: Act = (_, { api, doctor }) => {
  const confirmation = { password: doctor.password, code: null }
  const body = { address: 'http://127.0.0.1:9/relato', events: ['record.signed'], confirmation }
  return api('PUT', '/api/integrations/webhook', body)
}

export const integration = statesOf('new', {
  'integration/needs-plan': [open, at(PLACE, 'A integração faz parte dos planos Pro e Clínica. Ver planos', 'FHIR R4')],
  'integration/none': [pro, open, at(PLACE, 'Webhook assinado', 'FHIR R4', 'Configurar')],
  'integration/edit': [edit, 'O que enviar', 'Registro assinado', 'Adendo acrescentado', 'Documento emitido'],
  'integration/edit-fhir': [pro, open, click('Configurar FHIR R4'), has('dialog', 'FHIR R4'), 'Token de acesso'],
  'integration/address-required': [edit, confirm('Salvar'), shows('Informe o endereço')],
  'integration/address-refused': [
    [edit, fill(/^Endereço$/, 'http://10.0.0.7/relato'), confirm('Salvar')],
    [fill(/^Sua senha$/, ({ doctor }) => doctor.password), confirm('Salvar'), shows(/Use um endereço https público/)],
  ],
  'integration/confirm': [typed, has('dialog', 'Salvar integração')],
  'integration/secret': [
    [typed, fill(/^Sua senha$/, ({ doctor }) => doctor.password), confirm('Salvar')],
    [has('dialog', 'Chave do webhook'), shows(/^whsec_/)],
  ],
  'integration/log': [
    [pro, configured(false), open],
    at(PLACE, 'Ligada', 'Envios', 'Entregue', 'Não entregue', 'Reenviar', /^.*HTTP 503.*$/),
  ],
  'integration/paused': [pro, configured(true), open, at(PLACE, 'Pausada', 'Retomar envios', 'Esperando')],
  'integration/plan-ended': [configured(false), open, at(PLACE, 'Ligada', 'Remover')],
  'integration/test-failed': [
    [pro, saveClosed],
    [open, click('Enviar teste: Webhook assinado'), shows('Teste não entregue')],
  ],
  'integration/remove': [pro, configured(false), open, click('Remover Webhook assinado'), has('alertdialog')],
  'integration/notified': [
    [pro, configured(true), go('/app/dashboard'), click(/^Notificações/), shows('A integração foi pausada')],
  ],
})
