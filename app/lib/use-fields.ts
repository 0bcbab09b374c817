import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiFailure } from './api.ts'

export type Problems = Record<string, string>

/** Focuses the first field with a problem, in the order of the form, so that a screen reader reads its message. */
export function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const fields = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLElement)
  fields.find((field) => (field.getAttribute('name') ?? '') in problems)?.focus()
}

type Steps = {
  /** Returns the refused fields; null: none. */
  check: () => Problems | null
  save: () => Promise<void>
  /** The server refused; `named`: its reasons stand at their fields. */
  failed: (failure: ApiFailure, named: boolean) => void
}

/** The texts of a form. A field shows the error of a check or of the server until its text changes. */
export function useFields<Name extends string>(initial: Record<Name, string> | (() => Record<Name, string>)) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  function change(name: Name, text: string): void {
    setValues((current) => ({ ...current, [name]: text }))
    setErrors(({ [name]: _, ...others }) => others)
  }
  function refuse(problems: Problems): void {
    flushSync(() => setErrors(problems))
    focusFirst(form.current, problems)
  }
  const submit = (stepsOf: () => Steps) => async (event: FormEvent) => {
    event.preventDefault()
    const { check, save, failed } = stepsOf()
    const problems = check()
    if (problems) return refuse(problems)
    setBusy(true)
    try {
      await save()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const named = Object.keys(error.fields).length > 0
      if (named) refuse(error.fields)
      failed(error, named)
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    values,
    busy,
    submit,
    /** Shows problems that something else than `submit` found. */
    refuse,
    /** Replaces the texts; nothing is refused then. */
    reset: (next: Record<Name, string>) => {
      setValues(next)
      setErrors({})
    },
    forgive: () => setErrors({}),
    /** For the control of a field. */
    field: (name: Name, mask = (text: string) => text) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => change(name, mask(target.value)),
    }),
  }
}
