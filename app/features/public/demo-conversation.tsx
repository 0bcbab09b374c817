import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { consultation, heardLines } from '#domain/demo/consultation.ts'
import { DEMO_STEPS } from '#domain/demo/demo.ts'

export const speakers = {
  doctor: { name: 'Médico', color: 'text-doctor' },
  patient: { name: 'Paciente', color: 'text-patient' },
} as const

/** Ends with the note that this was an excerpt, and with the conversation behind the record. */
export const DemoConversation = () => (
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
