import type { Row } from '../row.ts'
import { access } from './access.ts'
import { data } from './data.ts'
import { encoding } from './encoding.ts'
import { frontend } from './frontend.ts'
import { signIn } from './sign-in.ts'

const parts = ({ id }: Row) => id.split('.').map(Number)

/** In the order of the standard: level 2 as far as it applies, and of level 3 what protects health data. */
export const asvs: readonly Row[] = [...encoding, ...frontend, ...signIn, ...access, ...data].sort((a, b) => {
  const [left, right] = [parts(a), parts(b)]
  const at = left.findIndex((part, place) => part !== right[place])
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
})
