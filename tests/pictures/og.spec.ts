import { readFileSync } from 'node:fs'
import { intervals, plans } from '#domain/subscription/plans.ts'
import { expect, test } from '../e2e/test.ts'
import { cardFile, cards, fileOf, HEAVIEST_OG, OG } from './catalogue.ts'
import { save } from './shot.ts'

const data = (file: string, type: string) => `data:${type};base64,${readFileSync(file).toString('base64')}`
const font = (name: string, family: string) =>
  `@font-face{font-family:"${family}";font-weight:400 700;src:url(${data(`app/styles/fonts/${name}.woff2`, 'font/woff2')})}`
const tokens = readFileSync('app/styles/tokens.css', 'utf8')
const style = `
${font('figtree', 'Figtree Variable')}${font('newsreader', 'Newsreader Variable')}${tokens}
*{margin:0;box-sizing:border-box}
body{width:${OG.width}px;height:${OG.height}px;overflow:hidden;background:var(--paper);color:var(--ink);font-family:var(--sans);position:relative}
.brand{position:absolute;left:64px;top:56px;display:flex;align-items:center;gap:14px;font:600 38px/1 var(--serif)}
.brand svg{width:46px;height:46px}
.words{position:absolute;left:64px;bottom:60px;width:510px}
h1{font:500 60px/1.06 var(--serif);letter-spacing:-.025em;text-wrap:balance}
p{font-size:26px;line-height:1.4;color:var(--ink-2);margin-top:22px}
.shot{position:absolute;border:1px solid var(--line);background:var(--surface);box-shadow:0 30px 60px -30px rgb(28 27 25/.4);overflow:hidden}
.shot img{display:block}
.desk{left:628px;top:84px;width:840px;height:560px;border-radius:18px}
.desk img{width:1120px}
.consultation img{margin-left:-262px;margin-top:-52px}
.record img{margin-left:-240px;margin-top:-66px}
.phone{left:740px;top:56px;width:340px;height:620px;border-radius:34px}
.phone img{width:340px}
.plans{left:640px;top:112px;width:500px;border-radius:18px;padding:14px 34px}
.plans div{display:flex;align-items:baseline;gap:14px;padding:28px 0;border-bottom:1px solid var(--line)}
.plans div:last-child{border:0}.plans b{font:500 34px/1 var(--serif);flex:1}
.plans span{font-size:32px;font-weight:600}.plans i{font-style:normal;font-size:20px;color:var(--ink-2)}`

const money = (centavos: number) => `R$ ${(centavos / 100).toLocaleString('pt-BR')}`
function pictureText(what: (typeof cards)[number]['shows']): string {
  if (what === 'plans') {
    const rows = Object.values(plans).map(
      ({ name, price }) => `<div><b>${name}</b><span>${money(price[intervals[0]])}</span><i>por mês</i></div>`,
    )
    return `<div class="shot plans">${rows.join('')}</div>`
  }
  const name = what === 'phone' ? 'consultation-phone' : what
  const frame = what === 'phone' ? 'phone' : `desk ${what}`
  return `<div class="shot ${frame}"><img alt="" src="${data(fileOf(name, 'light'), 'image/webp')}"></div>`
}

test('pictures of shared addresses', async ({ page }) => {
  await page.setViewportSize(OG)
  for (const { name, headline, line, shows } of cards) {
    const sign = readFileSync('public/favicon.svg', 'utf8')
    const words = `<div class="brand">${sign}Relato</div><div class="words"><h1>${headline}</h1><p>${line}</p></div>`
    await page.setContent(
      `<!doctype html><html data-theme="light"><style>${style}</style><body>${pictureText(shows)}${words}`,
    )
    await page.evaluate(() => Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode())]))
    const file = await page.screenshot({ type: 'jpeg', quality: 84 })
    expect(file.length).toBeLessThanOrEqual(HEAVIEST_OG)
    save(cardFile(name), file)
  }
})
