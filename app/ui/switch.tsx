import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: string
  /** Describes the setting in a sentence. */
  children?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting that is on or off and changes at once. */
export function Switch({ label, children, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Switch.Root inside is the control.
    <label className="flex min-h-11 items-start gap-4">
      <span className="min-w-0 flex-1">
        <span id={id} className="block leading-snug font-strong">
          {label}
        </span>
        {children && (
          <span id={`${id}-detail`} className="mt-0.5 block text-sm leading-snug text-ink-2">
            {children}
          </span>
        )}
      </span>
      <Base.Root
        aria-labelledby={id}
        aria-describedby={children ? `${id}-detail` : undefined}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        className="mt-0.5 flex h-6 w-10.5 items-center shrink-0 rounded-full border-2 border-control bg-sunken transition-colors duration-150 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55"
      >
        <Base.Thumb className="block size-3.75 translate-x-0.75 rounded-full bg-ink-2 transition-transform duration-150 data-checked:translate-x-5.25 data-checked:bg-on-accent" />
      </Base.Root>
    </label>
  )
}
