import { z } from 'zod'

/** Shapes that every noun's contract shares. */

export const idParam = z.object({ id: z.uuid() })
/**
 * What somebody wrote. Half of a character, as a cut emoji leaves it, becomes here what it would become where it is
 * stored: what is signed has to be what is read again.
 */
export const freeText = z.string().overwrite((text) => text.replace(/\p{Cs}/gu, '\uFFFD'))
/** Milliseconds since 1970, UTC. */
export const instant = z.int().min(0)
/** An opaque place in a keyset-paged list; null when there is no further page. */
export const cursor = z.string().max(400)
export const pageSize = z.int().min(1).max(100).default(30)

/** First message per field of a failed parse: {nome: 'Nome é obrigatório'}. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || '_'] ??= issue.message
  return fields
}
