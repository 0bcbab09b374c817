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
 * A form whose fields keep what was typed before the script ran: they are read when it is sent, not held in state.
 * `method` is POST so that nothing typed can ever land in an address. `data-hydrated` is false while the browser itself
 * would send it.
 */
export function Form<Name extends string>({ names, onSubmit, ...props }: FormProps<Name>) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    onSubmit(Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Values<Name>)
  }
  return <form {...props} method="post" onSubmit={submit} data-hydrated={useHydrated()} />
}

/** `canPost`: the page has an action that takes the form as the browser sends it, so the button need not wait. */
type SubmitProps = ComponentProps<typeof Button> & { canPost?: boolean }

export function SubmitButton({ disabled, canPost = false, ...props }: SubmitProps) {
  const hydrated = useHydrated()
  return <Button {...props} type="submit" disabled={disabled || !(canPost || hydrated)} />
}
