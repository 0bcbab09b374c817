import { CircleAlert, PenLine, Quote } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import { specialtyLabels } from '#domain/record/specialty.ts'
import type { ShownClaims } from '#domain/site.ts'
import { MeasuredLine } from './quality-figures.tsx'

const benefits = [
  [
    'O áudio não se perde',
    'Caiu a internet, fechou a aba, acabou a bateria: a gravação fica cifrada no seu aparelho e sobe quando voltar. O servidor só diz que recebeu depois de guardar.',
  ],
  [
    'Cada frase tem prova',
    'Toque em uma frase do registro e leia as falas que a sustentam. No aparelho que gravou, ouça o trecho.',
  ],
  [
    'Recusa em vez de invenção',
    'O que ninguém disse não entra sem você ver. Seção sem conteúdo fica vazia, e o código da CID é sempre seu.',
  ],
  [
    'Feito para a lei daqui',
    'Aviso ao paciente com a resposta guardada, registro do uso de IA, assinatura do médico e guarda por 20 anos.',
  ],
  [
    'Conferência que não cansa',
    'Regras fixas comparam registro e conversa: negação, número, medicamento, lado, parentesco e alergia. Dão sempre o mesmo resultado.',
  ],
  [
    'Sai do jeito que você usa',
    'Texto único para colar no seu prontuário, PDF para o paciente ou para o arquivo, transcrição em texto.',
  ],
] as const

type Point = readonly [title: string, text: string]

/** Points with a title, in columns. */
export const Points = ({ points, of: List = 'ul' }: { points: readonly Point[]; of?: 'ul' | 'ol' }) => (
  <List className="grid gap-x-10 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
    {points.map(([title, text]) => (
      <li key={title} className="border-t-2 border-accent pt-5">
        <h3 className="mb-2 font-serif text-xl leading-tight font-medium">{title}</h3>
        <p className="text-pretty text-ink-2">{text}</p>
      </li>
    ))}
  </List>
)

export const Benefits = () => <Points points={benefits} />

export function Specialties() {
  return (
    <ul className="grid gap-px overflow-hidden rounded-m border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      {Object.values(specialtyLabels).map(({ title, description }) => (
        <li key={title} className="bg-surface p-5">
          <p className="font-serif text-lg font-medium">{title}</p>
          <p className="mt-1 text-sm text-ink-2">{description}</p>
        </li>
      ))}
      <li className="bg-surface p-5">
        <p className="font-serif text-lg font-medium">Outra área?</p>
        <p className="mt-1 text-sm text-ink-2">O modelo de Clínica Geral atende, e está no plano Free.</p>
      </li>
    </ul>
  )
}

const marks = [
  {
    Icon: Quote,
    look: 'text-accent',
    name: 'Dita na consulta',
    sentence: 'Cefaleia na nuca ao acordar, cerca de três vezes por semana.',
    why: 'Aponta as falas de onde saiu, com o minuto de cada uma.',
  },
  {
    Icon: PenLine,
    look: 'text-patient',
    name: 'Escrita por você',
    sentence: 'Fundo de olho sem alterações.',
    why: 'É sua. O Relato só avisa se ela contradiz o que foi dito.',
  },
  {
    Icon: CircleAlert,
    look: 'text-warn',
    name: 'Sem prova',
    sentence: 'Nega alergias.',
    why: 'Ninguém disse isso. O registro não é assinado antes de você olhar.',
  },
] as const

/** The three kinds of sentence a record is made of: always an icon and words, never colour alone. */
export function ProofMarks() {
  return (
    <ul className="grid gap-5 lg:grid-cols-3">
      {marks.map(({ Icon, look, name, sentence, why }) => (
        <li key={name} className="flex flex-col rounded-l border border-line bg-surface p-6">
          <p className={`flex items-center gap-2 text-sm font-semibold ${look}`}>
            <Icon aria-hidden className="size-4" />
            {name}
          </p>
          <p className="mt-3 grow font-serif text-xl leading-snug text-balance">“{sentence}”</p>
          <p className="mt-5 border-t border-line pt-4 text-ink-2">{why}</p>
        </li>
      ))}
    </ul>
  )
}

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

/** Figures that the company claims. Where the accuracy is hidden, a line with what was measured replaces it. */
export function Facts({ claims }: { claims: ShownClaims }) {
  const { doctors, consultations, accuracy, satisfaction, laws } = claims
  const links = new Map([
    [laws?.figure, '/privacy#hipaa'],
    [accuracy?.figure, '/qualidade'],
  ])
  const facts = [doctors, consultations, accuracy, satisfaction, laws].filter((fact) => fact !== null)
  return (
    <>
      {facts.length > 0 && (
        <dl className="grid grid-cols-2 border-y border-line md:auto-cols-auto md:grid-flow-col md:grid-cols-none">
          {facts.map(({ figure, of }) => (
            <div
              key={figure}
              className="flex flex-col-reverse justify-end border-line py-5 max-md:odd:pr-4 max-md:even:border-l max-md:even:pl-5 max-md:not-nth-[-n+2]:border-t md:py-7 md:not-first:border-l md:not-first:pl-4 lg:not-first:pl-6 max-md:last:odd:col-span-2"
            >
              <dt className="text-sm text-ink-2">
                {links.has(figure) ? (
                  <a
                    href={links.get(figure)}
                    className="underline decoration-line-strong underline-offset-2 hover:text-ink"
                  >
                    {of}
                  </a>
                ) : (
                  of
                )}
              </dt>
              <dd className="font-serif text-xl leading-tight font-medium tracking-tighter whitespace-nowrap lg:text-2xl">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {accuracy === null && <MeasuredLine alone={facts.length === 0} />}
    </>
  )
}
