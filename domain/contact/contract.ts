import { z } from 'zod/mini'
import { specialtyName } from '../account/profile.ts'
import { freeText } from '../contract.ts'

export const MESSAGE_MAX = 4_000

/** A line of a form: no break in it can become one of a mail's header. */
const line = freeText.check(z.trim(), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Use uma linha só'))

/** As a browser sends a form by itself, its breaks are two characters. */
const paragraphs = freeText.check(
  z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
  z.trim(),
)

/** What a visitor writes to us. `website` is a field no person sees: whoever fills it in is a program. */
export const contactBody = z.strictObject({
  name: line.check(
    z.minLength(1, 'Nome é obrigatório'),
    z.maxLength(160, 'Nome muito longo'),
    z.regex(/^\P{Cf}*$/u, 'Há um caractere invisível no nome. Digite de novo.'),
  ),
  email: z.pipe(
    z.string().check(z.trim(), z.minLength(1, 'Email é obrigatório'), z.maxLength(254, 'Email muito longo')),
    z.email('Email inválido'),
  ),
  specialty: z.nullable(specialtyName),
  message: paragraphs.check(
    z.minLength(1, 'Escreva sua mensagem'),
    z.maxLength(MESSAGE_MAX, 'Mensagem muito longa'),
    z.regex(/^[\n\t\P{Cc}]*$/u, 'Há um caractere que não pode ser enviado. Digite de novo.'),
  ),
  website: z.optional(z.string().check(z.maxLength(400))),
})
export type ContactMessage = Omit<z.output<typeof contactBody>, 'website'>

export const contactReply = z.object({ ok: z.literal(true) })
