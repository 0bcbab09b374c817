/** The script of the public pages. It finds its elements by data attributes. */
import { CONTACT_SENT, sendContact } from '#app/lib/send-contact.ts'
import { DEMO_STEP_MS, type DemoState, demoAt, idleDemo, isReached, stepState } from '#domain/demo/demo.ts'

const ARMED_AFTER_MS = 5_000
const NOT_AGAIN_MS = 30 * 24 * 60 * 60 * 1_000
const KEPT_AS = 'relato-exit-offer'
/** No offer on the contact and legal pages. */
const QUIET = ['/contact', '/terms', '/privacy']

/** Offers a guided demonstration once, when the pointer leaves through the top of the window. */
function offerOnExit(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-exit-offer]')
  if (!dialog || QUIET.includes(location.pathname) || wasShown()) return
  if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return
  const leaving = ({ relatedTarget, clientY }: MouseEvent) => {
    if (relatedTarget !== null || clientY > 0 || isBusy()) return
    document.removeEventListener('mouseout', leaving)
    // Another tab may have shown it meanwhile.
    if (wasShown()) return
    keepShown()
    dialog.showModal()
  }
  setTimeout(() => document.addEventListener('mouseout', leaving), ARMED_AFTER_MS)
  closeFromOutside(dialog)
}

/** Another dialog is open, a form is being filled in, or a demonstration runs. */
const isBusy = (): boolean =>
  document.querySelector('dialog[open], [data-demo][data-state=running]') !== null || isWriting()

const isWriting = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => !['hidden', 'radio', 'checkbox'].includes(field.type) && field.value.trim() !== '',
  )

function wasShown(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEPT_AS)) < NOT_AGAIN_MS
  } catch {
    return true
  }
}

function keepShown(): void {
  try {
    localStorage.setItem(KEPT_AS, String(Date.now()))
  } catch {
    // Storage is full: the offer appears once on each page.
  }
}

/** A click outside a dialog's box closes it, as Escape does; the browser restores the focus. */
function closeFromOutside(dialog: HTMLDialogElement): void {
  let beside = false
  const isBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return target === dialog && (x < left || x > right || y < top || y > bottom)
  }
  // Only a click that also began outside closes it: selecting text may end outside.
  dialog.addEventListener('mousedown', (event) => {
    beside = isBeside(event)
  })
  dialog.addEventListener('click', (event) => {
    if (beside && isBeside(event)) dialog.close()
  })
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Sends contact forms without leaving the page, and shows the answer in place. */
function enhanceContactForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-contact-form]')) enhance(form)
}

function enhance(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const status = form.querySelector<HTMLElement>('[data-contact-status]')
  let busy = false
  // The server's messages replace the browser's.
  form.noValidate = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (busy) return
    busy = true
    button?.setAttribute('aria-disabled', 'true')
    tell(status, 'Enviando…', 'text-ink-2')
    const answer = await sendContact(new FormData(form))
    busy = false
    button?.removeAttribute('aria-disabled')
    showFields(form, answer.sent ? {} : answer.fields)
    if (answer.sent) {
      form.reset()
      tell(status, CONTACT_SENT, 'text-ok')
    } else tell(status, answer.message, 'text-rec')
  })
  // Clears the error of a field being corrected.
  form.addEventListener('input', ({ target }) => {
    if (isControl(target)) showField(form, target, undefined)
  })
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

function tell(place: HTMLElement | null, text: string, tone: string): void {
  if (!place) return
  place.className = `text-sm font-medium ${tone}`
  place.textContent = text
}

function showFields(form: HTMLFormElement, fields: Record<string, string>): void {
  const controls = [...form.elements].filter((one) => isControl(one)).filter(({ name }) => name)
  for (const control of controls) showField(form, control, fields[control.name])
  controls.find(({ name }) => fields[name])?.focus()
}

function showField(form: HTMLFormElement, control: Control, error: string | undefined): void {
  const place = form.querySelector<HTMLElement>(`[data-contact-error="${control.name}"]`)
  if (!place) return
  place.textContent = error ?? ''
  place.hidden = !error
  control.toggleAttribute('data-invalid', Boolean(error))
  control.setAttribute('aria-invalid', String(Boolean(error)))
  // The hint of a field stays beside its error.
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== place.id)
  if (error) described.push(place.id)
  if (described.length > 0) control.setAttribute('aria-describedby', described.join(' '))
  else control.removeAttribute('aria-describedby')
}

const status = { idle: 'Aguardando início', running: 'Gravando...', finished: 'Concluída' }
const labels = { waiting: 'Aguardando', active: 'Em andamento', done: 'Concluída' }

/** Runs the demonstration: the page contains all of it, and this reveals it step by step. */
function runDemo(): void {
  const demo = document.querySelector<HTMLElement>('[data-demo]')
  const start = demo?.querySelector<HTMLButtonElement>('[data-demo-start]')
  const reset = demo?.querySelector<HTMLButtonElement>('[data-demo-reset]')
  if (!demo || !start || !reset) return
  const all = (name: string) => [...demo.querySelectorAll<HTMLElement>(`[data-demo-${name}]`)]
  const cards = all('step')
  const say = (name: string, text: string) => {
    for (const place of all(name)) place.textContent = text
  }

  function show(state: DemoState): void {
    if (!demo || !start || !reset) return
    const running = state.name === 'running'
    demo.dataset.state = state.name
    for (const part of all('from')) part.toggleAttribute('data-shown', isReached(state, Number(part.dataset.demoFrom)))
    for (const line of all('settled'))
      line.toggleAttribute('data-final', isReached(state, Number(line.dataset.demoSettled)))
    cards.forEach((card, step) => {
      const its = stepState(state, step)
      card.dataset.state = its
      const label = card.querySelector('[data-demo-label]')
      if (label) label.textContent = labels[its]
      const bar = card.querySelector('[role=progressbar]')
      if (its === 'active') bar?.removeAttribute('aria-valuenow')
      else bar?.setAttribute('aria-valuenow', its === 'done' ? '100' : '0')
    })
    say('status', status[state.name])
    say('told', toldOf(state))
    // Moves the focus to the enabled button: a disabled one would lose it.
    if (running && document.activeElement === start) reset.focus()
    start.disabled = running
  }

  function toldOf(state: DemoState): string {
    if (state.name === 'idle') return ''
    if (state.name === 'finished') return 'Demonstração concluída: o registro está pronto.'
    const title = cards[state.step]?.querySelector('h2')?.textContent
    return `Etapa ${state.step + 1} de ${cards.length}: ${title}`
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  function go(steps: number): void {
    const state = demoAt(steps * DEMO_STEP_MS)
    show(state)
    if (state.name === 'running') timer = setTimeout(() => go(steps + 1), DEMO_STEP_MS)
  }

  start.addEventListener('click', () => {
    show(idleDemo)
    go(0)
    const stage = demo.querySelector('[data-demo-stage]')
    if (stage && stage.getBoundingClientRect().bottom > innerHeight) stage.scrollIntoView({ block: 'start' })
  })
  reset.addEventListener('click', () => {
    clearTimeout(timer)
    show(idleDemo)
  })
  show(idleDemo)
}

const SHOWN_AFTER_PX = 500

/** The button back to the top: while hidden it is no tab stop, and a click moves the focus to the top. */
function offerTop(): void {
  const button = document.querySelector<HTMLElement>('[data-scroll-top]')
  if (!button) return
  const look = () => button.toggleAttribute('data-shown', window.scrollY > SHOWN_AFTER_PX)
  addEventListener('scroll', look, { passive: true })
  look()
  button.addEventListener('click', () => {
    // The style sheet decides on smooth scrolling; never with reduced motion.
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' })
    const top = document.querySelector<HTMLElement>('main') ?? document.body
    top.tabIndex = -1
    top.focus({ preventScroll: true })
  })
}

/** A link within the page closes the menu that contains it; without the script, a tap outside does. */
function closeChosenMenu(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('header [popover]'))
    menu.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) menu.hidePopover()
    })
}

/** The bubble is a link to /contact until this runs; then a button that opens the panel. */
function openSupport(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-support]')
  const button = document.querySelector<HTMLButtonElement>('[data-support-open]')
  const link = document.querySelector<HTMLElement>('[data-support-link]')
  if (!dialog || !button || !link) return
  link.hidden = true
  button.hidden = false
  button.addEventListener('click', () => {
    dialog.showModal()
    button.setAttribute('aria-expanded', 'true')
  })
  dialog.addEventListener('close', () => button.setAttribute('aria-expanded', 'false'))
  closeFromOutside(dialog)
}

function begin(): void {
  document.documentElement.dataset.script = 'on'
  for (const part of [offerTop, closeChosenMenu, enhanceContactForms, openSupport, runDemo, offerOnExit]) part()
}

// The script may run before the document is complete.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true })
else begin()
