import { Fault } from '../core/fault.ts'
import { parseForm } from '../core/params.ts'
import type { Asked, Reply } from '../host/api.ts'
import type { Desk } from '../host/desk.ts'
import { showCheckout, submitCheckout } from './checkout.ts'
import { html, layout } from './html.ts'
import { showPortal, submitPortal } from './portal.ts'
import { css } from './style.ts'

const page = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body,
})
const to = (location: string): Reply => ({ status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' })
const absent = () => page(layout('Não encontrada', html`<h1>Página não encontrada</h1>`), 404)

/** The pages that Stripe hosts. */
export function answerPage(desk: Desk, { method, url, body }: Asked): Reply {
  if (url.pathname === '/') return page(layout('Stripe', html`<h1>Stripe de teste</h1>`))
  if (url.pathname === '/page.css')
    return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: css }
  const [, kind, id] = url.pathname.match(/^\/(c\/pay|p\/session)\/(\w+)$/) ?? []
  if (!kind || !id || !['GET', 'POST'].includes(method)) return absent()
  const fault = url.searchParams.get('erro')
  const did = url.searchParams.get('feito')
  try {
    if (method === 'POST') return to((kind === 'c/pay' ? submitCheckout : submitPortal)(desk, id, parseForm(body)))
    return page(kind === 'c/pay' ? showCheckout(desk, id, fault) : showPortal(desk, id, { did, fault }))
  } catch (error) {
    if (error instanceof Fault) return absent()
    throw error
  }
}
