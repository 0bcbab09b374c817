/** True when the text is on the clipboard. The old way stands in where the page has no clipboard permission. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  // Inside the open dialog, if there is one: a modal dialog takes the focus back from anywhere else.
  const host = focused?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]') ?? document.body
  host.appendChild(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
