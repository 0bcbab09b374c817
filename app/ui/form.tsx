import { type ComponentProps, type FormEvent, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

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

/**
 * `canPost`: the page has an action that accepts the form from the browser, so the button need not wait for the script.
 */
type SubmitProps = ComponentProps<typeof Button> & { canPost?: boolean }

export function SubmitButton({ disabled, canPost = false, ...props }: SubmitProps) {
  const hydrated = useHydrated()
  return <Button {...props} type="submit" disabled={disabled || !(canPost || hydrated)} />
}
