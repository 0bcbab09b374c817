import { FIRST_VISIT, newestPatient, reviewedVisit, SECOND_VISIT } from '../signed-visit.ts'
import type { Stage } from '../stage.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, fails, fill, go, has, shows } from '../steps.ts'

const FACTS = /\/facts$/
const open = go(async (stage) => `/app/patients/${await newestPatient(stage)}`)
const signed: Act = (_, stage) => reviewedVisit(stage, FIRST_VISIT)
const bare: Act = (_, stage) => stage.patient('Rita Moura')
const identified: Act = (_, { api }) =>
  api('POST', '/api/patients', {
    name: 'Maria Aparecida da Conceição Albuquerque Cavalcanti de Vasconcelos Prado',
    clinical_context: 'Acompanhada pela filha nas consultas.',
    identification: { birth_date: '1958-03-12', sex: 'feminino', cpf: '529.982.247-25', phone: '(11) 98765-4321' },
  })
const add = async ({ api }: Stage, patient: string, kind: string, text: string) => {
  const { body } = await api<{ facts: { id: string; text: string }[] }>('POST', `/api/patients/${patient}/facts`, {
    ...{ kind, text },
  })
  return body.facts.find((one) => one.text === text)?.id ?? ''
}
const filled: Act = async (_, stage) => {
  const patient = await newestPatient(stage)
  await add(stage, patient, 'allergy', 'Dipirona (urticária)')
  await add(stage, patient, 'medicine', 'Losartana 50 mg, 1 comprimido pela manhã e 1 comprimido à noite')
  await add(stage, patient, 'problem', 'Hipertensão arterial sistêmica')
  const ended = await add(stage, patient, 'medicine', 'Sinvastatina 20 mg à noite')
  await stage.api('POST', `/api/patients/${patient}/facts/${ended}/end`, { reason: 'Dor muscular' })
}
const openArchived: Act = async (page, stage) => {
  const patient = await newestPatient(stage)
  await stage.api('DELETE', `/api/patients/${patient}`)
  await page.goto(`/app/patients/${patient}`)
}
const lists: Step = [has('region', 'Alergias'), has('region', 'Medicamentos em uso'), has('region', 'Problemas')]
/** The patient's page says it too: the form has to be there. */
const recalled: Step = [has('heading', 'Nova consulta'), shows(/^Desde a última vez/)]
/** The allergy of visit 1 is on the list, and visit 2 prescribes against it. */
const against: Act = async (page, stage) => {
  await reviewedVisit(stage, FIRST_VISIT)
  const of = await newestPatient(stage)
  await add(stage, of, 'allergy', 'Dipirona')
  await page.goto(`/app/history/${await reviewedVisit(stage, { ...SECOND_VISIT, of }, false)}`)
}
const stopped: Step = [against, click('Revisar e assinar'), click('Assinar registro'), has('alert')]

export const patientPage = statesOf('new', {
  'patients/page-empty': [
    [bare, open, lists, 'Nenhuma alergia na lista', 'Nenhum medicamento na lista', 'Nenhum problema na lista'],
    ['Nenhuma consulta ainda', 'Nova consulta', 'Editar'],
  ],
  'patients/page': [
    [signed, open, has('region', 'Sugestões para as listas do paciente')],
    /^Desde a última vez \(.*\)$/,
  ],
  'patients/page-lists': [identified, filled, open, lists, 'Dipirona (urticária)', 'Encerrados (1)'],
  'patients/page-ended': [
    [identified, filled, open, (page) => page.getByText('Encerrados (1)').click()],
    /.* · Dor muscular/,
  ],
  'patients/page-end': [identified, filled, open, click('Encerrar Dipirona (urticária)'), has('alertdialog')],
  'patients/page-add': [bare, open, lists, fill('Nova alergia', 'Látex')],
  'patients/page-add-failed': [
    [bare, open, lists, fails(FACTS, 409, { method: 'POST', message: 'As listas deste paciente estão cheias.' })],
    [fill('Nova alergia', 'Látex'), click('Incluir em Alergias'), shows('Não foi possível mudar a lista')],
  ],
  'patients/page-archived': [[signed, openArchived, lists, 'Restaurar'], /Arquivado em \d\d\/\d\d\/\d{4}/],
  'patients/page-loading': [bare, fails(FACTS, 'never'), open, shows('Carregando as listas...')],
  'patients/page-failed': [
    [bare, fails(FACTS, 500), open, 'Não foi possível ler as listas: Algo deu errado. Tente novamente.'],
  ],
  'patients/recall': [[signed, open, has('region', 'Alergias'), click('Nova consulta'), recalled]],
  'patients/proposals': [
    async (page, stage) => page.goto(`/app/history/${await reviewedVisit(stage, FIRST_VISIT)}`),
    has('region', 'Sugestões para as listas do paciente'),
  ],
  'patients/allergy-stops': [stopped, 'O registro prescreve contra uma alergia do paciente'],
  'patients/allergy-reason-missing': [stopped, click('Assinar registro'), shows('Escreva o motivo')],
})
