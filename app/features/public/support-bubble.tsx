import { MessageCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#app/ui/button.tsx'

const round =
  'fixed right-4 bottom-4 z-30 grid size-12 place-items-center rounded-full bg-accent text-on-accent shadow-raised transition-colors duration-150 hover:bg-accent-hover sm:right-6 sm:bottom-6 sm:size-14 print:hidden max-sm:in-[body:has([data-demo][data-state=running])]:invisible'
const icon = <MessageCircle aria-hidden className="size-6" />
const NAME = 'Falar com o suporte'

/**
 * The round button of support and the panel it opens; without script a link to the contact page. Script:
 * script/site.ts, and script/contact-form.ts for the form in it.
 */
export const SupportBubble = ({ facts, form }: { facts: ReactNode; form: ReactNode }) => (
  <>
    {/* The fixed bubble must not cover the last lines of the page. */}
    <div aria-hidden className="h-20 bg-sunken min-[1360px]:hidden print:hidden" />
    <a href="/contact" data-support-link aria-label={NAME} title={NAME} className={round}>
      {icon}
    </a>
    <button
      type="button"
      hidden
      data-support-open
      aria-haspopup="dialog"
      aria-expanded="false"
      aria-label={NAME}
      title={NAME}
      className={round}
    >
      {icon}
    </button>
    <dialog
      data-support
      aria-labelledby="support-title"
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-sheet w-full max-w-none overflow-y-auto rounded-t-m border border-line bg-surface text-ink shadow-raised backdrop:bg-backdrop sm:right-6 sm:bottom-6 sm:left-auto sm:max-h-[calc(100dvh-48px)] sm:w-100 sm:rounded-m"
    >
      <div className="sticky top-0 z-10 flex items-start gap-3 border-b border-line bg-surface px-5 pt-4 pb-3">
        <h2 id="support-title" className="flex-1 font-serif text-xl leading-tight font-semibold tracking-tight">
          Fale com a gente
        </h2>
        <form method="dialog">
          <button
            type="submit"
            aria-label="Fechar"
            title="Fechar"
            className={`-mt-1 -mr-2 ${buttonClass('quiet', 'md', true)}`}
          >
            <X aria-hidden className="size-4.5" />
          </button>
        </form>
      </div>
      <div className="flex flex-col gap-5 px-5 pt-4 pb-5">
        {facts}
        {form}
      </div>
    </dialog>
  </>
)
