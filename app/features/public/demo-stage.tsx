import { Play, RotateCcw } from 'lucide-react'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { DemoConversation } from './demo-conversation.tsx'
import { DemoRecord } from './demo-record.tsx'
import { DemoSteps } from './demo-steps.tsx'
import { DemoTranscript } from './demo-transcript.tsx'

/** Everything the demonstration shows, in its state before the start. Script: script/demo.ts. */
export const DemoStage = () => (
  <div data-demo data-state="idle" className="group/demo">
    <div data-demo-stage className="scroll-mt-20">
      <div className="mb-5 flex flex-wrap items-center gap-2.5 noscript:hidden">
        {/* The script enables it. */}
        <button
          type="button"
          disabled
          data-demo-start
          className={cx(buttonClass('primary', 'lg'), 'max-sm:px-4 disabled:cursor-default disabled:opacity-55')}
        >
          <Play aria-hidden className="size-4.5" />
          Iniciar Demonstração
        </button>
        <button type="button" data-demo-reset className={cx(buttonClass('secondary', 'lg'), 'max-sm:px-4')}>
          <RotateCcw aria-hidden className="size-4.5" />
          Reiniciar
        </button>
        <p role="status" data-demo-told className="text-sm font-strong text-ink-2" />
      </div>
      <noscript>
        <p className="mb-5 rounded-m border border-line bg-accent-soft px-4 py-3">
          Sem JavaScript a demonstração não se move: abaixo estão um trecho da consulta de exemplo, a conversa inteira e
          o registro, com as falas que comprovam cada frase.
        </p>
      </noscript>
      <DemoSteps />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-5-7 lg:gap-5">
        <div className="lg:sticky lg:top-24">
          <DemoTranscript />
          <DemoConversation />
        </div>
        <DemoRecord />
      </div>
    </div>
  </div>
)
