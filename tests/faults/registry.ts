import { closeChromium, inChromium } from './chromium/faults.ts'
import type { Fault } from './fault.ts'
import { simulatedFaults } from './simulation/faults.ts'
import { closeWorkerd, onWorkerd } from './workerd/faults.ts'

/** The fault table of the design (trust), rung by rung. Null as `run`: what it concerns is not built yet. */
export const faults: readonly Fault[] = [
  ...simulatedFaults,
  ...onWorkerd,
  ...inChromium,
  // Part of the billing.
  { name: 'webhook', rung: 2, bound: {}, run: null },
]

export const closeRungs = async (): Promise<void> => {
  await closeWorkerd()
  await closeChromium()
}
