import type { Mail, MailKind } from '#domain/mail.ts'
import { site } from '#domain/site.ts'

/** Content of a message, used for its text and its HTML. Text typed by people is escaped. */
export type Letter = {
  to: string
  replyTo?: string
  kind: MailKind
  subject: string
  greeting: string
  before: readonly string[]
  button?: { label: string; url: string }
  after: readonly string[]
}

const SUBJECT_MAX = 150

/** A line break would start another header. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Anyone may sign up with another person's address: a name with a link or a phone number is not repeated to them. */
export function harmlessName(name: string): string | null {
  const shown = oneLine(name)
  return shown === '' || shown.length > 80 || /[/\\@<>\p{Nd}]|\S\.[^\s.]/u.test(shown) ? null : shown
}
function greet(name: string): string {
  const shown = harmlessName(name)
  return shown === null ? 'Olá,' : `Olá, ${shown},`
}
/** Returns an address in one line; null if it holds a link or is no address by its length. */
export function harmlessAddress(address: string): string | null {
  const shown = oneLine(address)
  return shown === '' || shown.length > 160 || /[\\@<>]|:\/\/|\S\.[^\s.]/u.test(shown) ? null : shown
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

const SIGNATURE = `Equipe ${site.name}`

export type ToDoctor = { to: string; name: string }
/** A letter that greets the doctor by name. */
export const toDoctor = (
  { to, name }: ToDoctor,
  kind: MailKind,
  letter: Omit<Letter, 'to' | 'kind' | 'greeting'>,
): Mail => written({ to, kind, greeting: greet(name), ...letter })
/** The last line of most letters. */
export const DOUBTS = `Dúvidas? Escreva para ${site.support.email.value}.`

/** Makes the plain text and the HTML of a letter. */
export function written(letter: Letter): Mail {
  const { to, replyTo, kind } = letter
  const subject = oneLine(letter.subject).slice(0, SUBJECT_MAX)
  const address = { to: oneLine(to), kind, subject, ...(replyTo !== undefined && { replyTo: oneLine(replyTo) }) }
  return { ...address, text: textOf(letter), html: htmlOf(letter, subject) }
}

const textOf = ({ greeting, before, button, after }: Letter): string =>
  [greeting, ...before, ...(button ? [`${button.label}:\n${button.url}`] : []), ...after, SIGNATURE].join('\n\n')

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`

/** Follows the reader's light or dark mode; only the button has a colour. Loads no image and no external resource. */
function htmlOf({ greeting, before, button, after }: Letter, subject: string): string {
  const link = button && [
    `<p style="margin:0 0 16px"><a href="${escaped(button.url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#0f5e63;color:#ffffff;font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:14px">Se o botão não abrir, copie este endereço:<br><span style="word-break:break-all">${escaped(button.url)}</span></p>`,
  ]
  return [
    '<!doctype html>',
    '<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,\'Segoe UI\',sans-serif;font-size:16px;line-height:1.55">',
    '<div style="max-width:560px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-family:Georgia,serif;font-size:22px">${site.name}</p>`,
    ...[greeting, ...before].map(paragraph),
    ...(link ?? []),
    ...after.map(paragraph),
    paragraph(SIGNATURE),
    '</div></body></html>',
  ].join('\n')
}
