import type { ReactNode } from 'react'

export function PageTitle({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <div>
        <h1 className="font-serif text-xl leading-tight font-medium tracking-tighter">{title}</h1>
        {children && <p className="mt-0.5 text-ink-2">{children}</p>}
      </div>
      {actions}
    </div>
  )
}
