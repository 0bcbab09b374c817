import { DEMO_STEP_MS, type DemoState, demoAt, idleDemo, isReached, stepState } from '#domain/demo/demo.ts'

const status = { idle: 'Aguardando início', running: 'Gravando...', finished: 'Concluída' }
const labels = { waiting: 'Aguardando', active: 'Em andamento', done: 'Concluída' }

/** Runs the demonstration: the page contains all of it, and this reveals it step by step. */
export function runDemo(): void {
  const demo = document.querySelector<HTMLElement>('[data-demo]')
  const start = demo?.querySelector<HTMLButtonElement>('[data-demo-start]')
  const reset = demo?.querySelector<HTMLButtonElement>('[data-demo-reset]')
  if (!demo || !start || !reset) return
  const all = (name: string) => [...demo.querySelectorAll<HTMLElement>(`[data-demo-${name}]`)]
  const cards = all('step')
  const say = (name: string, text: string) => {
    for (const place of all(name)) place.textContent = text
  }

  function show(state: DemoState): void {
    if (!demo || !start || !reset) return
    const running = state.name === 'running'
    demo.dataset.state = state.name
    for (const part of all('from')) part.toggleAttribute('data-shown', isReached(state, Number(part.dataset.demoFrom)))
    for (const line of all('settled'))
      line.toggleAttribute('data-final', isReached(state, Number(line.dataset.demoSettled)))
    cards.forEach((card, step) => {
      const its = stepState(state, step)
      card.dataset.state = its
      const label = card.querySelector('[data-demo-label]')
      if (label) label.textContent = labels[its]
      const bar = card.querySelector('[role=progressbar]')
      if (its === 'active') bar?.removeAttribute('aria-valuenow')
      else bar?.setAttribute('aria-valuenow', its === 'done' ? '100' : '0')
    })
    say('status', status[state.name])
    say('told', toldOf(state))
    // Moves the focus to the enabled button: a disabled one would lose it.
    if (running && document.activeElement === start) reset.focus()
    start.disabled = running
  }

  function toldOf(state: DemoState): string {
    if (state.name === 'idle') return ''
    if (state.name === 'finished') return 'Demonstração concluída: o registro está pronto.'
    const title = cards[state.step]?.querySelector('h2')?.textContent
    return `Etapa ${state.step + 1} de ${cards.length}: ${title}`
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  function go(steps: number): void {
    const state = demoAt(steps * DEMO_STEP_MS)
    show(state)
    if (state.name === 'running') timer = setTimeout(() => go(steps + 1), DEMO_STEP_MS)
  }

  start.addEventListener('click', () => {
    show(idleDemo)
    go(0)
    const stage = demo.querySelector('[data-demo-stage]')
    if (stage && stage.getBoundingClientRect().bottom > innerHeight) stage.scrollIntoView({ block: 'start' })
  })
  reset.addEventListener('click', () => {
    clearTimeout(timer)
    show(idleDemo)
  })
  show(idleDemo)
}
