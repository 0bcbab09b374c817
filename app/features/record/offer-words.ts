import type { useOwnWriting } from '#app/lib/own-writing.ts'
import { toast } from '#app/ui/toast.tsx'
import type { WordEdit } from '#domain/record/writing/writing.ts'

/** Long enough to finish a sentence first. */
const OFFER_MS = 30_000

/** Counts the words that an edit replaced or left out. The third time it asks once whether to write so always. */
export async function offerWords(
  { count, prefer }: ReturnType<typeof useOwnWriting>,
  before: string,
  after: string,
): Promise<void> {
  const pair = await count(before, after)
  if (!pair) return
  async function accept(words: WordEdit) {
    if (await prefer(words))
      toast.success('Preferência guardada', {
        description:
          words.to === ''
            ? `Sem “${words.from}”, a partir do próximo registro.`
            : `“${words.to}”, a partir do próximo registro.`,
      })
    else toast.error('Não foi possível guardar a preferência')
  }
  const question =
    pair.to === '' ? `Não escrever mais “${pair.from}”?` : `Escrever sempre “${pair.to}” em vez de “${pair.from}”?`
  toast(question, {
    duration: OFFER_MS,
    action: { label: 'Aceitar', onClick: () => void accept(pair) },
    cancel: { label: 'Agora não', onClick: () => {} },
  })
}
