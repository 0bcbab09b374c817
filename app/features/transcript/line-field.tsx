import type { ComponentProps } from 'react'
import { cx } from '#app/ui/cx.ts'
import { controlClass, refuseLongPaste } from '#app/ui/form.tsx'
import { LINE_MAX } from '#domain/transcript/entry.ts'

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'maxLength' | 'onPaste'> & { onText: (text: string) => void }

/** The text of one line, which grows with it. */
export const LineField = ({ onText, className, ...props }: Props) => (
  <textarea
    {...props}
    maxLength={LINE_MAX}
    onPaste={refuseLongPaste}
    onChange={(event) => onText(event.target.value)}
    className={cx(controlClass, 'field-sizing-content w-full resize-none', className)}
  />
)
