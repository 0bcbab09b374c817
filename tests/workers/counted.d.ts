import 'vitest'

/** What a test has counted, for whoever reads the report. */
declare module 'vitest' {
  interface TaskMeta {
    seed?: number
    requests?: number
    badBodies?: number
    badFrames?: number
    swapped?: number
    routes?: number
    headers?: number
    attacks?: number
  }
}
