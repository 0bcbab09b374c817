import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { Skeleton } from '#app/ui/states.tsx'
import { placeOf, usePlace } from './use-place.ts'

/** Shows the old page until then: a skeleton that flashes says nothing. In ms. */
const SLOW_MS = 400

/** The path of a page that loads slowly; null if none does. */
export function useSlowPage(): string | null {
  const { place } = usePlace()
  const { state, location: next } = useNavigation()
  const target = state === 'loading' && placeOf(next) !== place ? next.pathname : null
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (target === null) return setSlow(null)
    const timer = setTimeout(() => setSlow(target), SLOW_MS)
    return () => clearTimeout(timer)
  }, [target])
  return target === null ? null : slow
}

export function PageSkeleton({ path }: { path: string }) {
  return (
    <div role="status" className="mx-auto flex max-w-wide flex-col gap-5">
      <h1 className="sr-only">Carregando...</h1>
      <Skeleton className="h-9 w-60 max-w-full" />
      {shapeOf(path)}
    </div>
  )
}

function shapeOf(path: string) {
  if (path.startsWith('/app/settings'))
    return (
      <>
        <Skeleton className="h-44 rounded-m" />
        <Skeleton className="h-95 rounded-m" />
      </>
    )
  if (path.startsWith('/app/dashboard'))
    return (
      <div className="grid items-start gap-5 lg:grid-cols-main-aside">
        <Skeleton className="h-95 rounded-m" />
        <div className="flex flex-col gap-4">
          <Skeleton className="h-28 rounded-m" />
          <Skeleton className="h-40 rounded-m" />
        </div>
      </div>
    )
  return (
    <>
      <Skeleton className="h-10 w-full max-w-form" />
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-23 rounded-m" />
      ))}
    </>
  )
}
