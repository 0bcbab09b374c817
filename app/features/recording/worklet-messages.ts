/** `run` numbers a stretch of capture, so that a frame of the last one is never counted into the next. */
export type WorkletCommand = { type: 'run'; run: number } | { type: 'halt'; id: number }
export type WorkletReport =
  | { type: 'frame'; run: number; samples: Int16Array }
  /** Before sample `at` of the run the audio thread stood still: no sample tells of these `ms`. */
  | { type: 'slept'; run: number; at: number; ms: number }
  | { type: 'halted'; id: number }
/** `processorOptions` of the node. */
export type WorkletOptions = { levelling: boolean }
