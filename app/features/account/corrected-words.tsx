import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type CorrectedWord, removedWordsReply } from '#domain/speech/contract.ts'

/** A long list opens on request, so that the settings below it stay near. */
const SHOWN = 24

/** The doctor's own list for recognisers. Each word can be removed, or all at once. */
export function CorrectedWords({ words }: { words: readonly CorrectedWord[] }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const shown = isOpen || words.length <= SHOWN ? words : words.slice(0, SHOWN)

  async function remove(which: string) {
    setBusy(which)
    try {
      const { 'corrected-words': calls } = api.api
      await read(which === 'all' ? calls.$delete() : calls[':id'].$delete({ param: { id: which } }), removedWordsReply)
      toast.success(which === 'all' ? 'Palavras removidas' : 'Palavra removida')
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      toast.error('Erro ao remover', { description: failure.message })
    }
    setIsAsking(false)
    await revalidate()
    setBusy(null)
    // The pressed button is gone: the keyboard continues from the list.
    list.current?.focus({ preventScroll: true })
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {words.length === 0 ? (
        <p className="text-ink-2">Nenhuma por enquanto.</p>
      ) : (
        <ul aria-label="Palavras que você corrigiu" className="flex flex-wrap gap-2">
          {shown.map((item) => (
            <li key={item.id} className="flex max-w-full items-center rounded-m border border-line bg-sunken pl-3">
              <span className="min-w-0 wrap-anywhere">{item.word}</span>
              <IconButton label={`Remover ${item.word}`} disabled={busy !== null} onClick={() => void remove(item.id)}>
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {words.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          {shown.length < words.length && (
            <Button
              onClick={() => {
                setIsOpen(true)
                list.current?.focus({ preventScroll: true })
              }}
            >
              Mostrar todas ({words.length})
            </Button>
          )}
          <Button onClick={() => setIsAsking(true)}>Remover todas</Button>
        </div>
      )}
      <Confirm
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove('all')}
        title="Remover todas as palavras?"
        confirmLabel="Remover todas"
        tone="danger"
        busy={busy === 'all'}
      >
        O reconhecimento deixa de esperar estas palavras. As transcrições não mudam.
      </Confirm>
    </div>
  )
}
