import { z } from 'zod/mini'
import { specialtyName } from '../account/profile.ts'
import { emailAddress, freeText, personName } from '../contract.ts'

const MESSAGE_MAX = 4_000

/** A visitor's message to us. No person sees the field `website`, so a program filled it in. */
export const contactBody = z.strictObject({
  name: personName,
  email: emailAddress,
  specialty: z.nullable(specialtyName),
  message: freeText.check(
    z.minLength(1, 'Escreva sua mensagem'),
    z.maxLength(MESSAGE_MAX, 'Mensagem muito longa: o máximo são 4.000 caracteres'),
  ),
  website: z.optional(z.string().check(z.maxLength(400))),
})
export type ContactMessage = Omit<z.output<typeof contactBody>, 'website'>

export const contactReply = z.object({ ok: z.literal(true) })
