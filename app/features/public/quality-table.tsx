import { Plus } from 'lucide-react'
import { type Figure, type FigureName, readFigures } from '#domain/quality/figures.ts'
import { errorLabels } from './quality-errors.ts'
import { shownNumber, shownSet, shownValue } from './quality-figures.tsx'

const errorNames = Object.fromEntries(
  Object.entries(errorLabels).map(([kind, [label]]) => [`caught-${kind}`, `Avisos: ${label.toLowerCase()}`]),
) as Record<Extract<FigureName, `caught-${string}`>, string>

const names: Record<FigureName, string> = {
  consultations: 'Consultas de teste',
  lines: 'Falas nessas consultas',
  'facts-found': 'Fatos no registro',
  'critical-found': 'Fatos críticos no registro',
  'facts-placed': 'Fatos na seção certa',
  'facts-cited': 'Fatos que apontam a fala certa',
  'facts-found-plain': 'Fatos no registro, transcrição sem pontuação',
  'facts-found-unlabelled': 'Fatos no registro, sem saber quem falou',
  'false-claims': 'Afirmações falsas no registro',
  'ideal-written': 'Frases do registro ideal que foram escritas',
  length: 'Tamanho do registro, comparado ao ideal',
  'sentences-judged': 'Frases com julgamento',
  'sentences-stay': 'Frases que podem ficar',
  'sentences-anew': 'Frases a reescrever',
  'sentences-wrong': 'Frases erradas',
  'sentences-high': 'Frases com Alta Confiança',
  'errors-caught': 'Erros sutis com aviso',
  'ideal-doubted': 'Frases certas com aviso sem motivo',
  'planted-caught': 'Erros plantados com aviso',
  ...errorNames,
  'blind-found': 'Fatos no registro, consultas reservadas',
  'blind-critical': 'Fatos críticos no registro, consultas reservadas',
  'blind-false': 'Afirmações falsas, consultas reservadas',
  'blind-caught': 'Erros sutis com aviso, consultas reservadas',
  'blind-doubted': 'Frases certas com aviso sem motivo, consultas reservadas',
  'faults-lost': 'Áudio que não virou texto, sob falhas',
  'faults-doubled': 'Falas duplicadas, sob falhas',
  'faults-silent': 'Falhas que a tela escondeu',
  'browser-lost': 'Áudio que não virou texto, no navegador (pior caso)',
  'browser-silent': 'Falhas que a tela escondeu, no navegador',
  'first-words': 'Do som à primeira palavra na tela',
  'frame-delay': 'Espera somada a cada pedaço de áudio',
  'frames-lost': 'Pedaços de áudio perdidos',
  'late-answers': 'Confirmações atrasadas do servidor',
}

const withSpread = (figure: Figure): string =>
  figure.least === undefined || figure.most === undefined
    ? shownValue(figure)
    : `${shownValue(figure)} (${shownNumber(figure.least)} a ${shownNumber(figure.most)})`

const head = ['Número', 'Valor', 'Medido em', 'Dia', 'Comando', 'Versão'] as const

/** Every figure with what it takes to measure it again. On a phone each row becomes a paragraph. */
export function EveryFigure() {
  const all = Object.entries(readFigures()) as [FigureName, Figure][]
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3.5 font-serif text-lg leading-snug font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
        Ver os {all.length} números com dia, comando e versão
        <Plus
          aria-hidden
          className="size-5 shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-45"
        />
      </summary>
      <table className="mb-6 w-full border-collapse text-left text-sm max-md:block">
        <caption className="sr-only">Todos os números, com o que é preciso para medir de novo</caption>
        <thead className="max-md:sr-only">
          <tr className="border-b border-line-strong">
            {head.map((name) => (
              <th key={name} scope="col" className="py-2 pr-4 align-bottom font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {all.map(([name, figure]) => (
            <tr key={name} className="border-line align-top not-last:border-b max-md:block max-md:py-3">
              <th scope="row" className="py-2.5 pr-4 font-strong max-md:block max-md:py-0.5">
                {names[name]}
              </th>
              <td className="py-2.5 pr-4 whitespace-nowrap max-md:block max-md:py-0.5">{withSpread(figure)}</td>
              {[shownSet(figure), figure.date.split('-').reverse().join('/'), figure.command, figure.commit].map(
                (text) => (
                  <td key={text} className="py-2.5 pr-4 text-ink-2 max-md:block max-md:py-0.5">
                    {text}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
