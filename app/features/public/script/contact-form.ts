import { CONTACT_SENT, sendContact } from '#app/lib/send-contact.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Sends contact forms without leaving the page, and shows the answer in place. */
export function enhanceContactForms(): void {
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
