import { Sparkles } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'
import { messageOf } from '#domain/errors.ts'

/** The way into structuring; without a transcript it says why there is none. */
export function StructureButton({ entries, onClick }: { entries: number; onClick: () => void }) {
  const id = useId()
  const empty = entries === 0
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="primary" disabled={empty} aria-describedby={empty ? id : undefined} onClick={onClick}>
        <Sparkles aria-hidden className="size-[18px]" />
        Estruturar
      </Button>
      {empty && (
        <span id={id} className="text-[14px] text-ink-2">
          {messageOf('no_transcript')}
        </span>
      )}
    </span>
  )
}
