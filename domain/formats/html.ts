import type { Paper, PrintedSection, Seal } from './document.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text for HTML and XHTML, without control characters, which XML refuses. */
export const escapeHtml = (text: string): string =>
  text.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
const tag = (name: string, text: string, attributes = '') => `<${name}${attributes}>${escapeHtml(text)}</${name}>`
const paragraph = (text: string) => tag('p', text)

/** The body of a section, without its heading. */
export const sectionHtml = ({ paragraphs, items }: Pick<PrintedSection, 'paragraphs' | 'items'>): string =>
  [
    ...paragraphs.map(paragraph),
    ...(items.length > 0 ? [`<ul>${items.map((item) => tag('li', item)).join('')}</ul>`] : []),
  ].join('')
const heading = (title: string | null, level: 'h2' | 'h3' = 'h2') => (title === null ? '' : tag(level, title))
const section = (one: PrintedSection) =>
  `<section>${heading(one.title, one.isInner ? 'h3' : 'h2')}${sectionHtml(one)}</section>`
const seal = ({ title, paragraphs, lines, hash }: Seal) =>
  `<section class="seal">${heading(title)}${[...paragraphs, ...lines].map(paragraph).join('')}${tag('p', hash, ' class="hash"')}</section>`

/** The page has no script and loads nothing: it opens anywhere, also years later. */
const style = `[lang] body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.6 Georgia,serif;color:#1c1b19;background:#fff}
header{border-bottom:2px solid #0f5e63;margin-bottom:1.5rem}h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;color:#0f5e63;margin:1.5rem 0 .25rem}h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:.25rem 0;white-space:pre-line;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dt{color:#57534c}dd{margin:0}
.mark{display:inline-block;border:1px solid #b42b25;border-radius:1rem;padding:.1rem .8rem;color:#b42b25}.seal,footer{border-top:1px solid #d9d4ca;margin-top:1.5rem;font-size:.95rem}.hash{font-size:.8rem;color:#57534c}`

/** The paper as one page of HTML. */
export const htmlOf = ({ title, letterhead, kind, subject, mark, facts, sections, seals, closing }: Paper): string =>
  [
    '<!doctype html>',
    '<html lang="pt-BR">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${tag('title', title)}`,
    `<style>${style}</style></head>`,
    '<body>',
    `<header>${paragraph(letterhead.name)}${paragraph(letterhead.credentials)}</header>`,
    `<main>${mark === null ? '' : tag('p', mark, ' class="mark"')}${paragraph(kind)}${tag('h1', subject)}`,
    `<dl>${facts.map(({ label, value }) => `${tag('dt', label)}${tag('dd', value)}`).join('')}</dl>`,
    ...sections.map(section),
    ...seals.map(seal),
    `</main><footer>${closing.map(paragraph).join('')}</footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
