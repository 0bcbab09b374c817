import { Quote } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'

const lines = [
  ['Médico', 'Dor de cabeça, tontura, alteração na visão?'],
  ['Paciente', 'Tontura não. Dor de cabeça na nuca, quando acordo, umas três vezes na semana.'],
  ['Médico', 'E a losartana, está tomando todo dia?'],
  ['Paciente', 'Quando lembro. Tem dia que esqueço.'],
] as const
const CITED = 1

/** The product at a glance, as text: no image to load. */
export function HeroCard() {
  return (
    <div
      role="img"
      aria-label="Exemplo: quatro falas de uma consulta em andamento e, abaixo, as frases que elas comprovam no registro feito depois de finalizar"
      className="overflow-hidden rounded-l border border-line bg-surface shadow-picture"
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4.5 py-3.5 text-sm font-semibold">
        <span className="size-2.25 rounded-full bg-rec" />
        Consulta em andamento
        <span className="ml-auto font-medium text-ink-3">12:47</span>
      </div>
      <div className="py-2.5">
        {lines.map(([who, text], at) => (
          <div key={text} className="grid grid-cols-term-s gap-3 px-4.5 py-2 text-base sm:grid-cols-term-s">
            <b className={cx('pt-0.5 text-xs font-semibold', who === 'Médico' ? 'text-doctor' : 'text-patient')}>
              {who}
            </b>
            <span>{at === CITED ? <Proven>{text}</Proven> : text}</span>
          </div>
        ))}
      </div>
      <div className="border-t border-line bg-sunken px-4.5 py-4">
        <span className="mb-1 block text-xs font-strong text-ink-3">
          Depois de finalizar · História da Doença Atual
        </span>
        <p className="font-serif text-md leading-relaxed">
          <Proven>Cefaleia na nuca ao acordar, cerca de três vezes por semana.</Proven> Nega tontura. Em uso irregular
          de losartana.
        </p>
        <p className="mt-3 flex items-center gap-2 text-xs font-medium text-accent">
          <Quote aria-hidden className="size-3.5 shrink-0" />
          Prova: fala do paciente aos 12:31
        </p>
      </div>
    </div>
  )
}

const Proven = ({ children }: { children: string }) => (
  <span className="rounded-s bg-accent-soft box-decoration-clone ring-2 ring-accent-soft">{children}</span>
)
