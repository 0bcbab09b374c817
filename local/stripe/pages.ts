import { html } from 'hono/html'
import { z } from 'zod'
import { type Account, cards, find, type Price, type Subscription } from './account.ts'
import { completeSession, findSession, needsNoCard } from './checkout.ts'
import { declined, Fault, noSuch } from './fault.ts'
import type { Host, Reply, Request } from './host.ts'
import { layout } from './html.ts'
import { type Form, parseForm, parseParams } from './params.ts'
import { findActivePrice } from './prices.ts'
import { changePrice, collect, DAY, openInvoices, setCancellation } from './subscriptions.ts'

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })
const money = (centavos: number) => reais.format(centavos / 100)
const date = (seconds: number) => day.format(seconds * 1_000)
const priceText = (price: Price) =>
  `${money(price.unit_amount)} ${price.recurring.interval === 'year' ? 'por ano' : 'por mês'}`
const productName = ({ state }: Account, price: Price) => find(state.products, 'product', price.product).name
const fault = html`<p role="alert">Seu cartão foi recusado. Nada foi cobrado: tente com outro.</p>`
const back = (url: string | null, text: string) => url && html`<p><a href="${url}">${text}</a></p>`
const radio = (name: string, value: string, text: string, isChecked = false) =>
  html`<label><input type="radio" name="${name}" value="${value}" required ${isChecked && html`checked`}> ${text}</label>`
const cardRadios = () => [
  radio('card', 'pays', `Cartão •••• ${cards.pays}: aceito agora e a cada cobrança`, true),
  radio('card', 'fails', `Cartão •••• ${cards.fails}: aceito agora; a cobrança falha`),
  radio('card', 'refused', `Cartão •••• ${cards.refused}: recusado na hora`),
]

const successUrl = (id: string, url: string | null) => url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null

function showCheckout(account: Account, id: string, hasFailed: boolean): string {
  const session = findSession(account, id)
  const { price, trialDays } = find(account.state.orders, 'order', id)
  if (session.status === 'complete')
    return layout(
      'Este pagamento já foi concluído',
      html`${back(successUrl(id, session.success_url), 'Voltar ao aplicativo')}`,
    )
  if (session.status === 'expired')
    return layout('Esta página de pagamento expirou', html`${back(session.cancel_url, 'Voltar ao aplicativo')}`)
  const trialEnd = trialDays !== undefined && date(account.now() + trialDays * DAY)
  return layout(
    productName(account, price),
    html`<p>${find(account.state.customers, 'customer', session.customer).email}</p>
<p>Total hoje: <strong>${money(session.amount_total ?? 0)}</strong></p>
<p>${trialEnd ? `${trialDays} dias grátis. A partir de ${trialEnd}: ${priceText(price)}` : priceText(price)}</p>
${hasFailed && fault}
<form method="post"><fieldset><legend>Forma de pagamento</legend>${cardRadios()}
${needsNoCard(session) && radio('card', 'none', 'Sem cartão por enquanto')}</fieldset>
<button>${trialEnd ? 'Iniciar período de teste' : 'Assinar'}</button></form>
${back(session.cancel_url, 'Voltar sem assinar')}`,
  )
}

const checkoutForm = z.object({ card: z.enum(['pays', 'fails', 'refused', 'none']) })

function submitCheckout(account: Account, id: string, form: Form): string | null {
  const session = completeSession(account, id, parseParams(checkoutForm, form).card)
  return successUrl(id, session.success_url)
}

const portalForm = z.discriminatedUnion('act', [
  z.object({ act: z.literal('cancel'), subscription: z.string() }),
  z.object({ act: z.literal('resume'), subscription: z.string() }),
  z.object({ act: z.literal('change'), subscription: z.string(), price: z.string() }),
  z.object({ act: z.literal('card'), subscription: z.string(), card: z.enum(['pays', 'fails', 'refused']) }),
])
const statuses: Partial<Record<Subscription['status'], string>> = {
  trialing: 'Em teste',
  active: 'Ativa',
  past_due: 'Pagamento em atraso',
}

function subscriptionSection(account: Account, subscription: Subscription) {
  const { id, cancel_at: cancelAt, customer, status } = subscription
  const [{ price, current_period_end: end }] = subscription.items.data
  const card = account.state.cards[customer]
  const others = Object.values(account.state.prices).filter(
    (one) => one.active && one.lookup_key && one.id !== price.id,
  )
  const hidden = html`<input type="hidden" name="subscription" value="${id}">`
  return html`<h2>${productName(account, price)}</h2>
<p>${statuses[status]} · ${priceText(price)} · ${card ? `cartão •••• ${cards[card]}` : 'sem cartão'} ·
${cancelAt ? `termina em ${date(cancelAt)}` : `período até ${date(end)}`}</p>
${openInvoices(account, subscription).map((one) => html`<p>Fatura em aberto: ${money(one.amount_remaining)}</p>`)}
${
  cancelAt
    ? html`<form method="post">${hidden}<button name="act" value="resume">Não cancelar assinatura</button></form>`
    : html`<details><summary>Cancelar assinatura</summary><form method="post">${hidden}
<button name="act" value="cancel">Confirmar cancelamento</button></form></details>`
}
<details><summary>Mudar de plano</summary><form method="post">${hidden}<fieldset><legend>Outro plano</legend>
${others.map((one) => radio('price', one.id, `${productName(account, one)}, ${priceText(one)}`))}</fieldset>
<button name="act" value="change">Confirmar mudança</button></form></details>
<details><summary>Trocar o cartão e pagar o que está em aberto</summary><form method="post">${hidden}
<fieldset><legend>Novo cartão</legend>${cardRadios()}</fieldset>
<button name="act" value="card">Salvar cartão</button></form></details>`
}

function showPortal(account: Account, id: string, hasFailed: boolean): string {
  const { customer, return_url } = find(account.state.portalSessions, 'portal session', id)
  const live = Object.values(account.state.subscriptions).filter(
    (one) => one.customer === customer && one.status !== 'canceled',
  )
  return layout(
    'Sua assinatura',
    html`${back(return_url, 'Voltar ao aplicativo')}${hasFailed && fault}
${live.map((one) => subscriptionSection(account, one))}${live.length === 0 && html`<p>Nenhuma assinatura.</p>`}`,
  )
}

function submitPortal(account: Account, id: string, form: Form): null {
  const { customer } = find(account.state.portalSessions, 'portal session', id)
  const input = parseParams(portalForm, form)
  const subscription = find(account.state.subscriptions, 'subscription', input.subscription)
  if (subscription.customer !== customer) throw noSuch('subscription', subscription.id)
  if (input.act === 'cancel') setCancellation(account, subscription, subscription.items.data[0].current_period_end)
  else if (input.act === 'resume') setCancellation(account, subscription, null)
  else if (input.act === 'change') changePrice(account, subscription, findActivePrice(account, input.price, 'price'))
  else {
    if (input.card === 'refused') throw declined()
    account.state.cards[customer] = input.card
    for (const invoice of openInvoices(account, subscription)) collect(account, subscription, invoice)
  }
  return null
}

const isCardError = (error: unknown) => error instanceof Fault && error.body.type === 'card_error'

/** Answers the checkout and the portal, which Stripe hosts. A form leads back to its own page or into the app. */
export function answerPage(host: Host, { method, url, body }: Request): Reply {
  const [, kind, id = ''] = url.pathname.match(/^\/(c\/pay|p\/session)\/(\w+)$/) ?? []
  const isCheckout = kind === 'c/pay'
  const page = (status: number, text: string): Reply => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: text,
  })
  const redirect = (location: string): Reply => ({ status: 303, headers: { location }, body: '' })
  try {
    if (!kind) throw noSuch('page', url.pathname)
    if (method === 'POST') {
      const submit = isCheckout ? submitCheckout : submitPortal
      return redirect(host.work((account) => submit(account, id, parseForm(body))) ?? url.pathname)
    }
    const show = isCheckout ? showCheckout : showPortal
    return page(
      200,
      host.work((account) => show(account, id, url.searchParams.has('recusado'))),
    )
  } catch (error) {
    if (isCardError(error)) return redirect(`${url.pathname}?recusado`)
    if (error instanceof Fault) return page(404, layout('Página não encontrada', html``))
    throw error
  }
}
