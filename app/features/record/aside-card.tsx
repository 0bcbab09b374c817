import type { ReactNode } from 'react'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'

type Props = {
  /** The target of links on the page. */
  id?: string
  title: string
  icon?: ReactNode
  count?: number
  tone?: Tone
  className?: string
  children: ReactNode
}

/** A card beside the record, with title, count and list. */
export function AsideCard({ id, title, icon, count, tone = 'neutral', className, children }: Props) {
  return (
    <Card {...(id && { id, tabIndex: -1 })} className={cx('p-4', id && 'scroll-my-28', className)}>
      <h3 className={cx('mb-1 flex items-center gap-2 text-sm font-heavy', tone === 'danger' && 'text-rec')}>
        {icon}
        {title}
        {count !== undefined && (
          <Badge tone={tone} className="ml-auto">
            {count}
          </Badge>
        )}
      </h3>
      {children}
    </Card>
  )
}

export const asideList = 'divide-y divide-line'
export const asideItem = 'py-2.5 text-sm wrap-anywhere last:pb-0'
