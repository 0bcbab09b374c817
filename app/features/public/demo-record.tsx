import { Download, FileText } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { formatDate } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { speakerAt } from '#domain/demo/consultation.ts'
import { DEMO_STEPS } from '#domain/demo/demo.ts'
import { CODE_BY, type Proved, sampleDiagnosis, sampleRecord } from '#domain/demo/sample-record.ts'
import { speakers } from './demo-conversation.tsx'

const { anamnese, exame_fisico: exam, diagnostico, conduta, doctor, patientName, startTime } = sampleRecord

/** The record at the end of the demonstration, laid out as a document; before that, its placeholder. */
export const DemoRecord = () => (
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
      <Part title="Anamnese">
        <Entry name="Queixa principal">
          <Sentences of={anamnese.queixa_principal} />
        </Entry>
        <Entry name="História da doença atual">
          <Sentences of={anamnese.hda} />
        </Entry>
        <Entry name="História pregressa">
          <Sentences of={anamnese.hpp} />
        </Entry>
        <Entry name="História familiar">
          <Sentences of={anamnese.hf} />
        </Entry>
      </Part>
      <Part title="Exame físico">
        <Entry name="Sinais vitais">
          <Sentences of={exam.sinais_vitais} />
        </Entry>
        <Entry name="Geral">
          <Sentences of={exam.geral} />
        </Entry>
        <Entry name="Cardiovascular">
          <Sentences of={exam.cardiovascular} />
        </Entry>
      </Part>
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
      <Part title="Conduta">
        <Entry name="Exames">
          <ul className="list-disc pl-5 marker:text-ink-3">
            {conduta.exames.map((exam) => (
              <li key={exam.text} className="first-letter:uppercase">
                <Sentences of={[exam]} />
              </li>
            ))}
          </ul>
        </Entry>
        <Entry name="Medicação">
          <Sentences of={conduta.medicacao} />
        </Entry>
        <Entry name="Orientações">
          <Sentences of={conduta.orientacoes} />
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="pt-6">
    <h3 className="text-base font-semibold">{title}</h3>
    {children}
  </section>
)

const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="mt-3.5">
    <h4 className="mb-0.5 text-xs font-strong text-ink-3">{name}</h4>
    <div className={text}>{children}</div>
  </div>
)
