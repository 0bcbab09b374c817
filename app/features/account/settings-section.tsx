import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'

type SectionProps = { id: string; title: string; children: ReactNode; detail?: ReactNode; action?: ReactNode }

/** One part of the settings, with an anchor for links. */
export function SettingsSection({ id, title, detail, action, children }: SectionProps) {
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
          {action}
        </div>
        {children}
      </Card>
    </section>
  )
}

/** Switches and choices in rows, with lines between them. */
export const SettingRows = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">{children}</div>
)
