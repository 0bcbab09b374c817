/** Text that is already HTML. */
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

/** Escapes every value that is not HTML itself. */
export const html = (parts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(parts.reduce((text, part, at) => text + textOf(pieces[at - 1]) + part))

const css = `
:root { color-scheme: light dark }
body { max-width: 560px; margin: 0 auto; padding: 24px; font: 16px/1.5 system-ui, sans-serif }
label { display: block; padding: 6px 0 }
button { font: inherit; margin: 16px 0; padding: 8px 16px }
`

export const layout = (title: string, main: Html): string =>
  `<!doctype html>\n${
    html`<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Stripe de teste</title>
<link rel="icon" href="data:,">
<style>${new Html(css)}</style>
</head>
<body>
<p>Stripe de teste, só nesta máquina. Nenhum cartão é cobrado e nada sai daqui.</p>
<main><h1>${title}</h1>${main}</main>
</body>
</html>`.text
  }\n`
