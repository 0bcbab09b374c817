import type { useOwnWriting } from '#app/lib/own-writing.ts'
import { toast } from '#app/ui/toast.tsx'

/** Long enough to finish a sentence first. */
const OFFER_MS = 30_000

/** Counts the words that an edit replaced. The third time it asks once whether to write so always. */
export async function offerWords(
  { count, prefer }: ReturnType<typeof useOwnWriting>,
  before: string,
  after: string,
): Promise<void> {
  const pair = await count(before, after)
  if (!pair) return
  async function accept(words: { from: string; to: string }) {
    if (await prefer(words))
      toast.success('Preferência guardada', { description: `“${words.to}”, a partir do próximo registro.` })
    else toast.error('Não foi possível guardar a preferência')
  }
  toast(`Escrever sempre “${pair.to}” em vez de “${pair.from}”?`, {
    duration: OFFER_MS,
    action: { label: 'Aceitar', onClick: () => void accept(pair) },
    cancel: { label: 'Agora não', onClick: () => {} },
  })
}
