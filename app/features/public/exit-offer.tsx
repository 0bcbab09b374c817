import { X } from 'lucide-react'
import { buttonClass } from '#app/ui/button.tsx'

/** Shown once, when the pointer leaves the window. Script: script/exit-offer.ts. */
export const ExitOffer = () => (
  <dialog
    data-exit-offer
    aria-labelledby="exit-title"
    aria-describedby="exit-text"
    className="m-auto w-popup max-w-none rounded-m border border-line bg-surface p-7 pb-5 text-ink shadow-raised backdrop:bg-backdrop sm:p-9 sm:pb-6"
  >
    <p className="text-sm font-semibold text-accent">Antes de ir</p>
    <h2 id="exit-title" className="mt-1.5 pr-8 font-serif text-2xl leading-title font-medium tracking-tight">
      15 minutos, e você vê o Relato funcionar.
    </h2>
    <p id="exit-text" className="mt-3 text-base leading-relaxed text-ink-2">
      Uma demonstração guiada por vídeo, com as suas perguntas e a sua especialidade. Sem cartão e sem compromisso.
    </p>
    <div className="mt-6 flex flex-wrap gap-3">
      <a href="/contact?assunto=demonstracao" className={buttonClass('primary', 'lg')}>
        Pedir demonstração de 15 minutos
      </a>
      <a href="/demo" className={buttonClass('secondary', 'lg')}>
        Ver a demonstração agora
      </a>
    </div>
    <form method="dialog" className="mt-3">
      <button type="submit" className={`-ml-3.5 ${buttonClass('quiet')}`}>
        Agora não
      </button>
    </form>
    <form method="dialog" className="absolute top-3 right-3">
      <button type="submit" aria-label="Fechar" title="Fechar" className={buttonClass('quiet', 'md', true)}>
        <X aria-hidden className="size-4.5" />
      </button>
    </form>
  </dialog>
)
