export const css = `
:root { color-scheme: light dark; --paper: #f8f7f4; --surface: #fff; --line: #e4e0d8; --control: #8f887b; --ink: #1c1b19;
  --ink-2: #57534c; --accent: #0f5e63; --on-accent: #fff; --warn: #8f5b00; --warn-soft: #fdf0d7; --bad: #c22f29;
  --bad-soft: #fbe7e5; --ok: #26724a; --ok-soft: #e2f2e8; --focus: #1b7f86 }
@media (prefers-color-scheme: dark) { :root { --paper: #131514; --surface: #1b1e1d; --line: #2c302f; --control: #737a78;
  --ink: #edebe6; --ink-2: #b6b2a9; --accent: #62c3c3; --on-accent: #07282a; --warn: #efb65c; --warn-soft: #3a2b10;
  --bad: #ff7a70; --bad-soft: #431d1b; --ok: #6fcf98; --ok-soft: #15351f; --focus: #62c3c3 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 16px/1.5 system-ui, sans-serif;
  font-variant-numeric: tabular-nums }
header { background: var(--warn-soft); color: var(--warn); font-size: 14px }
header p { margin: 0 auto; max-width: 960px; padding: 8px 24px }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px 72px; display: grid; gap: 24px }
.two { display: grid; gap: 24px }
@media (min-width: 760px) { .two { grid-template-columns: 1fr 1fr; align-items: start } }
h1 { font-size: 24px; line-height: 1.25; margin: 0 } h2 { font-size: 17px; margin: 0 0 12px }
p { margin: 0 0 8px } a { color: var(--accent) }
.price { font-size: 34px; line-height: 1.2; font-weight: 600; margin: 4px 0 12px } .price small { white-space: nowrap; font-size: 16px; font-weight: 400; color: var(--ink-2) }
form > .alert { margin-bottom: 16px } dl + form { margin-top: 16px } .quiet { color: var(--ink-2) }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 24px; min-width: 0 }
dl { margin: 0; display: grid; grid-template-columns: 1fr auto; gap: 8px 16px } dt { color: var(--ink-2) } dd { margin: 0; text-align: right }
fieldset { border: 0; padding: 0; margin: 0 0 16px } legend { padding: 0; margin-bottom: 4px; font-weight: 600 }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; align-items: baseline; padding: 10px 0; cursor: pointer }
.choice small { grid-column: 2; color: var(--ink-2); font-size: 14px } .choice + .choice { border-top: 1px solid var(--line) }
input[type=radio] { accent-color: var(--accent); width: 18px; height: 18px; margin: 0; align-self: center }
.field { display: grid; gap: 4px; margin-bottom: 16px } .field label { font-weight: 600 }
input[type=email] { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 6px; padding: 0 12px; height: 44px; width: 100% }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 18px; border-radius: 6px; border: 1px solid var(--control); background: var(--surface); color: var(--ink); cursor: pointer }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) } .whole button { width: 100% }
summary { cursor: pointer; font-weight: 600; min-height: 44px; display: flex; align-items: center }
summary::before { content: '+'; margin-right: 8px } details[open] > summary::before { content: '–' }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.alert, .done { border-radius: 6px; padding: 12px 16px; margin: 0 } .alert { background: var(--bad-soft); color: var(--bad) } .done { background: var(--ok-soft); color: var(--ok) }
ul { list-style: none; padding: 0; margin: 0 } li { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; flex-wrap: wrap } li + li { border-top: 1px solid var(--line) }
`
