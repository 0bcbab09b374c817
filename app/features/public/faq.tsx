import { Plus } from 'lucide-react'
import type { FaqEntry } from './faq-entries.ts'

/** The browser's own disclosure: keyboard, find-in-page and no script. */
export function Faq({ entries }: { entries: readonly FaqEntry[] }) {
  return (
    <div className="border-t border-line">
      {entries.map(({ question, answer }) => (
        <details key={question} className="group border-b border-line">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3.5 font-serif text-lg leading-snug font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
            <h3>{question}</h3>
            <Plus
              aria-hidden
              className="size-5 shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-45"
            />
          </summary>
          <p className="max-w-measure-lg pr-8 pb-6 leading-relaxed text-pretty text-ink-2">{answer}</p>
        </details>
      ))}
    </div>
  )
}
