import { z } from 'zod/mini'

/** Shapes that every noun's contract shares. */

export const idParam = z.object({ id: z.uuid() })
/**
 * What somebody wrote. Half of a character, as a cut emoji leaves it, becomes here what it would become where it is
 * stored: what is signed has to be what is read again.
 */
export const freeText = z.string().check(z.overwrite((text) => text.replace(/\p{Cs}/gu, '\uFFFD')))
/** Milliseconds since 1970, UTC. */
export const instant = z.int().check(z.minimum(0))
/** An opaque place in a keyset-paged list; null when there is no further page. */
export const cursor = z.string().check(z.maxLength(400))
export const pageSize = z._default(z.int().check(z.minimum(1), z.maximum(100)), 30)

/** First message per field of a failed parse: {nome: 'Nome é obrigatório'}. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || '_'] ??= issue.message
  return fields
}
