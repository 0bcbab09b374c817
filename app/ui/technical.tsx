import { cx } from './cx.ts'

/** The technical message in English, in small print below the Portuguese sentence. */
export const Technical = ({ text, className }: { text: string | null | undefined; className?: string }) =>
  text ? (
    <span lang="en" className={cx('block text-xs', className)}>
      {text}
    </span>
  ) : null
