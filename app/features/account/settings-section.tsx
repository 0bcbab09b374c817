import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { listen } from '#app/lib/listeners.ts'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'

type SectionProps = { id: string; title?: string; detail?: string; children: ReactNode }

export function SettingsSection({ id, title, detail, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-19">
      <Card className="p-5 sm:p-6">
        <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id={`${id}-title`} className="text-md leading-snug font-heavy">
              {title}
            </h2>
            {detail && <p className="mt-0.5 text-sm text-ink-2">{detail}</p>}
          </div>
        </div>
        {children}
      </Card>
    </section>
  )
}

/** A part is being read once its top has passed this line below the header, in px. */
const READ_AT = 120

/** The part being read: the last one that has passed the line; at the end of the page, the followed or the last one. */
function placeInView(places: readonly { id: string }[]): string | undefined {
  const { innerHeight, scrollY, location } = window
  const parts = places.map(({ id }) => ({ id, top: document.getElementById(id)?.getBoundingClientRect().top ?? 0 }))
  const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  if (!atEnd) return (parts.findLast(({ top }) => top <= READ_AT) ?? parts[0])?.id
  // Too near the end to reach the line.
  const followed = parts.find(({ id, top }) => id === location.hash.slice(1) && top > READ_AT && top < innerHeight)
  return (followed ?? parts.at(-1))?.id
}

/** Links to the parts of the settings, beside them or, on a small screen, above them. Marks the part in view. */
export function SettingsNav({ places }: { places: readonly { id: string; title: string }[] }) {
  const [here, setHere] = useState(places[0]?.id)
  useEffect(() => {
    const mark = () => setHere(placeInView(places))
    mark()
    return listen(window, 'scroll', mark, { passive: true })
  }, [places])
  return (
    <nav aria-label="Seções das configurações" className="min-w-0 lg:sticky lg:top-20 lg:self-start">
      <ul className="flex gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:pb-1 lg:flex-col">
        {places.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <Link
              to={{ hash: id }}
              replace
              preventScrollReset={false}
              aria-current={here === id ? 'location' : undefined}
              className={cx(
                'flex min-h-9 items-center rounded-s px-3 py-1.5 text-sm transition-colors duration-150 pointer-coarse:min-h-11',
                here === id ? 'bg-accent-soft font-semibold text-accent' : 'text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
