/** The demonstration's clock: four steps, one every two seconds; then the record. */
export const DEMO_STEP_MS = 2_000
/** How long each step's bar takes to fill: for the eye only, no step waits for it. */
export const DEMO_BAR_SECONDS = [3, 4, 5, 2] as const
export const DEMO_STEPS = DEMO_BAR_SECONDS.length
/** From this step on the page says that AI is at work. */
export const DEMO_AI_STEP = 3

export type DemoState = { name: 'idle' } | { name: 'running'; step: number } | { name: 'finished' }
export type StepState = 'waiting' | 'active' | 'done'

export const idleDemo: DemoState = { name: 'idle' }

/** The demonstration so long after its start. */
export function demoAt(elapsedMs: number): DemoState {
  const step = Math.floor(elapsedMs / DEMO_STEP_MS)
  return step < DEMO_STEPS ? { name: 'running', step } : { name: 'finished' }
}

const reached = (state: DemoState): number =>
  state.name === 'idle' ? -1 : state.name === 'running' ? state.step : DEMO_STEPS

/** Whether a step is done, active or still to come. */
export function stepState(state: DemoState, step: number): StepState {
  if (reached(state) === step) return 'active'
  return reached(state) > step ? 'done' : 'waiting'
}

/** Whether what comes with a step is there already; what comes with step DEMO_STEPS is there at the end. */
export const isReached = (state: DemoState, step: number): boolean => reached(state) >= step
