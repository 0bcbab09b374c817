/** Why a copy is not restored. */
export type Refusal = 'missing' | 'truncated' | 'altered' | 'swapped' | 'foreign' | 'incomplete'

/** A file of a copy that must not be restored, by its name in the bucket. */
export class CopyRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal, file: string, reason: string) {
    super(`${refusal}: ${file}: ${reason}`)
    this.refusal = refusal
  }
}
