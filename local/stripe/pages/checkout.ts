import { z } from 'zod'
import { find } from '../core/account.ts'
import { completeSession, mayWaitForCard } from '../core/checkout.ts'
import { Fault } from '../core/fault.ts'
import { type Form, take } from '../core/params.ts'
import { cards } from '../core/payment-methods.ts'
import type { Desk } from '../host/desk.ts'
import { type Html, html, layout, longDate, money, rhythm } from './html.ts'

const DAY = 86_400
const paid = z.object({
  email: z.string().regex(/^[^@\s]+@[^@\s]+$/),
  card: z.enum(['pays', 'fails', 'refused', 'none']),
})
const faults: Record<string, string> = {
  cartao: 'Seu cartão foi recusado. Nada foi cobrado: tente com outro.',
  dados: 'Informe um email e escolha uma forma de pagamento.',
}

export const cardChoices = (named: 'pays' | 'fails', ...more: (Html | false)[]) => html`
${Object.entries({
  pays: ['aprovado', 'Aceito agora e a cada cobrança.'],
  fails: ['recusado na cobrança', 'Aceito agora; a cobrança falha.'],
  refused: ['recusado', 'Recusado na hora.'],
}).map(([value, [label, note]]) =>
  choice(
    'card',
    value,
    `Cartão ${label}`,
    `•••• ${cards[value as keyof typeof cards].last4} · ${note}`,
    value === named,
  ),
)}
${more}`

export const choice = (name: string, value: string, label: string, note: string, checked: boolean) => html`
<label class="choice"><input type="radio" name="${name}" value="${value}" required ${checked && html`checked`}>
<span>${label}</span><small>${note}</small></label>`

/** The page on which somebody subscribes. */
export function showCheckout(desk: Desk, id: string, fault: string | null): string {
  return desk.work(({ state, now }) => {
    const session = find(state.sessions, 'checkout.session', id)
    if (session.status === 'complete')
      return over('Este pagamento já foi concluído', session.success_url?.replace('{CHECKOUT_SESSION_ID}', id) ?? null)
    if (session.status === 'expired') return over('Esta página de pagamento expirou', session.cancel_url)
    const [line] = session.line_items?.data ?? []
    const promised = state.promised[id]
    const amount = (line?.price?.unit_amount ?? 0) * (line?.quantity ?? 1)
    const price = `${money(amount)} ${rhythm(line?.price?.recurring?.interval)}`
    const trialEnd = promised?.trialEnd ?? (promised?.trialDays && now() + promised.trialDays * DAY)
    const main = html`<div class="card">
<h1>${line?.description}</h1>
<p class="price">${money(amount)} <small>${rhythm(line?.price?.recurring?.interval)}</small></p>
${trialEnd && html`<p>${promised?.trialDays ? `${promised.trialDays} dias grátis` : 'Grátis'} até ${longDate(trialEnd)}.</p>`}
<dl><dt>Total hoje</dt><dd><strong>${money(session.amount_total ?? 0)}</strong></dd>
${trialEnd && html`<dt>A partir de ${longDate(trialEnd)}</dt><dd>${price}</dd>`}</dl>
</div>
<form method="post" class="card whole">
${fault && faults[fault] && html`<p class="alert" role="alert">${faults[fault]}</p>`}
<div class="field"><label for="email">Email</label>
<input type="email" id="email" name="email" autocomplete="email" required value="${session.customer_details?.email}" ${session.customer_details?.email && html`readonly`}></div>
<fieldset><legend>Forma de pagamento</legend>
${cardChoices('pays', mayWaitForCard(session) && choice('card', 'none', 'Sem cartão por enquanto', 'O teste começa sem cartão; sem ele, termina no fim do prazo.', false))}</fieldset>
<p><button class="primary" type="submit">${trialEnd ? 'Iniciar período de teste' : `Assinar por ${money(amount)}`}</button></p>
${session.cancel_url && html`<p><a href="${session.cancel_url}">Voltar sem assinar</a></p>`}
</form>`
    return layout('Assinar', html`<div class="two">${main}</div>`)
  })
}

const over = (title: string, way: string | null) =>
  layout(title, html`<h1>${title}</h1>${way && html`<p><a href="${way}">Voltar ao aplicativo</a></p>`}`)

/** Answers where the browser goes next. */
export function submitCheckout(desk: Desk, id: string, form: Form): string {
  const here = `/c/pay/${id}`
  try {
    const { email, card } = take(paid, form)
    const session = desk.work((account) => completeSession(account, id, email, card))
    return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? here
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.body.type === 'card_error') return `${here}?erro=cartao`
    // Gone through or expired meanwhile: the page itself says so.
    return error.body.param ? `${here}?erro=dados` : here
  }
}
