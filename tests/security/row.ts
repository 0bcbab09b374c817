/** A requirement of OWASP ASVS 5.0, in few words of our own, and what shows that it is met; or why nothing here does. */
export type Row = { id: string; level: 1 | 2 | 3; wants: string } & (
  | { tests: readonly Proof[] }
  | { deviation: string }
  | { unchecked: string }
)
/** A test by its file and the beginning of its name. */
export type Proof = readonly [file: string, name: string]

type Head = readonly [id: string, level: 1 | 2 | 3, wants: string]

export const proved = ([id, level, wants]: Head, ...tests: Proof[]): Row => ({ id, level, wants, tests })
/** Met in another way than required, or deliberately not at all. */
export const deviates = ([id, level, wants]: Head, deviation: string): Row => ({ id, level, wants, deviation })
/** No test shows it: it is outside this repository, or there is nothing to run. */
export const unchecked = ([id, level, wants]: Head, why: string): Row => ({ id, level, wants, unchecked: why })
