import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'
const toneClasses: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-rec-soft text-rec',
}

const look = 'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap'

type BadgeProps = { tone?: Tone; className?: string; children: ReactNode }
export const Badge = ({ tone = 'neutral', className, children }: BadgeProps) => (
  <span className={cx(look, toneClasses[tone], className)}>{children}</span>
)

export const Badges = ({ of }: { of: readonly { text: string; tone: Tone }[] }) =>
  of.map(({ text, tone }) => (
    <Badge key={text} tone={tone}>
      {text}
    </Badge>
  ))
