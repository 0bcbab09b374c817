import type { ClipboardEvent } from 'react'
import { toast } from './toast.tsx'

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
