import { useSettings } from '#app/lib/settings.ts'
import { cx } from '#app/ui/cx.ts'

const pictures = {
  consultation: {
    width: 1280,
    height: 800,
    alt: 'Tela da consulta: à esquerda a paciente e o gravador; à direita a transcrição, com médico e paciente em cada linha.',
  },
  record: {
    width: 1280,
    height: 800,
    alt: 'Tela do registro: seções do prontuário com o grau de confiança e as falas que sustentam uma frase.',
  },
  history: {
    width: 1280,
    height: 800,
    alt: 'Tela do histórico: lista de consultas com paciente, tipo, data e registro.',
  },
  'consultation-phone': {
    width: 390,
    height: 844,
    alt: 'A consulta no celular: a transcrição na tela e o gravador embaixo, ao alcance do polegar.',
  },
} as const
export type PictureName = keyof typeof pictures

type Props = { name: PictureName; className?: string }

/** A picture of the product, made by `npm run pictures`, in the theme that the page is shown in. */
export function ProductPicture({ name, className }: Props) {
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
