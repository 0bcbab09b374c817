import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

type Band = { id?: string; sunken?: boolean; className?: string; children: ReactNode }

/** A part of a public page, over its whole width. What its address names lies below the header, not beneath it. */
export function Section({ id, sunken = false, className, children }: Band) {
  return (
    <section id={id} className={cx('scroll-mt-16', sunken && 'border-y border-line bg-sunken')}>
      <div className={cx('mx-auto max-w-[1200px] px-5 py-16 sm:px-6 lg:py-24', className)}>{children}</div>
    </section>
  )
}

type Heading = { title: string; children?: ReactNode; centred?: boolean }

export function SectionHead({ title, children, centred = false }: Heading) {
  return (
    <div className={cx('mb-10 lg:mb-14', centred && 'text-center')}>
      <h2 className="font-serif text-[32px] leading-[1.12] font-medium tracking-[-.02em] text-balance lg:text-[42px]">
        {title}
      </h2>
      {children && (
        <p className={cx('mt-4 max-w-[58ch] text-[17px] text-balance text-ink-2 lg:text-[18px]', centred && 'mx-auto')}>
          {children}
        </p>
      )}
    </div>
  )
}

/** The head of a page that is read rather than looked at. */
export function PageHead({ title, children }: Omit<Heading, 'centred'>) {
  return (
    <div className="mx-auto max-w-[1200px] px-5 pt-12 pb-10 sm:px-6 lg:pt-20 lg:pb-14">
      <h1 className="max-w-[18ch] font-serif text-[40px] leading-[1.06] font-medium tracking-[-.025em] text-balance lg:text-[56px]">
        {title}
      </h1>
      {children && <p className="mt-5 max-w-[58ch] text-[18px] leading-relaxed text-pretty text-ink-2">{children}</p>}
    </div>
  )
}
