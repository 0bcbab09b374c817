import { cx } from '#app/ui/cx.ts'
import { lazily } from '#domain/lazily.ts'
import { type Figure, type FigureName, readFigures } from '#domain/quality/figures.ts'
import { TextLink } from './section.tsx'

const numbers = lazily(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 }))
/** 3.065 */
export const shownNumber = (value: number): string => numbers().format(value)

const after: Record<Figure['unit'], string> = { percent: '%', count: '', ratio: '', ms: ' ms', seconds: ' s' }
/** 64%, or 157 ms. */
export const shownValue = ({ value, unit }: Figure): string => shownNumber(value) + after[unit]
export const shownFigure = (name: FigureName): string => shownValue(readFigures()[name])
export const sizeOf = (name: FigureName): string => shownNumber(readFigures()[name].size)

const onSet: Record<Figure['set'], string> = {
  consultations: 'consultas de teste',
  facts: 'fatos',
  'critical-facts': 'fatos críticos',
  'found-facts': 'fatos encontrados',
  'false-statements': 'afirmações falsas procuradas',
  'ideal-sentences': 'frases do registro ideal',
  'ideal-words': 'palavras do registro ideal',
  'written-sentences': 'frases escritas',
  'judged-sentences': 'frases julgadas',
  'subtle-errors': 'erros sutis',
  'planted-errors': 'erros plantados',
  'blind-consultations': 'consultas reservadas',
  'blind-errors': 'erros sutis, reservados',
  'blind-sentences': 'frases ideais, reservadas',
  'simulated-faults': 'consultas simuladas com falhas',
  'browser-faults': 'consultas com falha no navegador',
  'onsets-of-speech': 'inícios de fala',
  rooms: 'consultas simultâneas',
}
/** 899 fatos */
export const shownSet = ({ set, size }: Figure): string => `${shownNumber(size)} ${onSet[set]}`

type Bar = { name: FigureName; label: string; note?: string }

/** Shares as bars: each has its label and its value as text, so the bar itself is silent. */
export function Bars({ bars, sized = false }: { bars: readonly Bar[]; sized?: boolean }) {
  const figures = readFigures()
  return (
    <dl className="border-t border-line">
      {bars.map(({ name, label, note }) => (
        <div key={name} className="grid items-center gap-x-6 gap-y-2 border-b border-line py-4 md:grid-cols-5-7">
          <dt>
            <span className="font-strong">{label}</span>
            {note && <span className="block text-sm text-ink-2">{note}</span>}
          </dt>
          <dd className="flex items-center gap-4">
            <span aria-hidden className="h-3 grow overflow-hidden rounded-full bg-line">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${figures[name].value}%` }} />
            </span>
            <span className="w-24 shrink-0 text-right">
              <span className="font-serif text-xl leading-tight font-medium">{shownValue(figures[name])}</span>
              {sized && <span className="block text-sm text-ink-2">de {sizeOf(name)}</span>}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const parts = [
  ['sentences-stay', 'Pode ficar como está', 'Certa e bem escrita, ou no máximo supérflua.', 'bg-accent'],
  ['sentences-anew', 'Precisa ser reescrita', 'O fato existe, a frase não serve para um prontuário.', 'bg-patient'],
  ['sentences-wrong', 'Errada', 'Diz algo diferente do que foi dito na consulta.', 'bg-ink'],
] as const

/** The verdicts on the sentences of the notes, as one bar with its legend. */
export function Verdicts() {
  const figures = readFigures()
  return (
    <div>
      <div aria-hidden className="flex h-10 gap-1 overflow-hidden rounded-m">
        {parts.map(([name, , , look]) => (
          <span key={name} className={look} style={{ width: `${figures[name].value}%` }} />
        ))}
      </div>
      <dl className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-3">
        {parts.map(([name, label, text, look]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt>
              <span className="font-strong">{label}</span>
              <span className="mt-1 block text-sm text-ink-2">{text}</span>
            </dt>
            <dd className="flex items-center gap-2.5 font-serif text-2xl leading-tight font-medium tracking-tight">
              <span aria-hidden className={cx('size-3 rounded-xs', look)} />
              {shownFigure(name)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Figures that answer one question each, side by side. */
export const KeyFigures = ({ figures }: { figures: readonly (readonly [name: FigureName, text: string])[] }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-y border-line py-7 lg:grid-cols-4">
    {figures.map(([name, text]) => (
      <div key={name} className="flex flex-col-reverse justify-end">
        <dt className="mt-1 text-sm text-ink-2">{text}</dt>
        <dd className="font-serif text-2xl leading-tight font-medium tracking-tighter lg:text-3xl">
          {shownFigure(name)}
        </dd>
      </div>
    ))}
  </dl>
)

/** A short line with what was measured, for where an unconfirmed claim is hidden. */
export const MeasuredLine = ({ alone }: { alone: boolean }) => (
  <p className={cx('border-b border-line py-5 text-ink-2', alone && 'border-t')}>
    Medido em {shownFigure('consultations')} consultas de teste, sem modelo de linguagem: {shownFigure('facts-found')}{' '}
    dos fatos ditos chegaram ao registro. <TextLink to="/qualidade">O que medimos, e o que não</TextLink>
  </p>
)
