/** To the first field that something is wrong with, in the order of the form: its message is read out there. */
export function focusFirst(form: HTMLFormElement | null, problems: Readonly<Record<string, unknown>>): void {
  const fields = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLElement)
  fields.find((field) => (field.getAttribute('name') ?? '') in problems)?.focus()
}
