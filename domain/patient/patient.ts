import { plain } from '../text.ts'

export const CONTEXT_MAX = 4_000

/** What creation writes where the doctor left the context empty (spec §5). */
export const EMPTY_CONTEXT = 'Contexto clínico a ser preenchido'
export const EMPTY_CONTEXT_IN_CONSULTATION = 'Novo paciente - contexto clínico a ser preenchido'

const placeholders = new Set([EMPTY_CONTEXT, EMPTY_CONTEXT_IN_CONSULTATION].map(plain))

/** The context as it may be used in a record: the placeholder sentences count as empty. */
export const usableContext = (context: string): string => (placeholders.has(plain(context)) ? '' : context.trim())

export const NO_CONTEXT = 'Nenhum contexto clínico informado'
/** As it is read: that nothing is known is said in one sentence, whatever stands there in its place. */
export const shownContext = (context: string): string => usableContext(context) || NO_CONTEXT

/** Two contexts of one person in one: nothing of either is lost. */
export function bothContexts(kept: string, added: string): string {
  const [one, other] = [usableContext(kept), usableContext(added)]
  if (plain(one).includes(plain(other))) return one
  return one ? `${one}\n${other}` : other
}

/** How a name is stored for search: found without its accents. */
export const searchableName = (name: string): string => plain(name)
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

/** A part of the name as it stands, or the beginnings of its words in any order: 'silva ana' finds Ana Paula da Silva. */
export function nameMatches(name: string, query: string): boolean {
  const [within, asked] = [plain(name), plain(query)]
  return within.includes(asked) || asked.split(' ').every((word) => ` ${within}`.includes(` ${word}`))
}
