import { expect } from '@playwright/test'
import { FELL_BACK_IN_PART, NO_PLAN } from '#domain/record/proof/warnings.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { specialtyLabels } from '#domain/record/specialty.ts'
import { pressureScript } from '#local/stack/seed-consultation.ts'
import { subscribe } from '../../e2e/billing.ts'
import { breakClipboard } from '../devices.ts'
import { at, CHECKS, FLOW, HEADER, RECORD_TEXT, region, toast } from '../places.ts'
import type { Line } from '../room.ts'
import { change } from '../rows.ts'
import type { Stage } from '../stage.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, fails, fill, has, press, shows, visit } from '../steps.ts'

const patient = 'Marina Albuquerque Teixeira de Vasconcelos'
const LINES: readonly Line[] = pressureScript.map(([speaker, text]) => [speaker, text])
const HDA = 'História da Doença Atual'
const CHEST = 'Refere dor no peito e falta de ar.'
const NECK = 'Cefaleia na nuca há duas semanas.'
const HYPOTHESIS = 'Hipertensão arterial estágio 2.'
/** The seeded records: one waits for its signature, one is signed. */
const [UNSIGNED, SIGNED] = ['00000000-0000-4000-8000-000000000021', '00000000-0000-4000-8000-000000000022']

// --- the way to a record -------------------------------------------------------------------------------------------
const intro: Step = [
  [visit('finishedVisit', { patient, lines: LINES }), click('Estruturar'), has('button', 'Iniciar Estruturação')],
]
const specialties: Step = [intro, click('Iniciar Estruturação')]
const begin: Step = [specialties, click('Confirmar Especialidade')]
const RETRY = 'Não foi possível estruturar a consulta. Tente novamente.'

const flow = statesOf('new', {
  'structuring/intro': [intro, at(FLOW, /\d[\d.]* caracteres/, 'Iniciar Estruturação')],
  'structuring/specialty': [
    specialties,
    at(FLOW, ...Object.values(specialtyLabels).flatMap(({ title, description }) => [title, description])),
    at(FLOW, 'Confirmar Especialidade', 'Voltar'),
  ],
  'structuring/processing': [fails(/\/structure$/, 'never'), begin, at(FLOW, 'Estruturando a consulta', 'Na fila')],
  'structuring/other-under-way': [
    (_, stage) => subscribe(stage, 'pro_month'),
    specialties,
    // Simulated: this Worker structures without a model, too fast to find the job running. `record.spec.ts`
    // tests a real job, with a model that waits.
    (page) => {
      const json = { job_id: crypto.randomUUID(), specialty: 'general' }
      return page.route(/\/structure$/, (route) => route.fulfill({ status: 202, json }))
    },
    [fails(/\/structure\//, 'never'), click(/^Cardiologia/, 'radio'), click('Confirmar Especialidade')],
    shows(/^Já havia uma estruturação em andamento, em Clínica Geral/),
  ],
  'structuring/failed': [
    [fails(/\/structure$/, 500, { message: RETRY }), begin, at(FLOW, RETRY, 'Tentar Novamente', 'Fechar')],
  ],
  'structuring/failed-status': [
    [fails(/\/structure$/, 502, { message: null }), begin, at(FLOW, RETRY, 'HTTP error! status: 502')],
  ],
  'structuring/failed-unknown': [[fails(/\/structure$/, 200, { message: null }), begin, at(FLOW, 'Erro desconhecido')]],
  'structuring/written-specialty': [
    [visit('finishedVisit', { patient, consent: 'unasked' }), click('Escrever registro')],
    at(FLOW, 'Qual é a especialidade desta consulta?', 'Escrever registro', 'Voltar'),
  ],
  'structuring/written': [
    [visit('finishedVisit', { patient, consent: 'unasked' }), click('Escrever registro'), has('radio')],
    (page) => page.getByRole('dialog').getByRole('button', { name: 'Escrever registro' }).click(),
    shows(/Texto escrito pelo médico, sem inteligência artificial\./),
  ],
  'structuring/refused': [
    visit('finishedVisit', { patient, lines: [['patient', 'Bom dia, doutora, tudo bem?']] }),
    [click('Estruturar'), click('Iniciar Estruturação'), click('Confirmar Especialidade')],
    shows('Esta consulta não gerou registro'),
  ],
})

// --- the record -----------------------------------------------------------------------------------------------------
const read: Step = [click('Ver registro'), has('textbox', 'Texto para Prontuário')]
const recordOf = (lines: readonly Line[]): Step => [visit('structuredVisit', { patient, lines }), read]
const opened =
  (id: string): Act =>
  (page) =>
    page.goto(`/app/dashboard?consulta=${id}`)
const seeded: Step = [opened(UNSIGNED), read]

const sectionOf = async (stage: Stage, id: string, title: string) => {
  const { body } = await stage.api<{ structuredData: StructuredRecord }>('GET', `/api/consultations/${id}`)
  return `/api/v1/transcription/sections/${body.structuredData.sections.find((one) => one.title === title)?.id}`
}
/** A record of the doctor's own, as it stands once the content was put into the section. */
const written = (title: string, content: string): Step => [
  async (page, stage) => {
    const id = await stage.structuredVisit({ patient, lines: LINES })
    await stage.api('PUT', await sectionOf(stage, id, title), { content })
    await page.goto(`/app/dashboard?consulta=${id}`)
  },
  read,
]
const own = recordOf(LINES)
const other = { doctor: 'patient', patient: 'doctor' } as const
const swapped = recordOf(pressureScript.map(([speaker, text]): Line => [other[speaker], text]))
/** An action from the menu of the record. */
const chosen = (name: string): Step => [click('Mais ações'), click(name, 'menuitem')]
/** Types at the end of a box. */
const type =
  (box: string, text: string): Act =>
  async (page) => {
    await page.getByRole('textbox', { name: box }).press('Control+End')
    await page.getByRole('textbox', { name: box }).pressSequentially(text)
  }
const edit = (text = ' Piora no fim do dia.'): Step => [click(`Editar ${HDA}`), type(HDA, text)]
const onDevice = shows('Guardado neste aparelho')
/** Past the time of the autosave. */
const halfMinute: Act = (page) => page.clock.runFor(31_000)
const clocked: Act = (page) => page.clock.install()
/** The consultation whose record is open. */
const changedElsewhere: Act = async (page, stage) => {
  const id = new URL(page.url()).searchParams.get('consulta') ?? ''
  await stage.api('PUT', await sectionOf(stage, id, HDA), { content: 'Cefaleia na nuca.' })
}

const records = [
  ...statesOf('helena', {
    'structuring/completed': [
      [seeded, at(HEADER, 'Copiar Texto', 'Revisar e assinar', 'Fechar')],
      at(region(HDA), /^Baixa Confiança \d+%$/, 'Editar'),
      at(RECORD_TEXT, 'Texto para Prontuário', 'Copiar Texto', 'CONSULTA MÉDICA - MARINA ALBUQUERQUE TEIXEIRA'),
      at(RECORD_TEXT, 'HISTÓRIA DA DOENÇA ATUAL', /Estruturado em: \d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d/),
      at(RECORD_TEXT, /Registro de uso de IA: .+; ainda não revisado por médico\./),
      at(RECORD_TEXT, 'O texto copiado leva no alto “Rascunho, não assinado”.'),
    ],
    'structuring/sentence': [
      [
        seeded,
        (page) =>
          page
            .getByRole('button', { pressed: false, name: /occipital/ })
            .first()
            .press('Enter'),
      ],
      has('button', undefined, { pressed: true }),
    ],
    'structuring/text-copied': [
      (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
      [seeded, (page) => page.getByRole('button', { name: 'Copiar Texto' }).last().click(), has('alertdialog')],
      ['Texto copiado para a área de transferência!', 'Fechar'],
    ],
    'structuring/text-copy-failed': [
      [seeded, breakClipboard, (page) => page.getByRole('button', { name: 'Copiar Texto' }).last().click()],
      [has('alertdialog'), 'Erro ao copiar texto. Tente selecionar e copiar manualmente.', 'Fechar'],
    ],
    'structuring/signed': [opened(SIGNED), click('Ver registro'), shows('Registro assinado')],
    'structuring/addendum': [
      [opened(SIGNED), click('Ver registro'), click('Adicionar adendo'), has('textbox', 'Texto do adendo')],
    ],
  }),
  ...statesOf('new', {
    'structuring/swapped': [swapped, at(CHECKS, /^Os rótulos .*parecem trocados;.*$/, 'Trocar médico e paciente')],
    'structuring/intro-again': [own, chosen('Nova Estruturação'), shows(/O novo registro toma o lugar do atual\./)],
    'structuring/low': [
      own,
      at(region(HDA), /^Baixa Confiança \d+%$/, 'Requer revisão manual'),
      shows('Atenção: Baixa confiança na estruturação'),
      shows(/^Recomenda-se revisão manual detalhada das \d+ seções marcadas com “Baixa Confiança”\.$/),
    ],
    'structuring/section-empty': [[written(HDA, ''), at(region(HDA), 'Não informado')]],
    'structuring/section-edit': [own, edit(), onDevice, at(region(HDA), /^(Enter salva · Esc desfaz|Concluir)$/)],
    'structuring/section-saved': [own, edit(), press('Control+Enter'), shows(/^Salvo \d\d:\d\d$/)],
    'structuring/section-autosaved': [clocked, own, edit(), halfMinute, shows(/^Salvo \d\d:\d\d$/)],
    'structuring/section-offline': [
      [clocked, own, edit(), fails(/\/sections\//, 'offline'), halfMinute],
      shows('Sem conexão: guardado neste aparelho'),
    ],
    'structuring/section-found': [
      [own, edit(' Piora no fim do d'), onDevice, (page) => page.goto(page.url()), read],
      shows('Recuperado deste aparelho: ainda não foi salvo'),
    ],
    'structuring/section-undone': [own, edit(), press('Escape'), toast('Edição desfeita')],
    'structuring/section-changed': [
      [own, edit(), changedElsewhere, press('Control+Enter'), has('region', /mudou depois que você começou/)],
    ],
    'structuring/section-save-failed': [
      [
        own,
        edit(),
        fails(/\/sections\//, 409, { message: 'O registro mudou em outro lugar.' }),
        press('Control+Enter'),
      ],
      toast('Erro ao atualizar seção: O registro mudou em outro lugar.'),
    ],
    'structuring/suggestions': [
      recordOf([
        ['patient', 'Estou com dor no joelho direito há duas semanas.'],
        ['doctor', 'Vou pedir uma radiografia do joelho direito.'],
      ]),
      async (page) => {
        const card = page.getByRole('region', { name: 'Alergias', exact: true })
        await card.getByRole('button', { name: /^Sugestões/ }).click()
        await expect(card.getByRole('button', { name: /^Aplicar/ }).first()).toBeVisible()
      },
      at(region('Alergias'), /Sugestões \d+/, 'Aplicar'),
    ],
    'structuring/warned': [
      recordOf([
        ['patient', 'Estou com dor de garganta e febre há três dias.'],
        ['doctor', 'A garganta está vermelha, com placas dos dois lados.'],
      ]),
      at(CHECKS, 'Avisos', NO_PLAN),
    ],
    'structuring/held-back': [
      async (page, stage) => {
        const consultation = await stage.structuredVisit({ patient, lines: LINES })
        const doubted = {
          ...{ id: 'doubted', section: 'hipotese', reason: 'doubted', text: HYPOTHESIS },
          flags: [{ kind: 'certainty', message: 'As falas tratam isso como possibilidade, não como certo.' }],
          evidence: [],
        }
        const invented = {
          ...{ id: 'invented', section: 'hf', reason: 'doubted', text: 'Mãe com diabetes.', evidence: [] },
          flags: [{ kind: 'support', message: 'Nenhuma fala da transcrição comprova esta frase.' }],
        }
        const contradicted = {
          ...{ id: 'contradicted', section: 'alergias', reason: 'contradicted', text: 'Nega alergias.', evidence: [] },
          flags: [{ kind: 'negation', message: 'As falas podem dizer o contrário.' }],
        }
        const omissions = JSON.stringify([doubted, invented, contradicted])
        const warnings = JSON.stringify([FELL_BACK_IN_PART])
        const values = { consultation, omissions, warnings }
        change(
          'UPDATE records SET omissions = :omissions, warnings = :warnings WHERE consultation_id = :consultation',
          values,
        )
        await page.goto(`/app/dashboard?consulta=${consultation}`)
      },
      read,
      shows('Parte do registro formada sem o modelo de linguagem'),
      shows(/^Recusada: as falas dizem outra coisa/),
      [
        has('button', `Inserir em Hipótese Diagnóstica: ${HYPOTHESIS}`),
        'Nenhuma fala da transcrição comprova esta frase.',
      ],
    ],
    'structuring/original': [
      [written(HDA, NECK), click(`Conteúdo original de ${HDA}`), has('heading', 'Conteúdo original')],
      ['Conteúdo original', HDA],
    ],
    'structuring/issues': [
      [written(HDA, CHEST), chosen('Salvar no Histórico'), shows(/^Faltam? \d+ frases? para conferir$/)],
      at(HEADER, /Falta 1 frase para conferir|Faltam \d+ frases para conferir/),
      at(CHECKS, 'Antes de assinar', 'Para completar', 'História Patológica Pregressa: seção vazia.'),
    ],
    'structuring/text-edited': [
      [own, type('Texto para Prontuário', '\nRetorno em trinta dias.'), shows('Edições salvas.')],
    ],
  }),
]

// --- the whole record: saving, exporting, versions, signing ---------------------------------------------------------
const lookAtAll: Act = async (page) => {
  const seen = page.getByRole('button', { name: 'Conferi', exact: true })
  for (let remaining = await seen.count(); remaining > 0; remaining--) {
    await seen.first().click()
    await expect(seen).toHaveCount(remaining - 1)
  }
}
const openSheet: Step = [lookAtAll, click('Revisar e assinar')]
const openVersions: Step = [[click('Mais ações'), click('Versões', 'menuitem'), has('dialog', 'Versões do registro')]]
const INVENTED = 'O texto não é o que foi dito na consulta'

const actions = statesOf('new', {
  'structuring/saved': [
    [own, lookAtAll, chosen('Salvar no Histórico'), toast('Transcrição estruturada salva com sucesso!')],
  ],
  'structuring/pdf-under-way': [
    [own, fails(/\/export\/pdf\//, 'never'), chosen('Exportar PDF'), /PDF em processamento\. ID: [0-9a-f-]{36}/],
  ],
  'structuring/copy-fields': [
    [own, chosen('Copiar por campos'), click(/^SOAP/, 'radio'), has('button', 'Copiar Avaliação')],
  ],
  'structuring/copy-profile': [
    [own, chosen('Copiar por campos'), click('Novo perfil'), has('dialog', 'Perfil de cópia')],
    'Onde fica cada seção',
  ],
  'structuring/copy-profile-invalid': [
    [own, chosen('Copiar por campos'), click('Novo perfil'), click('Salvar perfil'), shows('Dê um nome ao perfil')],
  ],
  'structuring/copy-own': [
    [own, chosen('Copiar por campos'), click('Novo perfil'), fill('Nome do perfil', 'Hospital São Lucas')],
    [click('Salvar perfil'), has('button', 'Editar perfil'), has('radio', /^Hospital São Lucas/)],
  ],
  'structuring/formats-free': [
    [own, chosen('Outros formatos'), has('dialog', 'Outros formatos'), has('button', 'Baixar Texto (TXT)')],
    'Ver planos',
  ],
  'structuring/formats': [
    (_, stage) => subscribe(stage, 'pro_month'),
    [own, chosen('Outros formatos'), has('button', 'Baixar FHIR R4')],
  ],
  'structuring/formats-transcript': [
    (_, stage) => subscribe(stage, 'pro_month'),
    [own, chosen('Outros formatos'), click('Incluir a transcrição', 'switch'), has('button', 'Baixar Dados (JSON)')],
    'Registro e todas as falas, com a hora de cada uma',
  ],
  'structuring/pdf-failed': [
    [own, fails(/\/export\/pdf$/, 500, { message: 'Não foi possível gerar o PDF. Tente novamente.' })],
    [chosen('Exportar PDF'), toast('Erro ao exportar PDF: Não foi possível gerar o PDF. Tente novamente.')],
  ],
  'structuring/pdf-failed-unknown': [
    [own, fails(/\/export\/pdf$/, 502, { message: null }), chosen('Exportar PDF')],
    toast('Erro ao exportar PDF: Erro desconhecido'),
  ],
  'structuring/versions': [written(HDA, NECK), openVersions, has('button', 'Ler a versão 1')],
  'structuring/versions-failed': [written(HDA, NECK), fails(/\/versions$/, 500), openVersions, has('alert')],
  'structuring/version': [
    [written(HDA, NECK), openVersions, click('Ler a versão 1')],
    has('button', `Restaurar ${HDA} como nesta versão`),
  ],
  'structuring/sign': [own, openSheet, has('button', 'Assinar registro')],
  'structuring/sign-demonstration': [
    async (page, stage) => {
      const id = await stage.structuredVisit({ patient, lines: LINES })
      change('UPDATE consultations SET demonstration = 1 WHERE id = :id', { id })
      await page.goto('/app/history')
      await expect(page.getByText('Reconhecimento de demonstração', { exact: true })).toBeVisible()
      await page.goto(`/app/dashboard?consulta=${id}`)
    },
    read,
    async (page) => {
      const record = page.getByRole('dialog', { name: /^Registro de / })
      await expect(record.locator('header').getByText('Reconhecimento de demonstração')).toBeVisible()
      await expect(record.getByText(`“Demonstração: ${INVENTED}”`)).toBeVisible()
    },
    openSheet,
    (page) => expect(page.getByRole('dialog', { name: 'Revisar e assinar' }).getByText(INVENTED)).toBeVisible(),
  ],
})

export const structuring = [...flow, ...records, ...actions]
