import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type FieldProps = {
  label: ReactNode
  /** Marks the label with the asterisk and tells assistive technology through the control's own `required`. */
  required?: boolean
  hint?: ReactNode
  error?: ReactNode
  name?: string
  className?: string
  children: ReactNode
}

/** Label, control, hint and error, tied together by id. The control inside is Input, Textarea or any Base UI control. */
export function Field({ label, required, hint, error, name, className, children }: FieldProps) {
  return (
    <BaseField.Root name={name} invalid={Boolean(error)} className={cx('flex flex-col gap-1.5', className)}>
      <BaseField.Label className="text-sm font-strong text-ink">
        {label}
        {required && <RequiredMark />}
      </BaseField.Label>
      {children}
      {hint && !error && <BaseField.Description className="text-xs text-ink-3">{hint}</BaseField.Description>}
      {error && (
        <BaseField.Error match className="text-sm font-medium text-rec">
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  )
}

export function RequiredMark() {
  return (
    <span aria-hidden className="ml-0.5 text-rec">
      *
    </span>
  )
}
