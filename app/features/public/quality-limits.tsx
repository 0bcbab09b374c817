import { readFigures } from '#domain/quality/figures.ts'
import type { ShownClaims } from '#domain/site.ts'
import { Points } from './benefits.tsx'

const never = [
  [
    'Nenhum médico julgou os registros',
    'Quem leu e deu nota foram leitores automáticos no papel do médico. Até um médico com CRM ler e julgar, estes números são uma estimativa.',
  ],
  [
    'Nenhuma consulta real',
    'As conversas foram escritas para o teste, por autores automáticos que receberam um roteiro. Nenhum paciente existe. A fala de um consultório é mais solta, e o resultado pode ser pior.',
  ],
  [
    'Nenhum modelo de linguagem',
    'Os registros medidos saíram do modo sem modelo. O texto de um modelo de linguagem em uso no site nunca foi medido: por isso a confiança dele nunca passa de “Média”.',
  ],
  [
    'Nenhum reconhecimento de fala em sala com ruído',
    'Não medimos quantas palavras o reconhecedor erra, com ruído, sotaque, máscara ou microfone longe. Os testes usam voz sintética e um reconhecedor que só conhece as frases do teste.',
  ],
  [
    'Nenhuma internet de verdade',
    'As falhas de rede e de servidor foram provocadas em um computador, com tudo dentro dele. Nada foi medido em uma conta da Cloudflare, em 4G nem no Wi-Fi de um hospital.',
  ],
  [
    'Nenhum minuto poupado',
    'Não sabemos quanto tempo o Relato economiza, nem quanto o médico corrige até assinar. Também não medimos efeito sobre o cuidado do paciente.',
  ],
] as const

/** The limits of the figures: they weigh as much as the figures. */
export const NeverMeasured = () => <Points points={never} />

/** The company's claim beside the figures, where an environment shows it. */
export const ClaimNote = ({ claims: { accuracy } }: { claims: ShownClaims }) =>
  accuracy && (
    <p className="mt-10 max-w-measure-lg border-l-2 border-warn pl-5 text-md text-pretty text-ink-2">
      O site também mostra “{accuracy.figure} {accuracy.of}”. Esse número é declarado pela empresa e não saiu de nenhuma
      medição desta página.
    </p>
  )

/** The days of the first and the last measurement: 23/11/2026. */
export function measuredDays(): readonly [first: string, last: string] {
  const days = Object.values(readFigures())
    .map(({ date }) => date)
    .sort()
  const shown = (day = '') => day.split('-').reverse().join('/')
  return [shown(days[0]), shown(days.at(-1))]
}
