import { ArrowUp } from 'lucide-react'

/** Above the support bubble, in the same column. Script: script/site.ts. */
export const ScrollTop = () => (
  <button
    type="button"
    data-scroll-top
    aria-label="Voltar ao topo"
    title="Voltar ao topo"
    className="invisible fixed right-4 bottom-19 z-30 grid size-11 translate-y-1 place-items-center rounded-full border border-line-strong bg-surface text-ink-2 opacity-0 shadow-raised transition-[opacity,translate,visibility] duration-200 hover:border-ink-3 hover:text-ink data-shown:visible data-shown:translate-y-0 data-shown:opacity-100 sm:right-6 sm:bottom-23 print:hidden"
  >
    <ArrowUp aria-hidden className="size-5" />
  </button>
)
