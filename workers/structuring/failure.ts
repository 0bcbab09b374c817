import type { ModelFailure } from '#domain/log-event.ts'

export class ModelUnusable extends Error {
  readonly reason: ModelFailure
  constructor(reason: ModelFailure) {
    super(reason)
    this.name = 'ModelUnusable'
    this.reason = reason
  }
}
