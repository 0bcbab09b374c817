import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { KeptWords } from '#app/ui/kept-words.tsx'
import type { LineEdit } from '#domain/transcript/edit.ts'
import { type KeptEdit, KeptStatements } from '../device/kept-statements.ts'

type Apply = (edit: LineEdit) => Promise<string | null>

/**
 * Applies the corrections that this device kept when the consultation ended, and tries again with each `attempt`.
 * Returns a notice of those that were refused, and whether none is left: a structuring must not begin before.
 */
export function useKeptCorrections(
  consultationId: string,
  apply: Apply,
  attempt: unknown,
): { notice: ReactNode; isSettled: boolean } {
  /** Null until the first attempt has ended. */
  const [refused, setRefused] = useState<readonly (KeptEdit & { reason: string })[] | null>(null)
  const latest = useRef(apply)
  latest.current = apply

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt runs it again.
  useEffect(() => {
    let isOver = false
    async function send() {
      const statements = new KeptStatements(consultationId)
      await statements.restore()
      const remaining: (KeptEdit & { reason: string })[] = []
      for (const edit of statements.now.edits) {
        if (isOver) return
        const reason = await latest.current({ type: 'edit_entry', ...edit })
        if (reason === null) await forget(statements, edit)
        else remaining.push({ ...edit, reason })
      }
      if (!isOver) setRefused(remaining)
    }
    void send()
    return () => {
      isOver = true
    }
  }, [consultationId, attempt])

  async function drop(edit: KeptEdit) {
    setRefused((before) => before?.filter(({ id }) => id !== edit.id) ?? null)
    const statements = new KeptStatements(consultationId)
    await statements.restore()
    await forget(statements, edit)
  }
  const notice = refused?.map(({ reason, ...edit }) => (
    <section key={edit.id} aria-label="Correção não enviada" className="rounded-m bg-warn-soft px-4 py-3">
      <p role="status">
        <b className="block font-semibold">Uma correção não entrou na transcrição</b>
        {reason}
      </p>
      <KeptWords text={edit.text} copyLabel="Copiar o que escrevi">
        <Button size="sm" variant="quiet" onClick={() => void drop(edit)}>
          Descartar
        </Button>
      </KeptWords>
    </section>
  ))
  return { notice, isSettled: refused?.length === 0 }
}

const forget = (statements: KeptStatements, { id }: KeptEdit): Promise<void> =>
  statements.change({ edits: statements.now.edits.filter((edit) => edit.id !== id) })
