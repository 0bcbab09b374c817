import { z } from 'zod'
import { specialtyName } from '../account/profile.ts'
import { freeText } from '../contract.ts'

export const MESSAGE_MAX = 4_000

/** A line of a form: no break in it can become one of a mail's header. */
const line = freeText.trim().regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Use uma linha só')

/** As a browser sends a form by itself, its breaks are two characters. */
const paragraphs = freeText.overwrite((text) => text.replace(/\r\n?/g, '\n')).trim()

/** What a visitor writes to us. `website` is a field no person sees: whoever fills it in is a program. */
export const contactBody = z.strictObject({
  name: line
    .min(1, 'Nome é obrigatório')
    .max(160, 'Nome muito longo')
    .regex(/^\P{Cf}*$/u, 'Há um caractere invisível no nome. Digite de novo.'),
  email: z.string().trim().min(1, 'Email é obrigatório').max(254, 'Email muito longo').pipe(z.email('Email inválido')),
  specialty: specialtyName.nullable(),
  message: paragraphs
    .min(1, 'Escreva sua mensagem')
    .max(MESSAGE_MAX, 'Mensagem muito longa')
    .regex(/^[\n\t\P{Cc}]*$/u, 'Há um caractere que não pode ser enviado. Digite de novo.'),
  website: z.string().max(400).optional(),
})
export type ContactMessage = Omit<z.output<typeof contactBody>, 'website'>

export const contactReply = z.object({ ok: z.literal(true) })
