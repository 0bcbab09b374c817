/** `run` numbers a period of capture so that a late frame is not counted into the next. */
export type WorkletCommand = { type: 'run'; run: number } | { type: 'halt'; id: number }
export type WorkletReport =
  | { type: 'frame'; run: number; samples: Int16Array }
  /** The audio thread was suspended: `ms` of audio are missing before sample `at` of the run. */
  | { type: 'slept'; run: number; at: number; ms: number }
  | { type: 'halted'; id: number }
/** `processorOptions` of the node. */
export type WorkletOptions = { levelling: boolean }
