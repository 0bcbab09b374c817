import { Field } from '@base-ui/react/field'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { controlClass } from './control-class.ts'
import { cx } from './cx.ts'
import { refuseLongPaste } from './whole-paste.ts'

type InputProps = Omit<ComponentProps<typeof Field.Control>, 'className'> & { className?: string }

export function Input({ className, ...props }: InputProps) {
  return <Field.Control {...props} className={cx(controlClass, 'h-10 w-full pointer-coarse:h-11', className)} />
}

type TextareaProps = Omit<ComponentProps<'textarea'>, 'className'> & { className?: string }

/** Outside a Field give it an aria-label. */
export function Textarea({ className, rows = 4, ...props }: TextareaProps) {
  return (
    <Field.Control
      render={<textarea onPaste={refuseLongPaste} {...props} rows={rows} />}
      className={cx(controlClass, 'w-full resize-y py-2 leading-normal', className)}
    />
  )
}

export function PasswordInput(props: InputProps) {
  const [shown, setShown] = useState(false)
  const label = shown ? 'Ocultar senha' : 'Mostrar senha'
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-11" />
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-s text-ink-3 hover:text-ink"
      >
        {shown ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
      </button>
    </div>
  )
}

/** A plain select: the device's own list is the best one on a phone. */
export function Select({
  className,
  children,
  ...props
}: Omit<ComponentProps<'select'>, 'className'> & { className?: string }) {
  return (
    <Field.Control
      render={<select {...props}>{children}</select>}
      className={cx(controlClass, 'h-10 w-full pr-8 pointer-coarse:h-11', className)}
    />
  )
}
