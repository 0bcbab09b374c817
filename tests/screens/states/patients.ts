import { expect } from '@playwright/test'
import { at, line, MENU, TITLE, toast } from '../places.ts'
import { type DataExportRow, fillDataExport } from '../rows.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, confirm, fails, fill, go, has, make, press, shows } from '../steps.ts'

const SEARCH = /^\/api\/patients\/search$/
const ONE = /^\/api\/patients\/[^/]+$/
const MARINA = 'Marina Albuquerque Teixeira'
const RITA = { patient: 'Rita Moura', context: 'Asma na infância.' }
const QUESTION = 'Tem certeza que deseja excluir o paciente "Rita Moura"? Esta ação não pode ser desfeita.'
const NAMESAKES = ['Já existe um paciente com este nome', 'Usar este cadastro', 'É outra pessoa']
const UNREADABLE = 'Não foi possível ler o cadastro.'

const identification = {
  birth_date: '1958-03-12',
  sex: 'feminino',
  mother_name: 'Conceição Aparecida de Albuquerque Moura',
  birthplace: 'São José do Rio Preto - SP',
  address: 'Rua Professor Antônio Queirós, 1247, apto 45, Vila Madalena, São Paulo - SP',
  cpf: '529.982.247-25',
  phone: '(11) 98765-4321',
}
const created =
  (name: string, more: object = {}): Act =>
  (_, stage) =>
    stage.api('POST', '/api/patients', { name, ...more })
const rita = (more: object = {}) =>
  created('Rita Moura', { clinical_context: 'Hipertensão. Losartana 50 mg. Alergia a penicilina.', ...more })
const twoOfOneName: Step = [
  [rita({ identification }), rita({ identification: { cpf: '111.444.777-35' } })],
  created('Rita Moura dos Santos', { clinical_context: 'Diabetes tipo 2, metformina 850 mg.' }),
]
/** Changes the context of the only patient. */
const changeContext =
  (clinical_context: string): Act =>
  async (_, { api }) => {
    const { body } = await api<{ items: { id: string }[] }>('POST', '/api/patients/search', {})
    await api('PATCH', `/api/patients/${body.items[0]?.id}`, { clinical_context })
  }
const many =
  (count: number): Act =>
  (_, stage) =>
    stage.manyPatients(count)

const list: Step = [go('/app/patients'), has('heading', 'Pacientes', { level: 1 }), has('tab', /^Ativos/)]
const search = (text: string): Act[] => [(page) => page.getByRole('searchbox').fill(text)]
const startNew = (name = ''): Step => [list, click('Novo Paciente'), fill('Nome do Paciente', name)]
const identify: Step = [startNew('Rita Moura'), click(/^Identificação/)]
const createdNew = click('Criar Paciente')
const openEdit: Step = [[click('Mais ações para Rita Moura'), click('Editar', 'menuitem'), shows('Editar Paciente')]]
const edit: Step = [rita({ identification }), list, openEdit]
const editFails = (how: 'never' | 500): Step => [
  [rita({ identification }), list, fails(ONE, how, { method: 'GET', message: UNREADABLE }), openEdit],
]
const askToDelete: Step = [list, click('Mais ações para Rita Moura'), click('Excluir', 'menuitem'), has('alertdialog')]
const remove = confirm('Excluir')
const archived: Step = [[make('finishedVisit', RITA), askToDelete, remove, toast('Paciente excluído com sucesso')]]
const openArchived: Step = [archived, click(/^Arquivados/, 'tab'), has('button', /^Restaurar/)]
const typePatient = (text: string): Step => [go('/app/dashboard'), fill('Paciente', text)]

const lists = [
  ...statesOf('helena', {
    'patients/list': [
      [list, at(TITLE, 'Pacientes'), 'Novo Paciente', 'Buscar paciente...', /\d+ pacientes no total/],
      [/Ativos \(\d+\)/, /Arquivados \(\d+\)/],
      at(line(MARINA), MARINA, '1 consulta', /Última em \d\d\/\d\d\/\d{4}/, /\d+ anos/),
    ],
    'patients/row-menu': [
      [list, click(`Mais ações para ${MARINA}`), at(MENU, 'Editar', 'Ver consultas', 'Exportar dados do paciente')],
      at(MENU, 'Excluir', /^Criado em \d\d\/\d\d\/\d{4}$/),
    ],
    'patients/search-empty': [list, search('zenaide'), 'Nenhum paciente encontrado'],
    'patients/loading': [list, fails(SEARCH, 'never'), search('zenaide'), 'Carregando pacientes...'],
    'patients/load-failed': [
      [list, fails(SEARCH, 503, { message: 'Não foi possível ler a lista.' }), search('zenaide')],
      'Erro ao carregar pacientes: Não foi possível ler a lista.',
    ],
    'patients/load-failed-unknown': [
      [list, fails(SEARCH, 502, { message: null }), search('zenaide')],
      'Erro ao carregar pacientes: Erro desconhecido',
    ],
    'patients/offline': [list, fails(SEARCH, 'offline'), search('zenaide'), shows(/^Erro ao carregar pacientes: /)],
  }),
  ...statesOf('new', {
    'patients/never-seen': [
      [rita(), changeContext(''), list, '1 paciente no total', '0 consultas', 'Nenhum contexto clínico informado'],
    ],
    'patients/updated': [
      [many(1), changeContext('Asma na infância.'), list, click(/^Mais ações/)],
      at(MENU, /^Criado em .+ · Atualizado em \d\d\/\d\d\/\d{4}$/),
    ],
    'patients/rows': [
      created('Maria Aparecida da Conceição Albuquerque Cavalcanti de Vasconcelos Prado', {
        clinical_context: `Hipertensão arterial, diabetes tipo 2, dislipidemia. ${'Losartana 50 mg de 12 em 12 horas. '.repeat(6)}`,
        identification,
      }),
      created('João Batista Conceição', { identification: { birth_date: '2025-09-30' } }),
      created('João Batista Conceição', { identification: { cpf: '111.444.777-35' } }),
      created('João Batista Conceição'),
      make('finishedVisit', { patient: 'Íris Guimarães', context: 'Alergia a dipirona.' }),
      [list, shows('Íris Guimarães')],
    ],
    'patients/many': [many(200), list, '200 pacientes no total'],
    'patients/empty': [list, 'Nenhum paciente cadastrado'],
    'patients/search': [
      [many(80), list, search('goncalo'), has('heading', /^Gonçalo/, { level: 2 })],
      (page) => expect(page.getByRole('heading', { level: 2, name: /^Ana/ })).toHaveCount(0),
    ],
  }),
]

const dialogs = statesOf('new', {
  'patients/create': [
    [startNew(), has('dialog'), 'Novo Paciente', 'Nome do Paciente*', 'Contexto Clínico', 'Criar Paciente', 'Cancelar'],
  ],
  'patients/create-identification': [
    [identify, 'Identificação', 'Data de nascimento', 'Sexo', 'CPF', 'Telefone'],
    ['Nome da mãe', 'Naturalidade', 'Endereço'],
  ],
  'patients/name-missing': [startNew('   '), createdNew, 'Nome é obrigatório'],
  'patients/identification-refused': [
    [identify, fill('Data de nascimento', '30/02/1980'), fill('CPF', '529.982.247-24'), fill('Telefone', '(11) 9')],
    [createdNew, 'Data de nascimento inválida', 'CPF inválido', 'Telefone deve estar no formato: (11) 99999-9999'],
  ],
  'patients/created': [startNew('Rita Moura'), createdNew, toast('Paciente criado com sucesso')],
  'patients/edit': [
    [edit, 'Editar Paciente', 'Nome do Paciente*', 'Contexto Clínico', 'Atualizar Paciente', 'Cancelar'],
  ],
  'patients/edit-loading': [editFails('never'), shows('Carregando o cadastro...'), 'Editar Paciente'],
  'patients/edit-failed': [editFails(500), UNREADABLE, 'Tentar novamente'],
  'patients/discard': [edit, fill('Contexto Clínico', 'Asma.'), press('Escape'), has('alertdialog')],
  'patients/updated-toast': [
    [edit, fill('Contexto Clínico', 'Asma.'), click('Atualizar Paciente'), toast('Paciente atualizado com sucesso')],
  ],
  'patients/save-failed': [
    [startNew('Rita Moura'), fails(/^\/api\/patients$/, 500), createdNew, toast('Erro ao salvar paciente')],
  ],
  'patients/namesakes': [twoOfOneName, startNew('rita  moura'), createdNew, NAMESAKES],

  // --- deleting, archiving, restoring -------------------------------------------------------------------------------
  'patients/delete': [rita(), askToDelete, QUESTION, 'Cancelar'],
  'patients/deleted': [rita(), askToDelete, remove, toast('Paciente excluído com sucesso')],
  'patients/delete-failed': [
    [rita(), askToDelete, fails(ONE, 500, { method: 'DELETE' }), remove, toast('Erro ao excluir paciente')],
  ],
  'patients/delete-open': [
    [make('openVisit', RITA), askToDelete, remove, toast('Finalize a consulta em andamento antes de excluir')],
  ],
  'patients/archive': [
    [make('finishedVisit', RITA), askToDelete, QUESTION],
    'O prontuário fica arquivado por 20 anos, como manda a lei.',
  ],
  'patients/archived-toast': [archived],
  'patients/archived': [openArchived, /Arquivado em \d\d\/\d\d\/\d{4}/],
  'patients/archived-empty': [list, click(/^Arquivados/, 'tab'), 'Nenhum paciente arquivado'],
  'patients/restored': [openArchived, click(/^Restaurar/), toast('Paciente restaurado com sucesso')],
  'patients/restore-failed': [
    [openArchived, fails(/\/restore$/, 500), click(/^Restaurar/), toast('Erro ao restaurar paciente')],
  ],

  // --- where a patient is chosen ------------------------------------------------------------------------------------
  'patients/choose': [
    [twoOfOneName, typePatient('rita mou'), (page) => expect(page.getByRole('option')).toHaveCount(4)],
  ],
  'patients/choose-taken': [
    [twoOfOneName, typePatient('Rita Moura'), has('option', 'Criar outro paciente "Rita Moura"')],
  ],
  'patients/choose-loading': [fails(SEARCH, 'never'), typePatient('rita'), shows('Buscando pacientes...')],
  'patients/choose-failed': [
    [fails(SEARCH, 'offline'), typePatient('rita'), shows('Não foi possível buscar. Verifique a conexão.')],
  ],
  'patients/chosen-namesake': [
    [twoOfOneName, typePatient('Rita Moura'), click(/^Criar outro paciente/, 'option'), NAMESAKES],
  ],
})

// --- exporting the data of a patient --------------------------------------------------------------------------------
const NAME = 'Maria Aparecida da Conceição Albuquerque'
const menu: Step = [list, click(`Mais ações para ${NAME}`), has('menuitem', 'Exportar dados do paciente')]
const openExport: Step = [
  [menu, click('Exportar dados do paciente', 'menuitem'), has('dialog', 'Exportar dados do paciente')],
]
/** `ofAll`: the export under way is of all data. */
const exporting = (row: DataExportRow, ofAll = false): Step => [
  async (_, stage) => {
    const patient = await stage.patient(NAME)
    fillDataExport(await stage.ownId(), ofAll ? row : { ...row, patient })
  },
  openExport,
]
const exports = statesOf('new', {
  'patients/export-menu': [created(NAME), menu],
  'patients/export-ask': [created(NAME), openExport, shows(/^Um arquivo ZIP com o cadastro/)],
  'patients/export-formats': [
    async (page, stage) => page.goto(`/app/patients/${await stage.patient(NAME)}`),
    [click('Exportar prontuário'), has('dialog', 'Exportar prontuário')],
    'Ver planos',
  ],
  'patients/export-preparing': [exporting({ done: 2, total: 7 }), shows('Preparando… 2 de 7 consultas')],
  'patients/export-ready': [
    exporting({ done: 7, total: 7, status: 'completed', volumes: [812_000] }),
    shows('Exportação pronta.'),
  ],
  'patients/export-failed': [
    exporting({ done: 0, total: 7, status: 'failed' }),
    shows('Não foi possível preparar a exportação. Peça de novo.'),
  ],
  'patients/export-busy': [
    [exporting({ done: 120, total: 480 }, true), click('Exportar dados')],
    shows('Uma exportação já está sendo preparada. Espere terminar para pedir outra.'),
  ],
  'patients/export-unread': [
    [created(NAME), fails(/^\/api\/data-exports$/, 500, { method: 'GET' }), openExport],
    shows('Algo deu errado. Tente novamente.'),
  ],
})
export const patients = [...lists, ...dialogs, ...exports]
