/** Focuses the first field with a problem, in the order of the form, so that a screen reader reads its message. */
export function focusFirst(form: HTMLFormElement | null, problems: Readonly<Record<string, unknown>>): void {
  const fields = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLElement)
  fields.find((field) => (field.getAttribute('name') ?? '') in problems)?.focus()
}
