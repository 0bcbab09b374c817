import type { Page } from '@playwright/test'
import { DEMO_STEP_MS, DEMO_STEPS } from '#domain/demo/demo.ts'
import { readFigures } from '#domain/quality/figures.ts'
import { site, supportHours } from '#domain/site.ts'
import { plans } from '#domain/subscription/plans.ts'
import { at, HEADER, region } from '../places.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, go, has } from '../steps.ts'

const scripted: Act = (page) => page.locator('html[data-script=on]').waitFor()
/** The product's window of a phone. */
const onPhone: Act = (page) => page.setViewportSize({ width: 390, height: 844 })

/** The demonstration's own timer waits for the state to play it: the pictures take longer than a step. */
const holdTimer: Act = (page) =>
  page.addInitScript((stepMs) => {
    const { setTimeout } = window
    const pending: (() => void)[] = []
    const hold = (run: () => void, ms?: number) => (ms === stepMs ? pending.push(run) : setTimeout(run, ms))
    Object.assign(window, { setTimeout: hold, playStep: () => pending.shift()?.() })
  }, DEMO_STEP_MS)
const openDemo: Step = [holdTimer, go('/demo'), scripted]
const playStep: Act = (page: Page) => page.evaluate('playStep()')
const playTo = (step: number): Step => [
  [openDemo, click('Iniciar Demonstração')],
  Array.from({ length: step }, () => playStep),
]

const { 'facts-found': facts } = readFigures()
const RECORD = region('Registro estruturado')
const { doctors, consultations, accuracy, satisfaction, laws } = site.claims
const FIGURES = [doctors, consultations, accuracy, satisfaction, laws].map(({ value }) => value.figure)
const features = Object.values(plans).flatMap(({ features }): readonly { text: string; soon?: boolean }[] => features)
const { email, phone } = site.support
const SUPPORT = [email.value, phone.value.shown, supportHours, 'Mensagem*']

export const publicPages = [
  ...statesOf('visitor', {
    'public/landing': [
      [go('/landing'), 'A consulta vira prontuário. Você olha para o paciente.', 'Testar 14 dias sem cartão'],
      ['Ver demonstração', 'Garantia de 30 dias. 20% de desconto no plano anual.', FIGURES],
      [doctors, consultations, accuracy, satisfaction].map(({ value }) => value.of),
      'Depois de finalizar · História da Doença Atual',
    ],
    'public/pricing': [
      [go('/pricing'), 'Mais popular', 'R$ 0,00', 'R$ 197,00', 'R$ 497,00', 'Começar grátis'],
      [
        Object.values(plans).map(({ name }) => name),
        features.map(({ text, soon }) => (soon ? `${text} (em breve)` : text)),
      ],
    ],
    'public/about': [go('/about'), FIGURES],
    'public/quality': [
      [go('/qualidade'), 'dos fatos ditos estão no registro', 'Pode ficar como está', 'Errada', 'Lado trocado'],
      ['Nenhum médico julgou os registros', 'Nenhuma consulta real', 'Nenhum modelo de linguagem'],
    ],
    'public/quality-figures': [
      go('/qualidade'),
      (page) => page.locator('summary').click(),
      ['Fatos no registro', `${facts.size} fatos`, 'npm run quality', 'npm run bench'],
    ],
    'public/contact': [go('/contact'), 'Nome*', 'Email*', 'Especialidade', 'Mensagem*', supportHours],
    'public/terms': [go('/terms')],
    'public/privacy': [go('/privacy'), 'E a HIPAA?', 'Recuperação de senha:', 'Entrada com o Google:'],
    'public/landing-redirected': [
      [go('/landing?redirect=%2Fapp%2Fhistory'), 'Entre na sua conta para continuar de onde parou.'],
    ],
    'public/pricing-annual': [
      [go('/pricing'), (page) => page.getByRole('radio', { name: /Anual/ }).check(), 'R$ 1.891,20', 'R$ 4.771,20'],
    ],
    'public/questions-open': [
      go('/landing'),
      async (page) => {
        for (const question of await page.locator('#faq summary').all()) await question.click()
      },
    ],
    'public/menu': [onPhone, go('/landing'), click('Menu')],
    'public/contact-demo': [
      [go('/contact?assunto=demonstracao'), 'Agende 15 minutos', 'Pedir demonstração de 15 minutos'],
    ],
    'public/contact-refused': [
      go('/contact'),
      // As it is without the script, whose own way is the support panel's to show.
      (page) =>
        page
          .getByRole('main')
          .locator('form')
          .evaluate((form: HTMLFormElement) => form.submit()),
      [has('alert'), 'Nome é obrigatório', 'Email é obrigatório', 'Escreva sua mensagem'],
    ],
    'public/contact-sent': [go('/contact?enviada=1'), 'Mensagem enviada! Responderemos em breve.'],
    'public/not-found': [go('/nada'), 'Página não encontrada'],
  }),
  ...statesOf('helena', { 'public/pricing-signed-in': [go('/pricing'), at(HEADER, 'Abrir o Relato')] }),
]

export const demo = [
  ...statesOf('visitor', {
    'demo/idle': [openDemo, 'Voltar ao início', 'Iniciar Demonstração', 'Reiniciar', 'Aguardando início'],
    'demo/step-0': [playTo(0), 'Gravando...', 'Em andamento'],
    'demo/step-3': [playTo(3), 'Médico', 'Paciente', 'IA processando a transcrição…', 'Concluída'],
    'demo/finished': [
      playTo(DEMO_STEPS),
      at(RECORD, 'Anamnese', 'Queixa principal', 'Exame físico', 'Diagnóstico', 'Conduta', 'Exportar PDF'),
      at(RECORD, 'Hipertensão essencial (primária)', 'CID-10 I10', 'código informado pela médica'),
      at(RECORD, 'Paciente 00:06', 'Médico 03:12'),
      ['Trecho: 2 das 25 falas desta consulta de exemplo.', 'Ver a conversa inteira', 'Testar 14 dias sem cartão'],
    ],
    'demo/conversation': [
      playTo(DEMO_STEPS),
      (page) => page.getByText('Ver a conversa inteira').click(),
      ['Ver a conversa inteira', 'O retorno é em três semanas, com os exames e as medidas.'],
    ],
    'demo/support-open': [
      [go('/about'), scripted, click('Falar com o suporte'), has('dialog', 'Fale com a gente'), 'Nome*', SUPPORT],
    ],
    // The pointer leaves the page through the top of the window, after a while.
    'demo/exit-offer': [
      [(page) => page.clock.install(), go('/landing'), scripted, (page) => page.clock.fastForward(6_000)],
      (page) => page.locator('body').dispatchEvent('mouseout', { bubbles: true, clientY: -1, relatedTarget: null }),
      [has('dialog'), /15 minutos, .*/, 'Pedir demonstração de 15 minutos', 'Agora não'],
    ],
    'demo/scrolled': [
      [go('/landing'), scripted, (page) => page.evaluate(() => scrollTo(0, 700)), has('button', 'Voltar ao topo')],
    ],
  }),
  ...statesOf('helena', {
    'demo/support-in-app': [
      [go('/app/patients'), click(/^Conta de/), click('Falar com o suporte', 'menuitem')],
      [has('dialog', 'Falar com o suporte'), SUPPORT],
    ],
  }),
]
