import type { ReactNode } from 'react'
import { PageHead } from './section.tsx'

export type LegalSection = { id: string; title: string; body: ReactNode }

type Props = { title: string; intro: string; updated: string; sections: readonly LegalSection[] }

/** A legal document: a table of contents, and lines of readable length. */
export function LegalPage({ title, intro, updated, sections }: Props) {
  return (
    <>
      <PageHead title={title}>{intro}</PageHead>
      <div className="border-t border-line">
        <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-5 py-12 sm:px-6 lg:grid-cols-contents lg:py-16">
          <nav aria-label="Nesta página" className="self-start lg:sticky lg:top-24">
            <p className="mb-2 text-sm font-semibold">Nesta página</p>
            <ol>
              {sections.map(({ id, title: name }, at) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex min-h-8 items-baseline gap-2 py-1 text-ink-2 underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11 pointer-coarse:items-center"
                  >
                    <span className="w-5 shrink-0 text-ink-3">{at + 1}</span>
                    {name}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="max-w-measure-lg">
            <p className="text-ink-3">Última atualização: {updated}</p>
            {sections.map(({ id, title: name, body }, at) => (
              <section
                key={id}
                id={id}
                className="mt-10 scroll-mt-20 text-md leading-relaxed text-pretty [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_b]:font-semibold [&_li]:relative [&_li]:mt-2 [&_li]:pl-5 [&_li]:before:absolute [&_li]:before:top-3 [&_li]:before:left-0 [&_li]:before:h-px [&_li]:before:w-2.5 [&_li]:before:bg-accent [&_p]:mt-3.5 [&_ul]:mt-3.5"
              >
                <h2 className="font-serif text-xl leading-tight font-medium tracking-tight">
                  {at + 1}. {name}
                </h2>
                {body}
              </section>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}
