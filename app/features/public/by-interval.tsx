import type { ReactNode } from 'react'
import { type Interval, intervals } from '#domain/subscription/plans.ts'

/** The class of the element that contains the choice of interval and everything that depends on it. */
export const plansGroup = 'group/plans'

/** CSS shows each text only while its interval is chosen, without a script. */
const shownIn: Record<Interval, string> = {
  month: 'group-has-[[value=year]:checked]/plans:hidden',
  year: 'hidden group-has-[[value=year]:checked]/plans:block',
}

/** Renders a text for each interval; by the month if the page offers no choice. */
export const ByInterval = ({ children }: { children: (interval: Interval) => ReactNode }) =>
  intervals.map((interval) => (
    <div key={interval} className={shownIn[interval]}>
      {children(interval)}
    </div>
  ))
