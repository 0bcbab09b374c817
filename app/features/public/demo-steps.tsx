import { AudioLines, Captions, Check, type LucideIcon, Sparkles, UsersRound } from 'lucide-react'
import { DEMO_BAR_SECONDS } from '#domain/demo/demo.ts'

const steps: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  { title: 'Gravação', text: 'O microfone capta a conversa. O áudio fica guardado.', Icon: AudioLines },
  { title: 'Transcrição', text: 'O texto aparece enquanto se fala.', Icon: Captions },
  { title: 'Quem falou', text: 'Cada fala fica com médico ou paciente.', Icon: UsersRound },
  { title: 'Estruturação', text: 'A conversa vira registro, frase por frase.', Icon: Sparkles },
]

/** Four cards that show the running step and the finished ones. */
export const DemoSteps = () => (
  <ol className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4">
    {steps.map(({ title, text, Icon }, step) => (
      <li
        key={title}
        data-demo-step
        data-state="waiting"
        className="group/step grid grid-cols-label grid-rows-[auto_1fr_auto] items-center gap-x-3 gap-y-2 rounded-m border border-line bg-surface px-3.5 py-3 transition-colors duration-200 is-active:border-accent is-active:shadow-raised is-done:border-ok lg:p-4"
      >
        <span className="grid size-9 place-items-center rounded-full bg-sunken text-ink-3 group-is-active/step:bg-accent-soft group-is-active/step:text-accent group-is-done/step:bg-ok-soft group-is-done/step:text-ok">
          <Icon aria-hidden className="size-4.5 group-is-done/step:hidden" />
          <Check aria-hidden className="hidden size-4.5 group-is-done/step:block" />
        </span>
        <div className="flex items-baseline justify-between gap-2 lg:block">
          <h2 className="text-base font-semibold">{title}</h2>
          <p
            data-demo-label
            className="text-xs font-strong text-ink-3 group-is-active/step:text-accent group-is-done/step:text-ok"
          >
            Aguardando
          </p>
        </div>
        <p className="col-span-full hidden text-sm text-ink-2 sm:block self-start">{text}</p>
        <div
          role="progressbar"
          aria-label={`Progresso: ${title}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={0}
          className="col-span-full h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            data-demo-bar
            style={{ '--bar': `${DEMO_BAR_SECONDS[step]}s` } as React.CSSProperties}
            // A step may end before its bar is full: the minimum width completes it from its current width.
            className="h-full w-0 min-w-0 rounded-full group-is-active/step:w-full group-is-active/step:bg-accent group-is-active/step:transition-[width] group-is-active/step:duration-(--bar) group-is-active/step:ease-linear group-is-done/step:min-w-full group-is-done/step:bg-ok group-is-done/step:transition-[min-width] group-is-done/step:duration-200"
          />
        </div>
      </li>
    ))}
  </ol>
)
