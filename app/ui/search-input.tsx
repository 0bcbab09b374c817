import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import { cx } from './cx.ts'

type SearchInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'className'> & {
  label: string
  onChange: (text: string) => void
  className?: string
}

export function SearchInput({ label, onChange, className, ...props }: SearchInputProps) {
  return (
    <div className={cx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-3"
      />
      <input
        {...props}
        type="search"
        aria-label={label}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'h-10 w-full pl-10 pointer-coarse:h-11')}
      />
    </div>
  )
}
