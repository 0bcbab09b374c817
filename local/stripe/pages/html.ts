/** Text that is safe to stand in a page; what `html` made passes as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Piece = Html | string | number | null | undefined | false | Piece[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
function textOf(piece: Piece): string {
  if (Array.isArray(piece)) return piece.map(textOf).join('')
  if (piece instanceof Html) return piece.text
  if (piece === null || piece === undefined || piece === false) return ''
  return String(piece).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

export const html = (parts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(parts.reduce((text, part, at) => text + textOf(pieces[at - 1]) + part))

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
export const money = (centavos: number): string => reais.format(centavos / 100)
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })
export const longDate = (seconds: number): string => day.format(seconds * 1_000)

const rhythms: Record<string, string> = { month: 'por mês', year: 'por ano', week: 'por semana', day: 'por dia' }
export const rhythm = (interval: string | undefined): string => rhythms[interval ?? 'month'] ?? ''

export const layout = (title: string, main: Html): string =>
  `<!doctype html>\n${
    html`<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Stripe de teste</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header><p><strong>Stripe de teste, só nesta máquina.</strong> Nenhum cartão é cobrado e nada sai daqui.</p></header>
<main>${main}</main>
</body>
</html>`.text
  }\n`
