import { Download, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DEMO_STEPS } from '#domain/demo/demo.ts'
import { sampleDiagnosis, sampleRecord } from '#domain/record/sample.ts'

const { anamnese, exame_fisico: exam, conduta, doctor, patientName, startTime } = sampleRecord

/** The record the demonstration ends with, set as the document it is; before that, the place it will take. */
export const DemoRecord = () => (
  <section id="registro" aria-labelledby="demo-record" className="scroll-mt-24">
    <h2 id="demo-record" className="sr-only">
      Registro estruturado
    </h2>
    <div className="grid min-h-[180px] lg:min-h-[340px] place-items-center rounded-m border border-dashed border-line-strong p-8 text-center group-data-[state=finished]/demo:hidden noscript:hidden">
      <div className="max-w-[34ch] text-ink-3">
        <FileText aria-hidden className="mx-auto mb-2 size-7" />
        <p>O registro aparece aqui no fim: anamnese, exame físico, diagnóstico com CID e conduta.</p>
      </div>
    </div>
    <Card data-demo-from={DEMO_STEPS} className="hidden px-5 py-6 data-shown:block noscript:block sm:px-9 sm:py-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-line pb-5">
        <div>
          <p className="text-[13px] font-[550] text-ink-3">Registro estruturado</p>
          <p className="mt-0.5 font-serif text-[24px] leading-tight font-semibold tracking-[-.01em]">{patientName}</p>
          <p className="mt-1 text-[14px] text-ink-2">
            {doctor.specialty} · {formatDate(startTime, 'America/Sao_Paulo')} · {doctor.name}
          </p>
        </div>
        <a
          href="/demonstracao/registro-exemplo.pdf"
          download="registro-exemplo.pdf"
          className={buttonClass('secondary', 'md')}
        >
          <Download aria-hidden className="size-[18px]" />
          Exportar PDF
        </a>
      </header>
      <Part title="Anamnese">
        <Entry name="Queixa principal">
          <span className="rounded-s bg-accent-soft shadow-[0_0_0_3px_var(--accent-soft)]">
            {anamnese.queixa_principal}
          </span>
          <span className="mt-2 block font-sans text-[13.5px] text-ink-2">
            Comprovada pela fala do <b className="font-semibold text-patient">Paciente</b> às 00:06.
          </span>
        </Entry>
        <Entry name="História da doença atual">{anamnese.hda}</Entry>
        <Entry name="História pregressa">{anamnese.hpp}</Entry>
        <Entry name="História familiar">{anamnese.hf}</Entry>
      </Part>
      <Part title="Exame físico">
        <Entry name="Sinais vitais">{exam.sinais_vitais}</Entry>
        <Entry name="Geral">{exam.geral}</Entry>
        <Entry name="Cardiovascular">{exam.cardiovascular}</Entry>
      </Part>
      <Part title="Diagnóstico">
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className={text}>{sampleDiagnosis.text}</p>
          <Badge tone="accent">
            {sampleDiagnosis.system} {sampleDiagnosis.code}
          </Badge>
        </div>
      </Part>
      <Part title="Conduta">
        <Entry name="Exames">
          <ul className="list-disc pl-5 marker:text-ink-3">
            {conduta.exames.map((exam) => (
              <li key={exam} className="first-letter:uppercase">
                {exam}
              </li>
            ))}
          </ul>
        </Entry>
        <Entry name="Medicação">{conduta.medicacao}</Entry>
        <Entry name="Orientações">{conduta.orientacoes}</Entry>
      </Part>
      <p className="mt-6 border-t border-line pt-4 text-[13.5px] text-ink-3">
        Texto preparado com apoio de inteligência artificial. No Relato, o médico confere, corrige e assina antes de
        qualquer registro valer.
      </p>
    </Card>
  </section>
)

const text = 'max-w-[70ch] text-pretty font-serif text-[17px] leading-[1.58] sm:text-[18px]'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="pt-6">
    <h3 className="text-[15px] font-semibold">{title}</h3>
    {children}
  </section>
)

const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="mt-3.5">
    <h4 className="mb-0.5 text-[13px] font-[550] text-ink-3">{name}</h4>
    <div className={text}>{children}</div>
  </div>
)
