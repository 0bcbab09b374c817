import { z } from 'zod/mini'
import { NAME_MAX, withoutHidden } from './text.ts'

/** Shapes that every noun's contract shares. */

export const idParam = z.object({ id: z.uuid() })
/** Half a character, as a cut emoji leaves it, becomes the replacement character here, as it would in storage. */
const wellFormed = z.string().check(z.overwrite((text) => text.replace(/\p{Cs}/gu, '\uFFFD')))
/**
 * Text of several lines that a person typed or pasted, cleaned: a signature must cover what the screen shows and what the
 * PDF prints. Each line end becomes one '\n', because Word and PDF readers copy other ones. Hidden characters are removed:
 * they can turn the reading direction (CVE-2021-42574) or hide a medicine from the checks.
 */
export const freeText = wellFormed.check(
  z.overwrite((text) => withoutHidden(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n'))),
  z.trim(),
)
/** One line that a person typed, without line breaks and hidden characters. */
export const oneLine = wellFormed.check(
  z.trim(),
  z.regex(/^[^\r\n\u0085\u2028\u2029]*$/, 'Use uma linha só'),
  z.regex(/^[^\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u, 'Há um caractere invisível. Digite de novo.'),
)

const NO_NAME = 'Nome é obrigatório'
/** The name of a doctor, a patient or a visitor. */
export const personName = oneLine.check(
  z.minLength(1, NO_NAME),
  z.maxLength(NAME_MAX, 'Nome muito longo'),
  z.regex(/[\p{L}\p{N}]/u, NO_NAME),
)
/** Cuts and cleans a name from elsewhere; null if no name remains. */
export function cleanName(text: string): string | null {
  const visible = withoutHidden(text).replace(/\s+/g, ' ').trim()
  return personName.safeParse(visible.slice(0, NAME_MAX)).data ?? null
}

/** SMTP carries at most 254 characters (RFC 5321, erratum 1690). */
export const emailAddress = z.pipe(
  z.string().check(z.trim(), z.minLength(1, 'Email é obrigatório'), z.maxLength(254, 'Email muito longo')),
  z.email('Email inválido'),
)
/** Milliseconds since 1970, UTC. */
export const instant = z.int().check(z.minimum(0))
/** An opaque place in a keyset-paged list; null when there is no further page. */
export const cursor = z.string().check(z.maxLength(400))
export const pageSize = z._default(z.int().check(z.minimum(1), z.maximum(100)), 30)

/** The first message per field of a failed parse: {nome: 'Nome é obrigatório'}. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || '_'] ??= issue.message
  return fields
}
