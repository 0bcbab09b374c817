import { quoted } from '../edit/quoted.ts'
import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { flagOf } from './evidence.ts'
import type { Dialogue, ReadLine } from './reading.ts'
import type { Token } from './words.ts'

const ofComplaint = /^(queixa_principal|hda)$/
const wordsOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')
/** 'Melhora em repouso' tells of what ends it, not of the complaint. */
export const easing =
  /\b(?:melhor\w*|alivi\w*|pass[ao]u?|cess\w*|ced\w*|orient\w*|fic(?:a|ou)|permanece\w*|indicad\w*)\b/
const denied =
  /\b(?:parad[oa]|repouso|descansando|quiet[oa]) (?:eu |mesmo |tambem )?nao(?= ?[.,!;]|$| sint| doi| tenho| da\b)/
const told =
  /\b(?:doi|dor|da|sinto|vem|tenho|acontece|aparece|ate|mesmo|tambem) (?:\S+ )?(?:parad[oa]|descansando|quiet[oa]|em repouso)\b(?! nao)/

/** SF20: 'Dor em repouso' of who was asked and said 'parado não': the pain is told, the rest is denied. */
export function restFlags(statement: Statement, section: CanonicalKey, dialogue: Dialogue): Flag[] {
  if (!ofComplaint.test(section) || easing.test(wordsOf(statement.tokens))) return []
  const at = statement.tokens.findIndex(
    ({ word }, index) => word === 'repouso' && statement.tokenPolarities[index] === 'yes',
  )
  if (at < 1 || !/^(em|ao|no|de)$/.test(statement.tokens[at - 1]?.word ?? '')) return []
  const said = (line: ReadLine, pattern: RegExp) =>
    line.speaker !== 'doctor' &&
    line.sentences.some(({ tokens, question }) => !question && pattern.test(wordsOf(tokens)))
  const lines = dialogue.lines.filter((line) => said(line, denied))
  const [first] = lines
  if (!first || dialogue.lines.some((line) => said(line, told))) return []
  return [flagOf('negation', `O registro afirma “em repouso”; nas falas foi dito ${quoted(first.text)}.`, lines)]
}
