/** `run` numbers a stretch of capture, so that a frame of the last one is never counted into the next. */
export type WorkletCommand = { type: 'run'; run: number } | { type: 'halt'; id: number }
export type WorkletReport = { type: 'frame'; run: number; samples: Int16Array } | { type: 'halted'; id: number }
