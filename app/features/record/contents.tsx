import { formatPercent } from '#app/lib/format.ts'
import type { Section } from '#domain/record/record.ts'
import { ConfidenceDot } from './confidence.tsx'
import { sectionAnchor } from './marks.ts'

type Props = {
  sections: readonly Section[]
  /** The share of a complete record that is present, from 0 to 1. */
  completeness: number
}

export function Contents({ sections, completeness }: Props) {
  return (
    <nav aria-label="Seções do registro" className="sticky top-28 hidden flex-col gap-0.5 @page:flex">
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#${sectionAnchor(section)}`}
          className="flex items-center gap-2.5 rounded-s px-2.5 py-1.5 text-sm text-ink-2 hover:bg-surface hover:text-ink"
        >
          <ConfidenceDot section={section} />
          {section.title}
        </a>
      ))}
      <Completeness share={completeness} className="mx-2.5 mt-4" />
    </nav>
  )
}

/** A meter, never a blocker. */
export function Completeness({ share, className }: { share: number; className?: string }) {
  return (
    <div className={`text-xs text-ink-2 ${className ?? ''}`}>
      Completude do prontuário {formatPercent(share)}
      <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
        <i className="block h-full bg-accent" style={{ width: formatPercent(share) }} />
      </div>
    </div>
  )
}
