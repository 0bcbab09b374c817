import type { ShownClaims } from '#domain/site.ts'

/** Figures that the company claims; empty if this environment shows none. */
export function Facts({ claims }: { claims: ShownClaims }) {
  const { doctors, consultations, accuracy, satisfaction, laws } = claims
  const facts = [doctors, consultations, accuracy, satisfaction, laws].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return (
    <dl className="grid grid-cols-2 border-y border-line md:auto-cols-auto md:grid-flow-col md:grid-cols-none">
      {facts.map(({ figure, of }) => (
        <div
          key={figure}
          className="flex flex-col-reverse justify-end border-line py-5 max-md:odd:pr-4 max-md:even:border-l max-md:even:pl-5 max-md:not-nth-[-n+2]:border-t md:py-7 md:not-first:border-l md:not-first:pl-4 lg:not-first:pl-6 max-md:last:odd:col-span-2"
        >
          <dt className="text-sm text-ink-2">
            {figure === laws?.figure ? (
              <a href="/privacy#hipaa" className="underline decoration-line-strong underline-offset-2 hover:text-ink">
                {of}
              </a>
            ) : (
              of
            )}
          </dt>
          <dd className="font-serif text-xl leading-tight font-medium tracking-tighter whitespace-nowrap lg:text-2xl">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  )
}
