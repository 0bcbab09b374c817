import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, SyntheticEvent } from 'react'
import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:border-ink-3',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-rec bg-rec text-on-rec hover:brightness-95',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11',
  md: 'h-9.5 gap-2 px-3.5 pointer-coarse:h-11',
  lg: 'h-12 gap-2 px-5 text-base',
}
const squares: Record<ButtonSize, string> = {
  sm: 'size-8 pointer-coarse:size-11',
  md: 'size-9.5 pointer-coarse:size-11',
  lg: 'size-12',
}

/** The look of a button, for links that act as one. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', square = false) =>
  cx(
    'inline-flex shrink-0 items-center justify-center rounded-s border font-strong whitespace-nowrap transition-colors duration-150',
    'data-disabled:cursor-default data-disabled:opacity-55',
    variants[variant],
    square ? squares[size] : sizes[size],
  )

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Work is under way: stays focused and ignores clicks. */
  busy?: boolean
  /** Before the text. */
  icon?: LucideIcon
  /** Square, for an icon alone. */
  square?: boolean
  /** Stays a tab stop while disabled. */
  focusableWhenDisabled?: boolean
  className?: string
}

/** Blocks clicks only; the page behind keeps scrolling. */
const ignore = (event: SyntheticEvent) => event.preventDefault()

export function Button({
  variant,
  size,
  square,
  busy = false,
  disabled,
  focusableWhenDisabled = false,
  icon: Icon,
  className,
  children,
  ...props
}: ButtonProps) {
  const off = disabled || busy
  const isIgnored = off && (busy || focusableWhenDisabled)
  return (
    <button
      type="button"
      {...props}
      {...(isIgnored && { onClick: ignore, onPointerDown: undefined, onMouseDown: undefined })}
      disabled={off && !isIgnored}
      aria-disabled={isIgnored || undefined}
      data-disabled={off || undefined}
      aria-busy={busy || undefined}
      className={cx(buttonClass(variant, size, square), className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-4.5 animate-spin" />}
      {Icon && <Icon aria-hidden className={size === 'sm' ? 'size-4' : 'size-4.5'} />}
      {children}
    </button>
  )
}

/** A button that shows only an icon: its label is required and is also its tooltip. */
type IconButtonProps = Omit<ButtonProps, 'aria-label'> & { label: string }
export const IconButton = ({ label, ...props }: IconButtonProps) => (
  <Button variant="quiet" {...props} square aria-label={label} title={label} />
)

const ranks = ['primary', 'secondary', 'quiet'] as const

/** Large links that look like buttons, the most likely one first. */
export const ButtonLinks = ({ to }: { to: readonly (readonly [href: string, name: string])[] }) =>
  to.map(([href, name], at) => (
    <a key={href} href={href} className={buttonClass(ranks[at], 'lg')}>
      {name}
    </a>
  ))
