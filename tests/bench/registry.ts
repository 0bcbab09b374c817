import { checks } from './checks.ts'
import { cost } from './cost.ts'
import { documents } from './documents.ts'
import { firstByte } from './first-byte.ts'
import { latency } from './latency.ts'
import { lighthousePages } from './lighthouse.ts'
import { lists } from './lists.ts'
import type { Measure } from './measure.ts'
import { onset } from './onset.ts'
import { pageMemory } from './page-memory.ts'
import { print } from './print.ts'
import { relay } from './relay.ts'
import { rooms } from './rooms.ts'
import { startUp } from './start-up.ts'
import { weight } from './weight.ts'

export const measures: Record<string, Measure> = {
  relay: { point: 'P1', bench: relay },
  latency: { point: 'P2', bench: latency },
  onset: { point: 'P3', bench: onset },
  rooms: { point: 'P7', bench: rooms },
  'start-up': { point: 'P9', bench: startUp },
  weight: { point: 'P4', bench: weight },
  'first-byte': { point: 'P5', bench: firstByte },
  lists: { point: 'P6', bench: lists },
  documents: { point: 'P8', bench: documents },
  cost: { point: 'P10', bench: cost },
  'page-memory': { point: 'P11', bench: pageMemory },
  print: { point: 'P8', bench: print },
  lighthouse: { point: 'P12', bench: lighthousePages },
  checks: { bench: checks },
}
