import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export const Card = ({ className, ...props }: ComponentProps<'div'>) => (
  <div {...props} className={cx('rounded-m border border-line bg-surface', className)} />
)
