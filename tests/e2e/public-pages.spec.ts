import { site } from '#domain/site.ts'
import { signIn } from './doctor.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

const UNREAD = 'Não foi possível ler os dados enviados.'
const PAGES = ['/landing', '/pricing', '/about', '/qualidade', '/contact', '/terms', '/privacy'] as const

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })

  test('shows every page whole on a small phone, with demonstration and support', async ({ page }) => {
    for (const path of PAGES) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('contentinfo')).toContainText('Seg–Sex 8h–18h, Sáb 9h–13h')
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${path} is wider than the phone`).toBeLessThanOrEqual(360)
      // The formats of a data export are the same wherever they are named.
      if (path === '/landing' || path === '/privacy')
        await expect(page.getByRole('main')).toContainText('em PDF, texto, JSON e CSV')
      // The only executable script is the site's own; the framework adds none.
      await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(1)
    }
    await page.goto('/demo')
    await expect(page.getByText(/^Sem JavaScript a demonstração não se move/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Iniciar Demonstração' })).toBeHidden()
    await expect(page.getByRole('region', { name: 'Transcrição' }).getByText('Paciente')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Registro estruturado' }).getByText('CID-10 I10')).toBeVisible()
    // The bubble of support is a link, and the way back to the top is not there.
    await page.goto('/about')
    const { of } = site.claims.accuracy.value
    await expect(page.getByRole('main').getByRole('link', { name: of })).toHaveAttribute('href', '/qualidade')
    await expect(page.getByRole('button', { name: 'Falar com o suporte' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Voltar ao topo' })).toBeHidden()
    await page.getByRole('link', { name: 'Falar com o suporte' }).click()
    await expect(page).toHaveURL('/contact')
  })

  test('the menu, the prices by month or year and the questions need the keyboard only', async ({ page }) => {
    await page.goto('/landing')
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.press('Enter')
    const ways = page.getByRole('navigation', { name: 'Menu' })
    await expect(ways.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login')
    await expect(ways.getByRole('link', { name: 'Criar conta' })).toHaveAttribute('href', '/login?criar=1')
    await expect(ways.getByRole('link', { name: 'Sobre' })).toHaveAttribute('href', '/about')
    await page.keyboard.press('Escape')
    await expect(ways).toBeHidden()
    await expect(menu).toBeFocused()
    await menu.click()
    await ways.getByRole('link', { name: 'Preços' }).click()
    await expect(page).toHaveURL('/pricing')

    const plan = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    const pay = (name: string) => plan(name).getByRole('link', { name: /^Testar 14 dias/ })
    await expect(plan('Pro')).toContainText('Mais popular')
    await expect(plan('Pro').getByText('R$ 197,00', { exact: true })).toBeVisible()
    await expect(pay('Pro')).toHaveAttribute('href', '/checkout?plan=pro&interval=month')
    await expect(plan('Clínica').getByText('R$ 497,00', { exact: true })).toBeVisible()
    await page.getByRole('radio', { name: 'Mensal' }).press('ArrowRight')
    await expect(page.getByRole('radio', { name: /Anual/ })).toBeChecked()
    await expect(plan('Pro').getByText('R$ 1.891,20', { exact: true })).toBeVisible()
    await expect(plan('Pro').getByText('R$ 197,00', { exact: true })).toBeHidden()
    await expect(plan('Pro')).toContainText('Equivale a R$ 157,60/mês')
    // One link to reach, not two: the other interval's is not there for anybody.
    await expect(pay('Pro')).toHaveAttribute('href', '/checkout?plan=pro&interval=year')
    await expect(plan('Clínica').getByText('R$ 4.771,20', { exact: true })).toBeVisible()
    await expect(pay('Clínica')).toHaveAttribute('href', '/checkout?plan=clinica&interval=year')
    await expect(plan('Free').getByRole('link', { name: 'Começar grátis' })).toHaveAttribute(
      'href',
      '/login?criar=1&plan=free&interval=month',
    )
    // After the year is chosen, every other link on the page leads to the year too.
    const yearly = '/login?criar=1&plan=pro&interval=year'
    for (const name of ['Testar 14 dias', 'Testar 14 dias sem cartão'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', yearly)
    await expect(plan('Clínica')).toContainText('3 usuários incluídos (em breve)')
    await expect(plan('Clínica')).toContainText('IA especializada por área')
    const prices = page.getByRole('row', { name: 'Preço anual' }).getByRole('cell')
    const crossing = await prices.evaluateAll(
      (cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length,
    )
    expect(crossing, 'a price runs into the next').toBe(0)
    const formats = page.getByRole('row', { name: /Exportação em vários formatos/ }).getByRole('cell')
    await expect(formats).toContainText(['Não', 'Sim', 'Sim'])

    const answer = page.getByText('Sem cartão, a assinatura não começa')
    await expect(answer).toBeHidden()
    await page.locator('summary', { hasText: 'Preciso de cartão para testar por 14 dias?' }).press('Enter')
    await expect(answer).toBeVisible()
  })

  test('refuses a message by field, sends it once corrected, and limits messages', async ({ page, expectNoise }) => {
    expectNoise(/status of (400|429)/)
    await page.goto('/contact?assunto=demonstracao')
    const form = page.getByRole('main').locator('form')
    await expect(page.getByRole('heading', { level: 1, name: 'Agende 15 minutos' })).toBeVisible()
    const ask = form.getByRole('button', { name: 'Pedir demonstração de 15 minutos' })
    const send = form.getByRole('button', { name: 'Enviar mensagem' })
    await expect(form.getByLabel('Mensagem')).toHaveValue(/^Quero agendar a demonstração de 15 minutos\..*horários/s)
    await form.getByLabel('Email').fill('caio.nobrega')
    await form.getByLabel('Especialidade').selectOption('Geriatria')
    const refused = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await ask.click()
    expect((await refused).status()).toBe(400)
    await expect(page.getByRole('alert')).toContainText('Nome é obrigatório')
    await expect(form.getByLabel('Nome')).toBeFocused()
    await expect(form.getByLabel('Nome')).toHaveAccessibleDescription('Nome é obrigatório')
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Email inválido')
    await expect(form.getByLabel('Mensagem')).toHaveAccessibleDescription(/Não inclua dados de pacientes\.$/)
    await expect(form.getByLabel('Email')).toHaveValue('caio.nobrega')
    await expect(form.getByLabel('Especialidade')).toHaveValue('Geriatria')
    await form.getByLabel('Nome').fill('Caio Nóbrega de Albuquerque')
    await form.getByLabel('Email').fill('caio.nobrega@relato.example')
    await ask.click()
    await expect(page).toHaveURL('/contact?enviada=1')
    await expect(page.getByRole('main').getByText('Mensagem enviada! Responderemos em breve.')).toBeVisible()
    await expect(form.getByLabel('Nome')).toHaveValue('')

    // An unread refused body may close its connection, so each request has its own.
    const connection = 'close'
    const post = (origin: string) =>
      page.request.post('/contact', {
        form: { name: 'Rita', email: 'rita@relato.example', specialty: '', message: 'Olá' },
        headers: origin ? { connection, origin } : { connection },
        maxRedirects: 0,
      })
    expect((await post('https://malvado.example')).status()).toBe(400)
    expect((await post('null')).status()).toBeGreaterThanOrEqual(400)
    expect((await post('')).status()).toBe(403)
    for (const contentType of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const headers = { connection, origin: APP_URL, 'content-type': contentType }
      const unread = await page.request.post('/contact', { headers, data: Buffer.from('--x\r\nContent-Disp') })
      expect([unread.status(), await unread.text()]).toEqual([400, expect.stringContaining(UNREAD)])
    }
    const large = await page.request.post('/contact', {
      form: { name: 'Rita', message: 'a'.repeat(100_000) },
      headers: { connection, origin: APP_URL },
    })
    expect([large.status(), await large.text()]).toEqual([413, 'O conteúdo enviado é grande demais.'])
    const answers: number[] = []
    for (let n = 0; n < 5; n++) answers.push((await post(APP_URL)).status())
    expect(answers).toEqual([303, 303, 303, 303, 429])
    await page.goto('/contact')
    await form.getByLabel('Nome').fill('Caio')
    await form.getByLabel('Email').fill('caio.nobrega@relato.example')
    await form.getByLabel('Mensagem').fill('Mais uma.')
    await send.click()
    await expect(page.getByRole('alert')).toContainText('Muitas tentativas')
    await expect(form.getByLabel('Mensagem')).toHaveValue('Mais uma.')
  })
})

test('the way past the header, anchors below it, and a way back for who came from the app', async ({ page }) => {
  await page.goto('/landing')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const header = await page.getByRole('banner').boundingBox()
  for (const anchor of ['solution', 'benefits', 'pricing', 'faq']) {
    await page.goto(`/landing#${anchor}`)
    const heading = page.locator(`#${anchor} h2`)
    await expect(heading).toBeInViewport()
    const box = await heading.boundingBox()
    expect(box?.y, `#${anchor} lies beneath the header`).toBeGreaterThan(header?.height ?? 0)
  }
  await page.goto('/landing?redirect=%2Fapp%2Fhistory%3Fx%3D1')
  await expect(page.getByText('Entre na sua conta para continuar de onde parou.')).toBeVisible()
  const savedRedirect = /redirect=%2Fapp%2Fhistory%3Fx%3D1$/
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', savedRedirect)
  await expect(page.getByRole('main').getByRole('link', { name: 'Criar conta' })).toHaveAttribute('href', savedRedirect)
  await expect(page.getByRole('link', { name: 'Começar grátis' })).toHaveAttribute('href', savedRedirect)
  await page.getByRole('banner').getByRole('link', { name: 'Perguntas' }).click()
  await expect(page).toHaveURL('/landing?redirect=%2Fapp%2Fhistory%3Fx%3D1#faq')
  await page.getByRole('banner').getByRole('link', { name: 'Preços' }).click()
  await expect(page).toHaveURL('/pricing?redirect=%2Fapp%2Fhistory%3Fx%3D1')
  await expect(page.getByRole('link', { name: 'Começar grátis' })).toHaveAttribute('href', savedRedirect)
  await page.goto('/landing?redirect=%2F%2Fmalvado.example')
  await expect(page.getByText('Entre na sua conta para continuar de onde parou.')).toHaveCount(0)
})

test('leads a signed-in doctor to the app, and not to the sign-in', async ({ page }) => {
  await signIn(page)
  await page.goto('/about')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Abrir o Relato' })).toHaveAttribute('href', '/app/dashboard')
  await expect(banner.getByRole('link', { name: 'Entrar' })).toHaveCount(0)
  for (const path of ['/about', '/pricing']) {
    await page.goto(path)
    await expect(page.locator('a[href^="/landing"], a[href^="/login"]')).toHaveCount(0)
  }
  const free = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Free' }) })
  await expect(free.getByRole('link', { name: 'Abrir o Relato' })).toHaveAttribute('href', '/app/dashboard')
  await page.context().clearCookies()
  await page.reload()
  await expect(banner.getByRole('link', { name: 'Entrar' })).toBeVisible()
})

test('an address that names nothing says so, with ways on and without the framework', async ({ page, expectNoise }) => {
  expectNoise(/status of 404/)
  expect((await page.goto('/nada/aqui'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(1)
  await page.getByRole('link', { name: 'Voltar ao início' }).click()
  await expect(page).toHaveURL('/landing')
  const posted = await page.request.post('/nada', { form: { a: 'b' }, headers: { origin: APP_URL } })
  expect(posted.status()).toBe(404)
})
