import { Children, isValidElement, type ReactNode } from 'react'
import { PageHead } from './section.tsx'

type SectionProps = { id: string; title: string; children: ReactNode }

/** A section of a legal document: the page lists it and numbers it. */
export const LegalSection = ({ children }: SectionProps) => children

type Props = { title: string; intro: string; updated: string; children: ReactNode }

/** A legal document: a table of contents, and lines of readable length. */
export function LegalPage({ title, intro, updated, children }: Props) {
  const sections = Children.toArray(children).flatMap((child) =>
    isValidElement<SectionProps>(child) ? child.props : [],
  )
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
            {sections.map(({ id, title: name, children: body }, at) => (
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

type TableProps = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** On a phone each row becomes a paragraph. */
export function LegalTable({ head, rows }: TableProps) {
  return (
    <table className="mt-4 w-full border-collapse text-left text-base leading-normal max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line-strong">
          {head.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 align-bottom text-sm font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(([first, ...others]) => (
          <tr key={first} className="border-b border-line align-top max-sm:block max-sm:py-3">
            <th scope="row" className="py-2.5 pr-4 font-strong max-sm:block max-sm:py-0.5">
              {first}
            </th>
            {others.map((text) => (
              <td key={text} className="py-2.5 pr-4 text-ink-2 max-sm:block max-sm:py-0.5">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
