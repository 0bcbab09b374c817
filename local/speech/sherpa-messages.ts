// Messages between the server and the thread that decodes.
import type { ModelFiles } from './models.ts'
import type { RecogniserEvent } from './recogniser.ts'

export interface SherpaThreadData {
  files: ModelFiles
  featureDim: number
}

export type ToThread =
  | { kind: 'open'; id: number; language: string }
  | { kind: 'audio'; id: number; samples: Int16Array<ArrayBuffer> }
  | { kind: 'flush'; id: number }
  | { kind: 'close'; id: number }
  | { kind: 'abort'; id: number }

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'event'; id: number; event: RecogniserEvent }
  | { kind: 'closed'; id: number }
  | { kind: 'failed'; id: number; message: string }
