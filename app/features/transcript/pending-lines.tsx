import { Clock } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import { MOST_TYPED_LINES } from '#domain/consultation/limits.ts'
import type { Speaker } from '#domain/transcript/entry.ts'
import { speakerLabel } from '#domain/transcript/transcript.ts'
import { lineGrid, speakerColors } from './transcript-line.tsx'

/** `isRefused`: the room has reached its limit of typed lines. */
export type PendingEntry = { id: string; text: string; speaker: Speaker | null; isRefused?: boolean }

type Props = { lines: readonly PendingEntry[]; showTimes: boolean }

const full = `Esta consulta já tem ${MOST_TYPED_LINES.toLocaleString('pt-BR')} falas digitadas, o máximo. As falas marcadas não entraram na transcrição e continuam só neste aparelho.`

/** Typed lines, kept on this device until the room has stored them. */
export function PendingLines({ lines, showTimes }: Props) {
  if (lines.length === 0) return null
  const anyRefused = lines.some(({ isRefused }) => isRefused)
  return (
    <>
      <ul aria-label="Falas aguardando envio" className="flex flex-col gap-0.5 pt-0.5">
        {lines.map(({ id, text, speaker, isRefused }) => (
          <li key={id} className={cx(lineGrid(showTimes), 'text-ink-2')}>
            <span className="flex items-center gap-1.5 text-xs text-warn max-lg:col-start-2 max-lg:row-start-1">
              <Clock aria-hidden className="size-3.5 shrink-0" />
            </span>
            <span
              className={cx(
                'text-xs max-lg:col-start-1 max-lg:row-start-1',
                speaker ? cx(speakerColors[speaker], 'font-heavy') : 'font-medium text-ink-3',
              )}
            >
              {speakerLabel(speaker ?? undefined)}
            </span>
            <span className="text-(length:--line-text) leading-normal whitespace-pre-line wrap-anywhere max-lg:col-span-2">
              {text}
              <span className={cx('ml-2 text-xs whitespace-nowrap', isRefused ? 'text-rec' : 'text-warn')}>
                {isRefused ? 'não entrou' : 'aguardando envio'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {anyRefused && (
        <p role="alert" className="px-2 pt-2 text-sm font-medium text-rec">
          {full}
        </p>
      )}
    </>
  )
}
