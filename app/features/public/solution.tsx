import type { ReactNode } from 'react'
import { useSettings } from '#app/lib/settings.ts'
import { cx } from '#app/ui/cx.ts'

type Step = { title: string; text: string; points: readonly string[]; picture: PictureName; phone?: PictureName }

const steps: readonly Step[] = [
  {
    title: 'Converse. O texto aparece sozinho.',
    text: 'Escolha o paciente, leia o aviso de uso de IA e comece. A transcrição corre enquanto vocês falam, e você acompanha de longe se está gravando.',
    points: [
      'Médico e paciente em cada linha, para corrigir com um toque',
      'No consultório ou por telemedicina',
      'Pausa quando precisar, pelo teclado ou com o polegar',
    ],
    picture: 'consultation',
    phone: 'consultation-phone',
  },
  {
    title: 'Confira. Cada frase mostra de onde veio.',
    text: 'Ao finalizar, confirme a especialidade. A conversa se organiza nas seções do prontuário, e o que precisa do seu olhar vem marcado.',
    points: [
      'Toque em uma frase e leia as falas que a sustentam',
      'Aviso quando número, remédio, lado ou alergia não bate',
      'O que foi dito e ficou fora do registro, à parte',
    ],
    picture: 'record',
  },
  {
    title: 'Assine. E encontre de novo.',
    text: 'Edite como um documento, copie o texto para o seu prontuário, exporte em PDF e assine. Cada consulta fica no histórico do paciente.',
    points: [
      'Um texto único, pronto para colar',
      'PDF que leitores de tela entendem, com o registro de uso de IA',
      'Busca por paciente e por contexto clínico',
    ],
    picture: 'history',
  },
]

export function Solution() {
  return (
    <ol className="flex flex-col gap-16 lg:gap-24">
      {steps.map((step, at) => (
        <li key={step.title} className="grid items-center gap-8 lg:grid-cols-5-8 lg:gap-14 lg:even:grid-cols-8-5">
          <div className={cx(at % 2 === 1 && 'lg:order-2')}>
            <p aria-hidden className="mb-3 font-serif text-lg text-accent">
              {at + 1}
            </p>
            <h3 className="font-serif text-xl leading-tight font-medium tracking-tight text-balance lg:text-2xl">
              {step.title}
            </h3>
            <p className="mt-3 text-md text-pretty text-ink-2">{step.text}</p>
            <ul className="mt-5 flex flex-col gap-2">
              {step.points.map((point) => (
                <Point key={point}>{point}</Point>
              ))}
            </ul>
          </div>
          <div className="relative">
            <ProductPicture name={step.picture} className={cx(step.phone && 'max-sm:hidden')} />
            {step.phone && (
              <ProductPicture
                name={step.phone}
                className="mx-auto max-w-note rounded-xl! sm:absolute sm:-bottom-8 sm:-left-6 sm:w-1/4 xl:-left-12"
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

const Point = ({ children }: { children: ReactNode }) => (
  <li className="relative pl-5 before:absolute before:top-3 before:left-0 before:h-px before:w-2.5 before:bg-accent">
    {children}
  </li>
)

const screen = { width: 1280, height: 800 }
const pictures = {
  consultation: {
    ...screen,
    alt: 'Tela da consulta: à esquerda a paciente e o gravador; à direita a transcrição, com médico e paciente em cada linha.',
  },
  record: {
    ...screen,
    alt: 'Tela do registro: seções do prontuário com o grau de confiança e as falas que sustentam uma frase.',
  },
  history: { ...screen, alt: 'Tela do histórico: lista de consultas com paciente, tipo, data e registro.' },
  'consultation-phone': {
    width: 390,
    height: 844,
    alt: 'A consulta no celular: a transcrição na tela e o gravador embaixo, ao alcance do polegar.',
  },
}
type PictureName = keyof typeof pictures

type Props = { name: PictureName; className?: string }

/** A picture of the product, made by `npm run pictures`, in the theme that the page is shown in. */
function ProductPicture({ name, className }: Props) {
  const { theme } = useSettings().interface
  const { width, height, alt } = pictures[name]
  const address = (shown: 'light' | 'dark') => `/pictures/${name}-${shown}.webp`
  return (
    <picture
      style={{ aspectRatio: `${width} / ${height}` }}
      className={cx(
        'block w-full rounded-m border border-line bg-sunken shadow-picture',
        '[content-visibility:auto]',
        className,
      )}
    >
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={address('dark')} />}
      <img
        src={address(theme === 'dark' ? 'dark' : 'light')}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="size-full rounded-m object-cover"
      />
    </picture>
  )
}
