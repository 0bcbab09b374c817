import { expect } from '@playwright/test'
import { permissionSteps } from '#domain/recorder/device-advice.ts'
import {
  downloadAgain,
  downloadFailed,
  downloadLabel,
  tryAgainHere,
  unheardAdvice,
  unheardWarning,
} from '#domain/recorder/device-speech-line.ts'
import { microphoneFault, type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import { startRecording } from '../../e2e/doctor.ts'
import { cuttable } from '../../e2e/room-way.ts'
import { startRecogniser } from '../../e2e/stack.ts'
import {
  adviceRead,
  type DeviceSpeech,
  permissionNotYetAsked,
  recognisesHere,
  recognisesNothing,
  refuseMicrophone,
  unpluggable,
} from '../devices.ts'
import {
  at,
  FINISHED,
  FINISHED_PANEL,
  FLOW,
  IN_CONSULTATION,
  LIVE_PANEL,
  MENU,
  RECORDER,
  TYPE_CHOICE,
} from '../places.ts'
import { FIRST_VISIT, newestPatient, reviewedVisit, SECOND_VISIT } from '../signed-visit.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, fails, fill, go, has, make, offline, shows, visit } from '../steps.ts'
import { KNEE, LIVE } from '../talk.ts'

const patient = 'Rita Moura Cavalcanti'
const CONTEXT = 'Hipertensão. Losartana 50 mg. Alergia a dipirona.'
const LONG_NAME = 'Maria Aparecida dos Santos Albuquerque Cavalcanti'

const newPatient =
  (context?: string): Act =>
  (_, stage) =>
    stage.patient(patient, context)
const newConsultation: Step = [go('/app/dashboard'), has('heading', 'Nova consulta')]
const chosen: Step = [
  [newConsultation, fill('Paciente', patient), click(new RegExp(`^${patient}`), 'option')],
  has('button', 'Limpar paciente'),
]
const connected = shows('Conectado')
const active: Step = [visit('openVisit', { patient, context: 'Hipertensão. Losartana 50 mg.' }), connected]
const live = visit('openVisit', { patient, lines: LIVE })
const finished = (kind: 'finishedVisit' | 'structuredVisit', lines = KNEE): Step => [
  [visit(kind, { patient, lines }), shows('Consulta Finalizada')],
]

/** A context is written that the server does not take. */
const contextUnsaved: Step = [
  [active, click('Editar'), fill('Contexto desta consulta', 'Retorno. Alergia a dipirona e a iodo.')],
  [fails(/^\/api\/consultations\/[^/]+$/, 500, { method: 'PATCH' }), click('Salvar')],
  shows(/^Não foi possível salvar o contexto\./),
]
/** The room falls silent after the steps; it never answers again. */
const cutAfter =
  (...steps: readonly Act[]): Act =>
  async (page, stage) => {
    const way = await cuttable(page)
    for (const step of steps) await step(page, stage)
    await way.cut()
  }

const screens = [
  ...statesOf('helena', {
    'dashboard/new': [
      [newConsultation, 'Paciente*'],
      at(TYPE_CHOICE, 'Presencial', 'Consulta no consultório', 'Telemedicina', 'Consulta online'),
    ],
    'dashboard/patient-search': [
      [newConsultation, fill('Paciente', 'jo'), has('option', /João Batista/), 'Criar paciente "jo"'],
    ],
  }),
  ...statesOf('new', {
    'dashboard/patient-missing': [newConsultation, click('Iniciar Consulta'), shows('Escolha ou crie um paciente')],
    'dashboard/patient-chosen': [newPatient(CONTEXT), chosen, 'Contexto desta consulta', CONTEXT],
    'dashboard/start-over': [
      [make('openVisit', { patient: 'Sebastião do Nascimento', lines: LIVE }), newPatient(), chosen],
      [click('Iniciar Consulta'), has('alertdialog')],
    ],
    // A row of each kind: open, without a signature, signed.
    'dashboard/today': [
      async (_, stage) => {
        await reviewedVisit(stage, FIRST_VISIT)
        await stage.structuredVisit({ patient: LONG_NAME, lines: KNEE })
        await stage.finishedVisit({ patient: 'Antônio Carlos Brandão', lines: LIVE })
        await stage.finishedVisit({ patient: 'Íris Guimarães', consent: 'unasked' })
        await stage.openVisit({ patient })
      },
      [go('/app/dashboard'), has('heading', /^Consultas de hoje/), has('link', /Assinada/), has('link', /Retomar/)],
      ['Rascunho', 'Aguardando estruturação', 'Sem IA', 'Ver todas no histórico'],
    ],
    'dashboard/notice': [newPatient(), chosen, click('Iniciar Consulta'), shows('Falta o aviso ao paciente')],
    // The longest of them, of one whose name takes two lines.
    'dashboard/notice-telemedicine': [
      visit('openVisit', { patient: LONG_NAME, type: 'telemedicina', consent: 'unasked' }),
      shows('Falta o aviso ao paciente'),
    ],
    'dashboard/active': [
      active,
      at(IN_CONSULTATION, 'Consulta em Andamento', patient, 'Presencial', /Início \d\d:\d\d/),
      at(IN_CONSULTATION, 'Contexto desta consulta', 'Hipertensão. Losartana 50 mg.', 'Editar'),
      at(RECORDER, 'Conectado', '00:00', 'Finalizar'),
    ],
    'dashboard/recall': [
      async (page, stage) => {
        await reviewedVisit(stage, FIRST_VISIT)
        await visit('openVisit', { ...SECOND_VISIT, of: await newestPatient(stage) })(page, stage)
      },
      [connected, shows(/^Desde a última vez/), at(IN_CONSULTATION, /^Desde a última vez \(.*\)$/)],
    ],
    'dashboard/refused': [
      [visit('openVisit', { patient, consent: 'unasked' }), click(/^Paciente recusou: Uso/)],
      click('Continuar sem gravação'),
      [shows(/sem gravação e sem IA, as falas são digitadas/), at(LIVE_PANEL, 'Escrever fala', 'Finalizar Consulta')],
    ],
    'dashboard/discard-question': [
      [active, click('Descartar consulta'), has('alertdialog', 'Descartar esta consulta?')],
    ],
    'dashboard/move': [
      [active, click('Trocar paciente'), has('dialog', 'Trocar paciente'), 'Quem respondeu ao aviso?'],
      ['A pessoa certa respondeu', 'Outra pessoa respondeu'],
    ],
    'dashboard/context-edit': [
      [active, click('Editar'), has('textbox', 'Contexto desta consulta'), at(IN_CONSULTATION, 'Cancelar', 'Salvar')],
    ],
    'dashboard/context-refused': [
      contextUnsaved,
      at(IN_CONSULTATION, 'Não foi possível salvar o contexto. Algo deu errado. Tente novamente.'),
    ],
    'dashboard/context-unsaved': [
      [contextUnsaved, click('Finalizar'), click('Finalizar agora'), has('region', 'Contexto não salvo')],
      ['O contexto desta consulta não foi salvo', 'Copiar o que escrevi', 'Descartar'],
    ],
    // A room that opens and says nothing.
    'dashboard/connecting': [
      (page) => page.routeWebSocket(/\/room$/, () => {}),
      [visit('openVisit', { patient }), at(RECORDER, 'Aguardando...')],
    ],
    'dashboard/recording': [
      async (page) => {
        const engine = await startRecogniser()
        page.once('close', () => void engine.stop())
      },
      [adviceRead, active, startRecording],
      (page) => expect(page.getByRole('log').getByRole('listitem').first()).toBeVisible({ timeout: 60_000 }),
      at(RECORDER, 'Conectado', /00:\d\d/, 'Finalizar'),
    ],
    'dashboard/recording-offline': [
      [adviceRead, active, startRecording, offline, shows(/^Offline: áudio guardado neste aparelho/)],
    ],
    'dashboard/room-unreachable': [
      [cutAfter(), visit('openVisit', { patient }), shows('Failed to connect to transcription server', 60_000)],
      at(RECORDER, 'Failed to connect to transcription server', 'Tentar novamente'),
    ],
    'dashboard/room-lost': [
      [cutAfter(live, connected), shows('Failed to reconnect to transcription server', 60_000)],
      at(RECORDER, 'Failed to reconnect to transcription server', 'Tentar novamente'),
      at(LIVE_PANEL, 'Desconectado'),
    ],
    'dashboard/finish-undo': [
      [live, click('Finalizar')],
      at(RECORDER, /Consulta finaliza em \d+ s/, 'Desfazer', 'Finalizar agora'),
    ],
    'dashboard/finish-unasked': [
      [visit('openVisit', { patient, consent: 'unasked' }), click('Finalizar Consulta')],
      at(RECORDER, 'O paciente não respondeu ao aviso: esta consulta não gera registro com IA.', 'Desfazer'),
    ],
    'dashboard/finishing': [
      [cutAfter(live, click('Finalizar')), click('Finalizar agora')],
      [at(RECORDER, 'Finalizando…'), at(LIVE_PANEL, 'Finalizando…')],
    ],
    'dashboard/structuring-by-itself': [
      [live, fails(/\/structure$/, 'never'), click('Finalizar'), click('Finalizar agora')],
      [shows('Estruturando a consulta'), at(FLOW, 'Estruturando a consulta', 'Clínica Geral')],
    ],
    'dashboard/finished': [
      finished('finishedVisit'),
      at(FINISHED, 'Consulta Finalizada', 'Aguardando estruturação', patient, 'Presencial', 'Nova Consulta'),
      at(FINISHED, /\d\d\/\d\d\/\d{4}, \d\d:\d\d às \d\d:\d\d/, /\d+ min/, '12 entradas de transcrição'),
    ],
    'dashboard/finished-structured': [
      [finished('structuredVisit'), (page) => page.getByText('Detalhes', { exact: true }).click()],
      at(FINISHED, 'Consulta Finalizada', 'Estruturada (Clínica Geral)', 'Nova Consulta'),
      at(FINISHED, 'seções criadas', /\d[\d.]* ms/, 'de processamento', /\d+%/, 'das seções com alta confiança'),
    ],
    'dashboard/finished-empty': [
      [finished('finishedVisit', []), at(FINISHED_PANEL, 'Nenhuma fala foi reconhecida nesta consulta.')],
      shows(/Não há transcrições para estruturar/),
    ],
  }),
]

// --- microphone errors of the browser, and interruptions of a microphone --------------------------------------------
/** The fault's sentence and its small technical message, beside the recorder. */
const faulty = ({ message, technical }: RecorderFault): Step => at(RECORDER, message, ...(technical ? [technical] : []))
const refused = (error: string): Step => [
  [adviceRead, (page) => refuseMicrophone(page, error), active, click('Iniciar gravação')],
  faulty(microphoneFault(error)),
]
const recording: Step = [adviceRead, active, startRecording]
const breaks =
  (breakPage: () => unknown): Act =>
  (page) =>
    page.addInitScript(breakPage)

const microphone = statesOf('new', {
  'dashboard/microphone-needed': [[permissionNotYetAsked, active, at(RECORDER, 'Permissão do microfone necessária')]],
  'dashboard/microphones': [
    // As a browser tells them before it was allowed to name them.
    breaks(() => {
      const own = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices)
      navigator.mediaDevices.enumerateDevices = async () =>
        (await own()).map(({ kind, groupId }, n) => {
          const deviceId = `${n}a1b2c3d4e5f6`
          return { kind, groupId, deviceId, label: '', toJSON: () => ({}) }
        })
    }),
    [recording, click('Trocar microfone'), has('menuitem'), at(MENU, /Microfone \da1b2c3d/)],
  ],
  'dashboard/microphones-unlisted': [
    breaks(() => {
      navigator.mediaDevices.enumerateDevices = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    }),
    [recording, faulty(recorderFaults.devices)],
  ],
  'dashboard/microphone-not-allowed': [refused('NotAllowedError'), at(RECORDER, permissionSteps('Chrome', 0))],
  'dashboard/microphone-not-found': [refused('NotFoundError')],
  'dashboard/microphone-not-readable': [refused('NotReadableError')],
  'dashboard/microphone-overconstrained': [refused('OverconstrainedError')],
  'dashboard/microphone-insecure': [refused('SecurityError')],
  'dashboard/microphone-unknown': [refused('AbortError')],
  'dashboard/recording-failed': [
    async (page, stage) => {
      const unplug = await unpluggable(page)
      for (const step of [adviceRead, visit('openVisit', { patient }), connected, startRecording])
        await step(page, stage)
      await unplug()
    },
    faulty(recorderFaults.ended),
  ],
  'dashboard/processing-failed': [
    breaks(() => {
      AudioWorklet.prototype.addModule = () => Promise.reject(new DOMException('', 'AbortError'))
    }),
    [adviceRead, active, click('Iniciar gravação'), shows(recorderFaults.processing.message)],
    at(RECORDER, `${recorderFaults.processing.technical} (AbortError)`),
  ],
  // A browser that promises a stream and gives none.
  'dashboard/start-failed': [
    breaks(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(null as never)
    }),
    [adviceRead, active, click('Iniciar gravação'), faulty(recorderFaults.start)],
  ],
})

// --- recognition on the device ---------------------------------------------------------------------------------------
const here =
  (speech: DeviceSpeech): Act =>
  (page) =>
    recognisesHere(page, speech)
const keepsAudioHere: Act = (page) =>
  page.addInitScript(() => localStorage.setItem('relato-settings', '{"audio":{"storeInRoom":false}}'))
const SENT = 'Reconhecimento neste computador; o servidor guarda o áudio até ele virar texto.'
const STAYS = 'Reconhecimento neste computador: o áudio não sai daqui.'
const SHORT = 'Este navegador é feito para frases curtas: confira o texto.'

const deviceSpeech = statesOf('new', {
  'dashboard/device-speech': [[here({ state: 'available' }), active], at(RECORDER, SENT)],
  'dashboard/device-speech-stays': [
    [here({ state: 'available' }), keepsAudioHere, adviceRead, active, startRecording],
    at(RECORDER, STAYS),
  ],
  'dashboard/device-speech-short': [
    [here({ state: 'available', conversation: 'unavailable' }), active, at(RECORDER, `${SENT} ${SHORT}`)],
  ],
  'dashboard/device-speech-short-stays': [
    [here({ state: 'available', conversation: 'unavailable' }), keepsAudioHere, active],
    at(RECORDER, `${STAYS} ${SHORT}`),
  ],
  'dashboard/device-speech-stopped': [
    [here({ state: 'available', fails: true }), adviceRead, active, startRecording],
    at(RECORDER, /O reconhecimento deste computador parou: o servidor .+\./, tryAgainHere),
  ],
  'dashboard/device-speech-unheard': [
    [here({ state: 'available', fails: true }), keepsAudioHere, adviceRead, active, startRecording],
    at(RECORDER, unheardWarning, unheardAdvice, tryAgainHere, 'Gravando sem transcrever'),
  ],
  'dashboard/device-speech-download': [[here({ state: 'downloadable' }), active, at(RECORDER, downloadLabel)]],
  'dashboard/device-speech-downloading': [
    [here({ state: 'downloadable' }), active, click(downloadLabel)],
    at(RECORDER, 'Baixando o reconhecimento em português… Até lá, o servidor reconhece.'),
  ],
  'dashboard/device-speech-downloaded': [
    [here({ state: 'downloadable', installs: true }), active, click(downloadLabel)],
    at(RECORDER, SENT),
  ],
  'dashboard/device-speech-failed': [
    [here({ state: 'downloadable', installs: false }), active, click(downloadLabel)],
    at(RECORDER, downloadFailed, downloadAgain),
  ],
  'dashboard/device-speech-language': [
    [here({ state: 'unavailable' }), active],
    at(RECORDER, 'Este navegador não tem português para reconhecer fala no computador: o servidor reconhece.'),
  ],
  'dashboard/device-speech-blocked': [
    [here({ state: 'blocked' }), active],
    at(RECORDER, 'Este navegador bloqueia o reconhecimento no computador: o servidor reconhece.'),
  ],
  'dashboard/device-speech-none': [
    [recognisesNothing, active],
    at(RECORDER, /^Este navegador não reconhece fala no próprio computador .+: o servidor reconhece\.$/),
  ],
})
export const dashboard = [...screens, ...microphone, ...deviceSpeech]
