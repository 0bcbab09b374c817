import type { Paper, PrintedSection, Seal } from './document.ts'

/** Backslashes before signs that Markdown would read, and at the start of a line before those of lists and headings. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replace(/^(\s*)([#+=-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s)/, '$1\\$2')
const heading = (title: string | null, signs = '##') => (title === null ? [] : [`${signs} ${escaped(title)}`])
const list = (items: readonly string[]) =>
  items.length > 0 ? [items.map((item) => `- ${escaped(item)}`).join('\n')] : []

const sectionBlocks = ({ title, paragraphs, items, isInner }: PrintedSection) => [
  ...heading(title, isInner ? '###' : '##'),
  ...paragraphs.map(escaped),
  ...list(items),
]
const sealBlocks = ({ title, paragraphs, lines, hash }: Seal) => [
  ...heading(title),
  ...[...paragraphs, ...lines, hash].map(escaped),
]

/** The paper as CommonMark. */
export const markdownOf = ({ letterhead, kind, subject, mark, facts, sections, seals, closing }: Paper): string =>
  `${[
    `# ${escaped(kind)}: ${escaped(subject)}`,
    ...(mark === null ? [] : [`> **${escaped(mark)}**`]),
    `**${escaped(letterhead.name)}**`,
    escaped(letterhead.credentials),
    facts.map(({ label, value }) => `- **${escaped(label)}:** ${escaped(value)}`).join('\n'),
    ...sections.flatMap(sectionBlocks),
    ...seals.flatMap(sealBlocks),
    '---',
    ...closing.map(escaped),
  ].join('\n\n')}\n`
