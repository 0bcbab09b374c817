import { soapHeadings } from '#domain/record/writing/edit.ts'
import type { OwnWriting } from '#domain/record/writing/writing.ts'
import { at, region, TITLE } from '../places.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, fill, go, has, ready, shows, visit } from '../steps.ts'
import { KNEE } from '../talk.ts'

const PREVIEW = region('Prévia')
const own: OwnWriting = {
  changes: [],
  templates: {
    general: [
      ...soapHeadings('general').map((heading) =>
        heading.title === 'Objetivo'
          ? { ...heading, fixed: ['Bom estado geral, corado, hidratado, eupneico.'] }
          : heading,
      ),
      { title: 'Escalas', sections: [], within: 'exame_fisico', fixed: [] },
    ],
  },
  shortcuts: [{ name: 'exneuro', text: 'Vígil, orientado, sem déficits focais.' }],
  words: [{ from: 'dor de cabeça', to: 'cefaleia' }],
  style: { form: 'sentences', extent: 'concise' },
}
const saved: Act = (_, { api }) => api('PUT', '/api/own-writing', { writing: own, base: null })
const open: Step = [go('/app/settings/writing'), has('region', 'Prévia'), ready('Ler de uma nota minha')]
const paste: Step = [open, click('Ler de uma nota minha'), has('dialog', 'Ler de uma nota minha')]
const record: Step = [
  [saved, visit('structuredVisit', { patient: 'Rui Modelo Sá', lines: KNEE })],
  [click('Ver registro'), has('textbox', 'Texto para Prontuário')],
]
const NOTE = 'QP: tosse\nHDA: há dez dias\nESCALAS APLICADAS\nPHQ-9: 4\nEF: bem\nHD: resfriado\nCD: repouso'

export const writing = statesOf('new', {
  'writing/usual': [open, at(TITLE, 'Meu jeito de escrever'), at(PREVIEW, 'Queixa Principal', 'Alergias', 'Conduta')],
  'writing/own': [saved, open, at(PREVIEW, 'Subjetivo', 'Plano', /Paciente refere cefaleia na nuca[\s\S]*/)],
  'writing/changed': [open, click('Usar SOAP'), shows('Há alterações não salvas.'), at(PREVIEW, 'Avaliação')],
  'writing/paste': [paste],
  'writing/paste-none': [paste, fill('Sua nota', 'Dor há três dias.'), shows(/^Nenhum título encontrado/)],
  'writing/paste-found': [
    paste,
    fill('Sua nota', NOTE),
    shows('ESCALAS APLICADAS'),
    shows('Seção só sua, preenchida por você'),
  ],
  'writing/refused': [
    [open, click('Acrescentar palavra'), fill('Em vez de (1)', 'nega'), fill('Escrever (1)', '')],
    [click('Salvar'), shows('Palavras que negam não podem ser trocadas'), 'Confira os campos marcados.'],
  ],
  'writing/usual-again': [saved, open, click('Voltar ao padrão'), has('alertdialog')],
  'writing/record': [record, shows('Subjetivo · Queixa Principal')],
  'writing/record-fixed-text': [record, click('Editar Objetivo · Exame Físico'), has('button', /^Inserir texto fixo/)],
})
