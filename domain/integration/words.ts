import { attemptsOf } from '../jobs.ts'
import type { Delivery } from './contract.ts'
import { DELIVERY_MS, type DeliveryFailure, type IntegrationKind } from './integration.ts'

export const integrationNames: Record<IntegrationKind, { title: string; detail: string }> = {
  webhook: {
    title: 'Webhook assinado',
    detail: 'Envia registros, adendos e documentos em JSON, com assinatura HMAC no padrão Standard Webhooks.',
  },
  fhir: {
    title: 'FHIR R4',
    detail: 'Envia o registro como documento FHIR (Bundle) ao endereço do prontuário, com o token que ele der.',
  },
}

export const eventNames: Record<Delivery['event'], string> = {
  'record.signed': 'Registro assinado',
  'addendum.created': 'Adendo acrescentado',
  'document.issued': 'Documento emitido',
  test: 'Teste',
}

const failures: Record<DeliveryFailure, string> = {
  refused: 'O endereço recusou o envio',
  redirected: 'O endereço redirecionou, e redirecionamentos não são seguidos',
  timeout: `O endereço não respondeu em ${DELIVERY_MS / 1_000} segundos`,
  unreachable: 'Não foi possível conectar ao endereço',
  address: 'O endereço não é público e foi recusado',
  secret: 'A chave guardada não pôde ser lida: salve a integração de novo',
  plan: 'O plano atual não inclui a integração',
  content: 'O registro não pôde ser lido, ou a assinatura dele não confere',
}

export const deliveryStateNames: Record<Delivery['state'], string> = {
  pending: 'Enviando',
  waiting: 'Esperando',
  delivered: 'Entregue',
  failed: 'Não entregue',
}

/** The outcome of the last attempt in a sentence; '' before the first one. No patient text. */
export function deliverySentence({ event, state, attempts, failure, status }: Delivery): string {
  if (state === 'waiting') return 'A integração está pausada.'
  if (attempts === 0) return ''
  const answer = status === null ? '' : ` (HTTP ${status})`
  const outcome = failure === null ? `Aceito${answer}` : `${failures[failure]}${answer}`
  const count = event === 'test' ? '' : ` Tentativa ${attempts} de ${attemptsOf('delivery')}.`
  return `${outcome}.${count}`
}
