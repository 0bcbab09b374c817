import type { ComponentProps } from 'react'
import { typedText } from '#app/lib/own-writing.ts'
import { cx } from '#app/ui/cx.ts'
import { controlClass, refuseLongPaste } from '#app/ui/form.tsx'
import type { Shortcut } from '#domain/record/writing/writing.ts'
import { LINE_MAX } from '#domain/transcript/entry.ts'

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'maxLength' | 'onPaste'> & {
  onText: (text: string) => void
  /** The doctor's phrases, where the field expands them. */
  shortcuts?: readonly Shortcut[]
}

/** The text of one line, which grows with it. */
export const LineField = ({ onText, shortcuts = [], className, ...props }: Props) => (
  <textarea
    {...props}
    maxLength={LINE_MAX}
    onPaste={refuseLongPaste}
    onChange={(event) => onText(typedText(event.target, shortcuts, LINE_MAX))}
    className={cx(controlClass, 'field-sizing-content w-full resize-none', className)}
  />
)
