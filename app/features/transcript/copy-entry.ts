import { copyText } from '#app/lib/copy-text.ts'
import { toast } from '#app/ui/toast.tsx'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

export async function copyEntry(entry: TranscriptEntry): Promise<void> {
  if (await copyText(entry.text)) toast.success('Texto copiado para a área de transferência')
  else toast.error('Erro ao copiar texto')
}
