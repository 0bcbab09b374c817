import { z } from 'zod'
import { type Account, findCustomer } from '../core/account.ts'
import { declined, Fault } from '../core/fault.ts'
import { methodOf, openInvoices } from '../core/invoices.ts'
import { type Form, take } from '../core/params.ts'
import { attachCard } from '../core/payment-methods.ts'
import { findPortalSession, ownSubscription, retrieveConfiguration } from '../core/portal.ts'
import type { Invoice, PortalSession, Subscription } from '../core/stored.ts'
import { collectFor, itemOf } from '../core/subscription-life.ts'
import { updateSubscription } from '../core/subscriptions.ts'
import type { Desk } from '../host/desk.ts'
import { cardChoices, choice } from './checkout.ts'
import { html, layout, longDate, money, rhythm } from './html.ts'

const text = z.string().min(1)
const submitted = z.discriminatedUnion('act', [
  z.object({ act: z.literal('cancel'), subscription: text }),
  z.object({ act: z.literal('resume'), subscription: text }),
  z.object({ act: z.literal('change'), subscription: text, price: text }),
  z.object({ act: z.literal('pay'), subscription: text }),
  z.object({ act: z.literal('card'), card: z.enum(['pays', 'fails', 'refused']) }),
])
type Act = z.output<typeof submitted>['act']
const done: Record<Act, string> = {
  cancel: 'Assinatura cancelada para o fim do período.',
  resume: 'A assinatura continua.',
  change: 'Plano alterado.',
  pay: 'Fatura paga.',
  card: 'Cartão salvo.',
}
const faults: Record<string, string> = {
  cartao: 'O cartão foi recusado.',
  dados: 'Não foi possível. Confira o que foi escolhido.',
}
const statuses: Record<string, string> = {
  trialing: 'Em teste',
  active: 'Ativa',
  past_due: 'Pagamento em atraso',
  canceled: 'Encerrada',
  paused: 'Pausada',
}
const invoiceStatuses: Record<string, string> = { paid: 'Paga', open: 'Em aberto', void: 'Anulada' }

const nameOf = ({ state }: Account, subscription: Subscription) =>
  state.products[itemOf(subscription).price.product]?.name ?? 'Assinatura'
const priceText = ({
  unit_amount,
  recurring,
}: {
  unit_amount: number | null
  recurring: { interval: string } | null
}) => `${money(unit_amount ?? 0)} ${rhythm(recurring?.interval)}`

function others(account: Account, session: PortalSession, subscription: Subscription) {
  const { products } = retrieveConfiguration(account, session.configuration).features.subscription_update
  const offered = products?.flatMap((one) => one.prices)
  return Object.values(account.state.prices).filter(
    (one) =>
      one.active && one.lookup_key && one.id !== itemOf(subscription).price.id && (offered?.includes(one.id) ?? true),
  )
}

function when(subscription: Subscription): string {
  if (subscription.status === 'canceled') return `Encerrada em ${longDate(subscription.ended_at ?? 0)}`
  if (subscription.cancel_at) return `Termina em ${longDate(subscription.cancel_at)}`
  const end = longDate(itemOf(subscription).current_period_end)
  return subscription.status === 'trialing' ? `Teste até ${end}; primeira cobrança então` : `Próxima cobrança em ${end}`
}

function subscriptionCard(account: Account, session: PortalSession, subscription: Subscription) {
  const { features } = retrieveConfiguration(account, session.configuration)
  const own = html`<input type="hidden" name="subscription" value="${subscription.id}">`
  const card = account.state.paymentMethods[methodOf(account, subscription) ?? '']?.card
  const live = !['canceled', 'paused'].includes(subscription.status)
  const owed = openInvoices(account, subscription.id)
  const { price } = itemOf(subscription)
  const prices = others(account, session, subscription)
  return html`<section class="card" aria-labelledby="${subscription.id}">
<h2 id="${subscription.id}">${nameOf(account, subscription)}</h2>
<p class="price">${money(price.unit_amount ?? 0)} <small>${rhythm(price.recurring?.interval)}</small></p>
<dl><dt>Situação</dt><dd>${statuses[subscription.status] ?? subscription.status}</dd>
<dt>Prazo</dt><dd>${when(subscription)}</dd>
<dt>Cartão</dt><dd>${card ? `•••• ${card.last4}` : 'nenhum'}</dd></dl>
${
  live &&
  owed.length > 0 &&
  html`<form method="post">${own}
<p class="alert">Fatura em aberto: ${money(owed.reduce((sum, one) => sum + one.amount_remaining, 0))}</p>
<button class="primary" name="act" value="pay">Pagar agora</button></form>`
}
${
  live &&
  subscription.cancel_at &&
  html`<form method="post">${own}<button class="primary" name="act" value="resume">Não cancelar assinatura</button></form>`
}
${
  live &&
  features.subscription_update.enabled &&
  prices.length > 0 &&
  html`<details><summary>Mudar de plano</summary><form method="post">${own}<fieldset><legend>Outro plano</legend>
${prices.map((one) => choice('price', one.id, account.state.products[one.product]?.name ?? one.id, priceText(one), false))}</fieldset>
<button name="act" value="change">Confirmar mudança</button></form></details>`
}
${
  live &&
  features.subscription_cancel.enabled &&
  !subscription.cancel_at &&
  html`<details><summary>Cancelar assinatura</summary><form method="post">${own}
<p>Ela continua até ${longDate(itemOf(subscription).current_period_end)} e então termina.</p>
<button name="act" value="cancel">Confirmar cancelamento</button></form></details>`
}
</section>`
}

const invoiceRow = (invoice: Invoice) => html`<li><span>${longDate(invoice.created)}</span>
<span>${money(invoice.total)} · ${invoiceStatuses[invoice.status ?? ''] ?? invoice.status}</span></li>`

/** Where a customer sees and changes what it has subscribed to. */
export function showPortal(
  desk: Desk,
  id: string,
  { did, fault }: { did: string | null; fault: string | null },
): string {
  return desk.work((account) => {
    const session = findPortalSession(account, id)
    const customer = findCustomer(account, session.customer, 'customer')
    const { features } = retrieveConfiguration(account, session.configuration)
    const own = Object.values(account.state.subscriptions).filter((one) => one.customer === customer.id)
    const live = own.filter((one) => one.status !== 'canceled')
    const shown = live.length > 0 ? live : own.slice(-1)
    const invoices = Object.values(account.state.invoices).filter((one) => one.customer === customer.id)
    return layout(
      'Sua assinatura',
      html`
${session.return_url && html`<p><a href="${session.return_url}">Voltar ao aplicativo</a></p>`}
<div><h1>Sua assinatura</h1><p class="quiet">${customer.email}</p></div>
${did && did in done && html`<p class="done" role="status">${done[did as Act]}</p>`}
${fault && faults[fault] && html`<p class="alert" role="alert">${faults[fault]}</p>`}
${shown.map((one) => subscriptionCard(account, session, one))}
${own.length === 0 && html`<p>Nenhuma assinatura.</p>`}
${
  features.payment_method_update.enabled &&
  html`<section class="card" aria-labelledby="card"><h2 id="card">Cartão</h2>
<details><summary>Trocar o cartão</summary><form method="post"><fieldset><legend>Novo cartão</legend>${cardChoices('pays')}</fieldset>
<button name="act" value="card">Salvar cartão</button></form></details></section>`
}
${
  features.invoice_history.enabled &&
  invoices.length > 0 &&
  html`<section class="card" aria-labelledby="invoices"><h2 id="invoices">Faturas</h2><ul>${invoices.toReversed().map(invoiceRow)}</ul></section>`
}`,
    )
  })
}

/** Answers where the browser goes next. */
export function submitPortal(desk: Desk, id: string, form: Form): string {
  const here = `/p/session/${id}`
  try {
    const asked = take(submitted, form)
    desk.work((account) => act(account, findPortalSession(account, id), asked))
    return `${here}?feito=${asked.act}`
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return `${here}?erro=${error.body.type === 'card_error' ? 'cartao' : 'dados'}`
  }
}

function act(account: Account, session: PortalSession, asked: z.output<typeof submitted>): void {
  if (asked.act === 'card') {
    saveCard(account, session, asked.card)
    return
  }
  const subscription = ownSubscription(account, session, asked.subscription)
  const item = itemOf(subscription)
  switch (asked.act) {
    // Stripe's portal says when the subscription ends, and leaves cancel_at_period_end false:
    // https://docs.stripe.com/billing/subscriptions/billing-mode/compare
    case 'cancel':
      updateSubscription(account, subscription.id, { cancel_at: item.current_period_end })
      return
    case 'resume':
      updateSubscription(account, subscription.id, { cancel_at: '' })
      return
    case 'change': {
      const { proration_behavior } = retrieveConfiguration(account, session.configuration).features.subscription_update
      const behaviour = z.enum(['always_invoice', 'create_prorations', 'none']).parse(proration_behavior)
      const items = [{ id: item.id, price: asked.price }]
      updateSubscription(account, subscription.id, { items, proration_behavior: behaviour })
      return
    }
    case 'pay':
      for (const invoice of openInvoices(account, subscription.id)) collectFor(account, subscription, invoice)
      if (openInvoices(account, subscription.id).length > 0) throw declined()
  }
}

/** For the customer, and for what it has subscribed to with another. */
function saveCard(account: Account, session: PortalSession, card: 'pays' | 'fails' | 'refused'): void {
  if (card === 'refused') throw declined()
  const method = attachCard(account, session.customer, card)
  for (const subscription of Object.values(account.state.subscriptions))
    if (subscription.customer === session.customer && subscription.status !== 'canceled')
      updateSubscription(account, subscription.id, { default_payment_method: method.id })
}
