import { site } from '#domain/site.ts'

const facts = [...site.claims, { figure: site.laws, of: 'em conformidade' }]

/** What the company says of itself, in figures. */
export function Facts() {
  return (
    <dl className="grid grid-cols-2 border-y border-line md:grid-cols-[1fr_1.1fr_1fr_1fr_auto]">
      {facts.map(({ figure, of }) => (
        <div
          key={figure}
          className="flex flex-col-reverse justify-end border-line py-5 max-md:odd:pr-4 max-md:even:border-l max-md:even:pl-5 max-md:not-nth-[-n+2]:border-t md:py-7 md:not-first:border-l md:not-first:pl-4 lg:not-first:pl-6 max-md:last:col-span-2"
        >
          <dt className="text-[14.5px] text-ink-2">
            {figure === site.laws ? (
              <a href="/privacy#hipaa" className="underline decoration-line-strong underline-offset-2 hover:text-ink">
                {of}
              </a>
            ) : (
              of
            )}
          </dt>
          <dd className="font-serif text-[28px] leading-tight font-medium tracking-[-.02em] whitespace-nowrap lg:text-[32px]">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  )
}
