import type { Paper, PrintedSection, Seal } from './document.ts'

const capitals = (text: string) => text.toLocaleUpperCase('pt-BR')
const block = (lines: readonly string[]) => lines.filter(Boolean).join('\n')

const sectionText = ({ title, paragraphs, items, isInner }: PrintedSection) =>
  block([isInner ? (title ?? '') : capitals(title ?? ''), ...paragraphs, ...items.map((item) => `- ${item}`)])
const sealText = ({ title, paragraphs, lines, hash }: Seal) => block([capitals(title), ...paragraphs, ...lines, hash])

/** The paper as plain text, a blank line between blocks. */
export const textOf = ({ letterhead, kind, subject, mark, facts, sections, seals, closing }: Paper): string =>
  `${[
    ...(mark === null ? [] : [capitals(mark)]),
    block([letterhead.name, letterhead.credentials]),
    block([capitals(kind), subject]),
    block(facts.map(({ label, value }) => `${label}: ${value}`)),
    ...sections.map(sectionText),
    ...seals.map(sealText),
    block(closing),
  ].join('\n\n')}\n`
