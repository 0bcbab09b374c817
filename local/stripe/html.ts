import { html, raw } from 'hono/html'

const css = `
:root { color-scheme: light dark }
body { max-width: 560px; margin: 0 auto; padding: 24px; font: 16px/1.5 system-ui, sans-serif }
label { display: block; padding: 6px 0 }
button { font: inherit; margin: 16px 0; padding: 8px 16px }
`

export type Html = ReturnType<typeof html>

export const layout = (title: string, main: Html): string =>
  `<!doctype html>\n${html`<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Stripe de teste</title>
<link rel="icon" href="data:,">
<style>${raw(css)}</style>
</head>
<body>
<p>Stripe de teste, só nesta máquina. Nenhum cartão é cobrado e nada sai daqui.</p>
<main><h1>${title}</h1>${main}</main>
</body>
</html>`}\n`
