import { Field as BaseField } from '@base-ui/react/field'
import { Eye, EyeOff, Search } from 'lucide-react'
import {
  type ClipboardEvent,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { toast } from './toast.tsx'

const never = () => () => {}
/** False on the server and until the script runs: before that the browser itself sends a form. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

type Values<Name extends string> = Record<Name, string>
type FormProps<Name extends string> = Omit<ComponentProps<'form'>, 'onSubmit' | 'method' | 'action'> & {
  names: readonly Name[]
  onSubmit: (values: Values<Name>) => void
}

/**
 * A form whose fields keep text typed before the script ran: it reads them when it is sent and holds no state. POST
 * keeps typed text out of addresses. `data-hydrated` is false while the browser itself would send the form.
 */
export function Form<Name extends string>({ names, onSubmit, ...props }: FormProps<Name>) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    onSubmit(Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Values<Name>)
  }
  return <form {...props} method="post" onSubmit={submit} data-hydrated={useHydrated()} />
}

/** `canPost`: the page accepts the form from the browser, so the button need not wait for the script. */
type SubmitProps = ComponentProps<typeof Button> & { canPost?: boolean }

export function SubmitButton({ disabled, canPost = false, ...props }: SubmitProps) {
  const hydrated = useHydrated()
  return <Button {...props} type="submit" disabled={disabled || !(canPost || hydrated)} />
}

type FieldProps = {
  label: ReactNode
  /** Marks the label with the asterisk and tells assistive technology through the control's own `required`. */
  required?: boolean
  hint?: ReactNode
  error?: ReactNode
  className?: string
  children: ReactNode
}

/** Label, control, hint and error, tied together by id. The control inside is Input, Textarea or any Base UI control. */
export function Field({ label, required, hint, error, className, children }: FieldProps) {
  return (
    <BaseField.Root invalid={Boolean(error)} className={cx('flex flex-col gap-1.5', className)}>
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

export const RequiredMark = () => (
  <span aria-hidden className="ml-0.5 text-rec">
    *
  </span>
)

type Styled<P> = Omit<P, 'className'> & { className?: string }
type InputProps = Styled<ComponentProps<typeof BaseField.Control>>

const Input = ({ className, ...props }: InputProps) => (
  <BaseField.Control {...props} className={cx(controlClass, 'h-10 w-full pointer-coarse:h-11', className)} />
)

/** Outside a Field give it an aria-label. */
export function Textarea({ className, rows = 4, ...props }: Styled<ComponentProps<'textarea'>>) {
  return (
    <BaseField.Control
      render={<textarea onPaste={refuseLongPaste} {...props} rows={rows} />}
      className={cx(controlClass, 'w-full resize-y py-2 leading-normal', className)}
    />
  )
}

function PasswordInput(props: InputProps) {
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

type TextFieldProps = Omit<InputProps, 'label'> &
  Pick<FieldProps, 'label' | 'hint' | 'error'> & {
    /** Required, and marked so with an asterisk. */
    starred?: boolean
    fieldClassName?: string
  }

const inField = (Control: (props: InputProps) => ReactNode) =>
  function InField({ label, hint, error, starred, fieldClassName, ...input }: TextFieldProps) {
    return (
      <Field label={label} hint={hint} error={error} required={starred} className={fieldClassName}>
        <Control required={starred} {...input} />
      </Field>
    )
  }

/** One line of text with its label, hint and error. */
export const TextField = inField(Input)
export const PasswordField = inField(PasswordInput)

/** A plain select: the device's own list is the best one on a phone. */
export function Select({ className, ...props }: Styled<ComponentProps<'select'>>) {
  return (
    <BaseField.Control
      render={<select {...props} />}
      className={cx(controlClass, 'h-10 w-full pr-8 pointer-coarse:h-11', className)}
    />
  )
}

/** More than 16 px on touch screens: smaller text makes iOS zoom the page on focus. */
export const controlClass =
  'min-w-0 rounded-s border border-control bg-surface px-3 text-ink pointer-coarse:text-md transition-colors duration-150 ' +
  'hover:border-ink-3 focus:border-focus focus-visible:-outline-offset-1 disabled:bg-sunken disabled:text-ink-2 [&[readonly]]:bg-sunken data-invalid:border-rec'

/** Refuses a paste beyond `maxLength`: the browser would cut the text without a word. */
export function refuseLongPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { maxLength, value, selectionStart, selectionEnd } = event.currentTarget
  // The browser counts a line break as one character.
  const pasted = event.clipboardData.getData('text').replaceAll('\r\n', '\n')
  if (maxLength < 0 || value.length - (selectionEnd - selectionStart) + pasted.length <= maxLength) return
  event.preventDefault()
  const count = (n: number) => n.toLocaleString('pt-BR')
  toast.error('O texto colado não cabe', {
    description: `Ele tem ${count(pasted.length)} caracteres e o campo aceita ${count(maxLength)}. Nada foi colado.`,
  })
}

type SearchInputProps = Styled<Omit<ComponentProps<'input'>, 'onChange'>> & {
  label: string
  onChange: (text: string) => void
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
        className={cx(
          controlClass,
          'h-10 w-full pl-10 text-ellipsis pointer-coarse:h-11 pointer-coarse:placeholder:text-base',
        )}
      />
    </div>
  )
}
