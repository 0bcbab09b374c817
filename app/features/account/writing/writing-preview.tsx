import { useDeferredValue, useMemo } from 'react'
import { Card } from '#app/ui/card.tsx'
import { later, useLater } from '#app/ui/later.tsx'
import type { Specialty } from '#domain/record/specialty.ts'
import type { OwnWriting } from '#domain/record/writing/writing.ts'

/** The safety checks weigh more than the rest of the page. */
const previews = later(() => import('#domain/demo/preview.ts'))

type Props = { specialty: Specialty; writing: OwnWriting }

/** The record of the demonstration's consultation, with these titles, order, style and words. */
export function WritingPreview({ specialty, writing }: Props) {
  // The checks take a tenth of a second with many words: typing goes first.
  const calm = useDeferredValue(writing)
  const here = useLater(previews, true)
  const headed = useMemo(() => here?.previewOf(specialty, calm) ?? [], [here, specialty, calm])
  const shown = headed.filter(({ content }) => content !== '')
  const empty = headed.filter(({ content }) => content === '')
  return (
    <section
      aria-labelledby="previa"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
      tabIndex={0}
      className="rounded-m lg:sticky lg:top-20 lg:max-h-workspace lg:overflow-y-auto"
    >
      <Card className="p-5">
        <h2 id="previa" className="text-md leading-snug font-heavy">
          Prévia
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">O registro da consulta de demonstração, de um paciente inventado.</p>
        <div className="mt-4 flex flex-col gap-3" aria-busy={!here}>
          {!here && <p className="text-sm text-ink-3">Preparando a prévia…</p>}
          {shown.map(({ title, content }) => (
            <div key={title}>
              <h3 className="text-sm font-heavy text-ink-2 wrap-anywhere">{title || 'Sem título'}</h3>
              <p className="font-serif text-base leading-relaxed whitespace-pre-line wrap-anywhere">{content}</p>
            </div>
          ))}
        </div>
        {empty.length > 0 && (
          <p className="mt-4 text-xs text-ink-3">
            Sem texto nesta consulta, e por isso fora do impresso:{' '}
            {empty.map(({ title }) => title || 'Sem título').join(', ')}.
          </p>
        )}
      </Card>
    </section>
  )
}
