import { LoaderCircle } from 'lucide-react'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { heardLines } from '#domain/demo/consultation.ts'
import { DEMO_AI_STEP } from '#domain/demo/demo.ts'
import { speakers } from './demo-conversation.tsx'

/** Heights of the drawn sound wave. */
const sound = [10, 18, 12, 26, 34, 20, 14, 30, 38, 24, 16, 28, 36, 18, 12, 24, 32, 20, 14, 10]

/** The live transcript of the demonstration: a line becomes final when the next one begins. */
export const DemoTranscript = () => (
  <Card className="flex min-h-75 lg:min-h-85 flex-col overflow-hidden" role="region" aria-labelledby="demo-transcript">
    <div className="flex items-center gap-3 border-b border-line px-4 py-3">
      <h2 id="demo-transcript" className="text-base font-semibold">
        Transcrição
      </h2>
      <span className="ml-auto flex items-center gap-2 text-sm font-semibold text-ink-2 group-is-running/demo:text-rec">
        <span className="size-2.25 rounded-full border border-current group-is-running/demo:bg-current" />
        <span data-demo-status>Aguardando início</span>
      </span>
    </div>
    <div
      aria-hidden
      className="flex h-16 items-center justify-center gap-0.75 border-b border-line bg-sunken text-line-strong group-is-running/demo:text-accent"
    >
      {sound.map((height, n) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
          key={n}
          style={{ height, animationDelay: `${-n * 190}ms` }}
          className="w-1 scale-y-25 rounded-full bg-current group-is-running/demo:animate-sound"
        />
      ))}
    </div>
    <div className="relative flex-1 px-2 py-3">
      <p className="absolute inset-x-4 top-6 text-center text-sm text-ink-3 group-is-running/demo:hidden group-is-finished/demo:hidden noscript:hidden">
        As falas aparecem aqui, com o nome de quem falou.
      </p>
      {heardLines.map(({ speaker, at, text }, n) => (
        <div
          key={at}
          data-demo-from={n + 1}
          data-demo-settled={n + 2}
          className="group/line hidden grid-cols-label gap-x-3 gap-y-0.5 px-2.5 py-(--line-pad) transition-colors duration-200 data-shown:grid noscript:grid sm:grid-cols-line-demo sm:items-baseline"
        >
          <span className="text-xs text-ink-3 max-sm:col-start-2 max-sm:row-start-1">{at}</span>
          <b className={cx('text-xs font-semibold', speakers[speaker].color)}>{speakers[speaker].name}</b>
          <p className="text-(length:--line-text) leading-normal text-ink-3 group-data-final/line:text-ink max-sm:col-span-full noscript:text-ink">
            {text}
            <span
              aria-hidden
              className="ml-1 inline-block h-4 w-2 rounded-xs bg-accent align-[-2px] opacity-55 group-data-final/line:hidden noscript:hidden"
            />
          </p>
        </div>
      ))}
      <p
        data-demo-from={DEMO_AI_STEP}
        className="mx-2.5 mt-3 hidden items-center gap-2.5 rounded-s bg-accent-soft px-3 py-2.5 text-sm font-strong text-accent data-shown:flex"
      >
        <LoaderCircle aria-hidden className="size-4.5 shrink-0 animate-spin group-is-finished/demo:hidden" />
        <span className="group-is-finished/demo:hidden">IA processando a transcrição…</span>
        <span className="hidden group-is-finished/demo:inline">
          IA processou a transcrição.{' '}
          <a href="#registro" className="underline underline-offset-2">
            Ver o registro
          </a>
        </span>
      </p>
    </div>
  </Card>
)
