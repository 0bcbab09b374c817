import { toast } from './toast.tsx'

/** Copies to the clipboard; false when the browser refuses both the new and the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.appendChild(area)
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

/** Copies, and says whether it worked. Resolves to true if it did. */
export async function copyAndTell(
  text: string,
  done = 'Texto copiado para a área de transferência',
  failed = 'Erro ao copiar texto',
): Promise<boolean> {
  const isCopied = await copyText(text)
  if (isCopied) toast.success(done)
  else toast.error(failed)
  return isCopied
}
