/** The production build, as it lies beside the Worker that stands before it. */
declare module 'relato-built' {
  export { ConsultationRoom } from '#workers/room/room.ts'

  const worker: Required<Pick<ExportedHandler<import('#workers/env.ts').Env>, 'fetch' | 'queue' | 'scheduled'>>
  export default worker
}
