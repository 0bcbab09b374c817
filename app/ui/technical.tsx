import { cx } from './cx.ts'

/** The machine's own English message, small below the Portuguese sentence. */
export const Technical = ({ text, className }: { text: string | null | undefined; className?: string }) =>
  text ? (
    <span lang="en" className={cx('block text-xs', className)}>
      {text}
    </span>
  ) : null
