import { plain, searchKey } from '../text.ts'

export const CONTEXT_MAX = 4_000

/** The text that creation stores when the doctor left the context empty (spec §5). */
export const EMPTY_CONTEXT = 'Contexto clínico a ser preenchido'
export const EMPTY_CONTEXT_IN_CONSULTATION = 'Novo paciente - contexto clínico a ser preenchido'

const placeholders = new Set([EMPTY_CONTEXT, EMPTY_CONTEXT_IN_CONSULTATION].map(plain))

/** The context for a record: the placeholder sentences count as empty. */
export const usableContext = (context: string): string => (placeholders.has(plain(context)) ? '' : context.trim())

export const NO_CONTEXT = 'Nenhum contexto clínico informado'
/** The context for a reader: one sentence replaces an empty one. */
export const shownContext = (context: string): string => usableContext(context) || NO_CONTEXT

/** Merges two contexts of one person without losing text. */
export function bothContexts(current: string, added: string): string {
  const [one, other] = [usableContext(current), usableContext(added)]
  if (plain(one).includes(plain(other))) return one
  return one ? `${one}\n${other}` : other
}

/** Ignores accents, case and the kind of apostrophe. */
export const isSameName = (one: string, other: string): boolean => searchKey(one) === searchKey(other)

/** Whether the name contains the query, or words beginning with its words in any order: 'silva ana'. */
export function nameMatches(name: string, query: string): boolean {
  const [within, asked] = [searchKey(name), searchKey(query)]
  return within.includes(asked) || asked.split(' ').every((word) => ` ${within}`.includes(` ${word}`))
}
