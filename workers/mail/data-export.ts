import { DATA_EXPORT_KEPT_MS } from '#domain/data-export/contract.ts'
import type { Mail } from '#domain/mail.ts'
import { site } from '#domain/site.ts'
import { type ToDoctor, toDoctor } from './letter.ts'

const DAYS = DATA_EXPORT_KEPT_MS / (24 * 60 * 60_000)
const settings = (appUrl: string) => `${appUrl}/app/settings#dados`
const NOT_YOU = `Se não foi você, troque sua senha e encerre as outras sessões em Configurações, e escreva para ${site.support.email.value}.`

export const dataExportAskedMail = (doctor: ToDoctor, appUrl: string): Mail =>
  toDoctor(doctor, 'data_export', {
    subject: 'Uma exportação de todos os seus dados foi pedida',
    before: [
      'Alguém que entrou na sua conta e confirmou ser você pediu um arquivo com todos os seus dados no Relato, inclusive os dos pacientes.',
    ],
    button: { label: 'Ver o pedido', url: settings(appUrl) },
    after: [NOT_YOU],
  })

export const dataExportReadyMail = (doctor: ToDoctor, appUrl: string): Mail =>
  toDoctor(doctor, 'data_export', {
    subject: 'A exportação dos seus dados está pronta',
    before: [
      `Entre na sua conta para baixar os arquivos, em Configurações, Seus dados. Eles ficam lá por ${DAYS} dias.`,
    ],
    button: { label: 'Baixar meus dados', url: settings(appUrl) },
    after: [`Os arquivos contêm dados de saúde: guarde-os em lugar seguro.\n${NOT_YOU}`],
  })
