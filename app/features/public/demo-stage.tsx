import {
  AudioLines,
  Captions,
  Check,
  Download,
  FileText,
  LoaderCircle,
  type LucideIcon,
  Play,
  RotateCcw,
  Sparkles,
  UsersRound,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { formatDate } from '#app/lib/format.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { consultation, heardLines, speakerAt } from '#domain/demo/consultation.ts'
import { DEMO_AI_STEP, DEMO_BAR_SECONDS, DEMO_STEPS } from '#domain/demo/demo.ts'
import { CODE_BY, type Proved, sampleDiagnosis, sampleRecord } from '#domain/demo/sample-record.ts'

/** Everything the demonstration shows, in its state before the start. Script: script/site.ts. */
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

const steps: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  { title: 'Gravação', text: 'O microfone capta a conversa. O áudio fica guardado.', Icon: AudioLines },
  { title: 'Transcrição', text: 'O texto aparece enquanto se fala.', Icon: Captions },
  { title: 'Quem falou', text: 'Cada fala fica com médico ou paciente.', Icon: UsersRound },
  { title: 'Estruturação', text: 'A conversa vira registro, frase por frase.', Icon: Sparkles },
]

const DemoSteps = () => (
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

/** Heights of the drawn sound wave. */
const sound = [10, 18, 12, 26, 34, 20, 14, 30, 38, 24, 16, 28, 36, 18, 12, 24, 32, 20, 14, 10]

/** The live transcript of the demonstration: a line becomes final when the next one begins. */
const DemoTranscript = () => (
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

const speakers = {
  doctor: { name: 'Médico', color: 'text-doctor' },
  patient: { name: 'Paciente', color: 'text-patient' },
} as const

/** Ends with the note that this was an excerpt, and with the conversation behind the record. */
const DemoConversation = () => (
  <Card data-demo-from={DEMO_STEPS} className="mt-4 hidden px-4 py-4 data-shown:block noscript:block">
    <p className="text-sm text-ink-2">
      Trecho: {heardLines.length} das {consultation.length} falas desta consulta de exemplo.
    </p>
    <details>
      <summary className="mt-1 inline-flex min-h-11 cursor-pointer items-center rounded-s text-sm font-strong text-accent underline underline-offset-2">
        Ver a conversa inteira
      </summary>
      <ol className="mt-1 flex flex-col gap-3 border-t border-line pt-3.5">
        {consultation.map(({ at, speaker, text }) => (
          <li key={at}>
            <p className="text-xs">
              <b className={cx('font-semibold', speakers[speaker].color)}>{speakers[speaker].name}</b>{' '}
              <span className="text-ink-3">{at}</span>
            </p>
            <p className="text-base leading-normal">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  </Card>
)

const { anamnese, exame_fisico: exam, diagnostico, conduta, doctor, patientName, startTime } = sampleRecord

type Entries = readonly (readonly [name: string, sentences: readonly Proved[]])[]
const before: readonly (readonly [title: string, entries: Entries])[] = [
  [
    'Anamnese',
    [
      ['Queixa principal', anamnese.queixa_principal],
      ['História da doença atual', anamnese.hda],
      ['História pregressa', anamnese.hpp],
      ['História familiar', anamnese.hf],
    ],
  ],
  [
    'Exame físico',
    [
      ['Sinais vitais', exam.sinais_vitais],
      ['Geral', exam.geral],
      ['Cardiovascular', exam.cardiovascular],
    ],
  ],
]
const treatment: Entries = [
  ['Medicação', conduta.medicacao],
  ['Orientações', conduta.orientacoes],
]

/** The record at the end of the demonstration, laid out as a document; before that, its placeholder. */
const DemoRecord = () => (
  <section id="registro" aria-labelledby="demo-record" className="scroll-mt-24">
    <h2 id="demo-record" className="sr-only">
      Registro estruturado
    </h2>
    <div className="grid min-h-45 lg:min-h-85 place-items-center rounded-m border border-dashed border-line-strong p-8 text-center group-is-finished/demo:hidden noscript:hidden">
      <div className="max-w-measure-sm text-ink-3">
        <FileText aria-hidden className="mx-auto mb-2 size-7" />
        <p>O registro aparece aqui no fim: anamnese, exame físico, diagnóstico com CID e conduta.</p>
      </div>
    </div>
    <Card data-demo-from={DEMO_STEPS} className="hidden px-5 py-6 data-shown:block noscript:block sm:px-9 sm:py-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-line pb-5">
        <div>
          <p className="text-xs font-strong text-ink-3">Registro estruturado</p>
          <p className="mt-0.5 font-serif text-xl leading-tight font-semibold tracking-tight">{patientName}</p>
          <p className="mt-1 text-sm text-ink-2">
            {doctor.specialty} · {formatDate(startTime, 'America/Sao_Paulo')} · {doctor.name}
          </p>
        </div>
        <a
          href="/demonstracao/registro-exemplo.pdf"
          download="registro-exemplo.pdf"
          className={buttonClass('secondary', 'md')}
        >
          <Download aria-hidden className="size-4.5" />
          Exportar PDF
        </a>
      </header>
      <p className="mt-4 text-sm text-ink-2">Depois de cada frase, a fala que a comprova: quem falou, e quando.</p>
      {before.map(([title, entries]) => (
        <Part key={title} title={title} entries={entries} />
      ))}
      <Part title="Diagnóstico">
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className={text}>
            <Sentences of={[diagnostico.principal]} />
          </p>
          <Badge tone="accent">
            {sampleDiagnosis.system} {sampleDiagnosis.code}
          </Badge>
          <span className="text-sm text-ink-2">{CODE_BY}</span>
        </div>
      </Part>
      <Part title="Conduta" entries={treatment}>
        <Entry name="Exames">
          <ul className="list-disc pl-5 marker:text-ink-3">
            {conduta.exames.map((exam) => (
              <li key={exam.text} className="first-letter:uppercase">
                <Sentences of={[exam]} />
              </li>
            ))}
          </ul>
        </Entry>
      </Part>
      <p className="mt-6 border-t border-line pt-4 text-sm text-ink-3">
        Documento de exemplo: texto ilustrativo, escrito pela equipe do Relato. Em uso, o médico confere, corrige e
        assina antes de qualquer registro valer.
      </p>
    </Card>
  </section>
)

const text = 'max-w-measure-lg text-pretty font-serif text-md leading-relaxed sm:text-lg'

const Sentences = ({ of }: { of: readonly Proved[] }) =>
  of.map(({ text, at }) => (
    <Fragment key={text}>
      <span>{text}</span>
      {'\u00a0'}
      {at.map((time) => {
        const speaker = speakers[speakerAt(time)]
        return (
          <Fragment key={time}>
            <span className={cx('mr-1.5 font-sans text-xs font-strong whitespace-nowrap', speaker.color)}>
              {speaker.name} {time}
            </span>{' '}
          </Fragment>
        )
      })}
    </Fragment>
  ))

const Part = ({ title, entries = [], children }: { title: string; entries?: Entries; children?: ReactNode }) => (
  <section className="pt-6">
    <h3 className="text-base font-semibold">{title}</h3>
    {children}
    {entries.map(([name, sentences]) => (
      <Entry key={name} name={name}>
        <Sentences of={sentences} />
      </Entry>
    ))}
  </section>
)

const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="mt-3.5">
    <h4 className="mb-0.5 text-xs font-strong text-ink-3">{name}</h4>
    <div className={text}>{children}</div>
  </div>
)
