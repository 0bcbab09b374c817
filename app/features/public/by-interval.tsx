import type { ReactNode } from 'react'
import { type Interval, intervals } from '#domain/subscription/plans.ts'

/** The page around everything that follows the choice of month or year made on it. */
export const plansGroup = 'group/plans'

/** Shown while its interval is the chosen one, and out of reach while it is not: no script has a part in it. */
const shownIn: Record<Interval, string> = {
  month: 'group-has-[[value=year]:checked]/plans:hidden',
  year: 'hidden group-has-[[value=year]:checked]/plans:block',
}

/** The same for each interval; by the month where a page offers no choice. */
export const ByInterval = ({ children }: { children: (interval: Interval) => ReactNode }) =>
  intervals.map((interval) => (
    <div key={interval} className={shownIn[interval]}>
      {children(interval)}
    </div>
  ))
