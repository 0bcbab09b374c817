/** Lets the browser download an address whose answer is an attachment. The page stays. */
export function downloadFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.click()
}

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
