/** The answer to a message to support: sent, or refused with a message for each field. */
export type ContactAnswer = { sent: true } | { sent: false; message: string; fields: Record<string, string> }

export const CONTACT_SENT = 'Mensagem enviada! Responderemos em breve.'
const OFFLINE = 'Sem conexão com o servidor. Verifique a internet e tente de novo.'

type Refusal = { error?: string; fields?: Record<string, string> }

/** Sends the fields of a contact form. Uses plain fetch: the public pages' script carries no client. */
export async function sendContact(form: FormData): Promise<ContactAnswer> {
  const text = (name: string) => String(form.get(name) ?? '')
  const body = {
    name: text('name'),
    email: text('email'),
    specialty: text('specialty') || null,
    message: text('message'),
    website: text('website'),
  }
  try {
    const answer = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    if (answer.ok) return { sent: true }
    const { error, fields = {} } = (await answer.json().catch(() => ({}))) as Refusal
    return { sent: false, message: error ?? 'Erro desconhecido', fields }
  } catch {
    return { sent: false, message: OFFLINE, fields: {} }
  }
}
