import { Closing } from '#app/features/public/closing.tsx'
import { type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { errorBars } from '#app/features/public/quality-errors.ts'
import {
  Bars,
  KeyFigures,
  shownFigure,
  shownSet,
  shownValue,
  sizeOf,
  Verdicts,
} from '#app/features/public/quality-figures.tsx'
import { ClaimNote, measuredDays, NeverMeasured } from '#app/features/public/quality-limits.tsx'
import { EveryFigure } from '#app/features/public/quality-table.tsx'
import { PageHead, Section, SectionHead } from '#app/features/public/section.tsx'
import { useVisit } from '#app/features/public/ways-in.ts'
import { readFigures } from '#domain/quality/figures.ts'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Qualidade · Relato',
    description:
      'O que foi medido no Relato, sobre o quê e como: fatos, frases, erros sutis, áudio e fala. E o que nunca foi medido, dito com todas as letras.',
    path: '/qualidade',
  })

const factBars = [
  { name: 'facts-found', label: 'Fatos que estão no registro' },
  { name: 'critical-found', label: 'Só os fatos críticos', note: 'os que mudam a conduta se faltarem' },
  { name: 'facts-placed', label: 'Na seção certa' },
  { name: 'facts-found-plain', label: 'Com a transcrição sem pontuação' },
  { name: 'facts-found-unlabelled', label: 'Sem saber quem falou' },
  { name: 'blind-found', label: 'Em quatro consultas reservadas', note: 'ninguém que faz o Relato leu estas' },
] as const

const keyFigures = [
  ['facts-found', 'dos fatos ditos estão no registro'],
  ['sentences-stay', 'das frases podem ficar como estão'],
  ['errors-caught', 'dos erros sutis recebem aviso'],
  ['faults-lost', 'de áudio perdidos nas falhas simuladas'],
] as const

const note = 'mt-6 max-w-measure-lg text-pretty text-ink-2'
const prose = 'flex max-w-measure-lg flex-col gap-4 text-md leading-relaxed text-pretty text-ink-2'

export default function Quality() {
  const { ways, signedIn, claims } = useVisit()
  const [first, last] = measuredDays()
  return (
    <>
      <PageHead title={'O que medimos, e\u00a0o\u00a0que\u00a0não'}>
        Um registro clínico não pode pedir confiança cega, e um número também não. Aqui estão os que temos, bons e
        ruins: sobre o que foram medidos, como e quando. Medições de {first} a {last}.
      </PageHead>
      <div className="mx-auto max-w-page px-5 sm:px-6">
        <KeyFigures figures={keyFigures} />
      </div>
      <Section className="grid gap-x-14 lg:grid-cols-4-8">
        <SectionHead title="Antes de ler os números" />
        <div className={prose}>
          <p>
            Medimos <b className="font-semibold text-ink">{shownFigure('consultations')} consultas de teste</b>, com{' '}
            {shownFigure('lines')} falas ao todo, de oito especialidades, presenciais e a distância. Cada uma foi
            escrita para o teste e traz a lista dos fatos que um bom registro deve conter, um registro ideal e erros que
            um leitor deixaria passar. O Relato não aprendeu com elas, mas alguns de seus limites foram ajustados pelo
            resultado: os números saem um pouco melhores do que seriam.
          </p>
          <p>
            Os registros foram escritos <b className="font-semibold text-ink">sem modelo de linguagem</b>. É o modo mais
            simples do Relato, usado quando não há modelo ou quando o modelo falha. As conferências e a gravação são as
            mesmas nos dois modos.
          </p>
        </div>
      </Section>
      <Facts />
      <Notes />
      <Errors />
      <Voice />
      <Section sunken>
        <SectionHead title="O que nunca foi medido">
          Estas ausências pesam tanto quanto os números. Enquanto existirem, confira cada frase antes de assinar.
        </SectionHead>
        <NeverMeasured />
        <ClaimNote claims={claims} />
      </Section>
      <Section>
        <SectionHead title="Para medir de novo">
          Cada número guarda o comando que o mediu e a versão do programa. Quem tem o código repete a conta, menos a das
          consultas reservadas.
        </SectionHead>
        <EveryFigure />
      </Section>
      {!signedIn && <Closing ways={ways} claims={claims} />}
    </>
  )
}

const Facts = () => (
  <Section sunken>
    <SectionHead title="O que foi dito chega ao registro?">
      Um programa procura no registro cada fato da consulta: sintoma, dose, alergia, conduta.
    </SectionHead>
    <Bars bars={factBars} />
    <p className={note}>
      Dos fatos encontrados, {shownFigure('facts-cited')} apontam a fala em que foram ditos. De {sizeOf('false-claims')}{' '}
      afirmações falsas que procuramos, como um remédio só cogitado que aparece em uso, {shownFigure('false-claims')}{' '}
      estavam nos registros.
    </p>
  </Section>
)

function Notes() {
  const { 'sentences-anew': anew, 'sentences-wrong': wrong } = readFigures()
  const tenths = Math.round((anew.value + wrong.value) / 10)
  return (
    <Section>
      <SectionHead title="O texto está pronto para assinar?">
        Ainda não. De cada 10 frases, {tenths} pedem a mão do médico.
      </SectionHead>
      <Verdicts />
      <p className={note}>
        Leitores automáticos, no papel do médico que assina, julgaram {sizeOf('sentences-stay')} frases, ou{' '}
        {shownFigure('sentences-judged')} das que o Relato escreve hoje nessas consultas. Só chamamos de “Alta
        Confiança” a frase que estaria certa em pelo menos 97 de 100 casos: {shownFigure('sentences-high')} delas chegam
        lá. O registro tem {shownFigure('length')} vez o tamanho do ideal e diz {shownFigure('ideal-written')} das
        frases dele.
      </p>
    </Section>
  )
}

function Errors() {
  const { consultations, 'errors-caught': caught } = readFigures()
  return (
    <Section sunken>
      <SectionHead title="Que erros as conferências percebem?">
        Erros sutis são frases que soam bem e dizem outra coisa. Há cerca de{' '}
        {Math.round(caught.size / consultations.value)} por consulta de teste.
      </SectionHead>
      <Bars bars={errorBars()} sized />
      <p className={note}>
        Ao todo, {shownValue(caught)} dos {sizeOf('errors-caught')} erros recebem aviso, e{' '}
        {shownFigure('ideal-doubted')} das frases certas também, sem motivo. Nas quatro consultas reservadas:{' '}
        {shownFigure('blind-caught')} dos erros e {shownFigure('blind-doubted')} das frases certas.
      </p>
      <p className={note}>
        Erros grosseiros recebem aviso em {shownFigure('planted-caught')} dos casos. Um programa os faz ao trocar um
        número, um lado, um remédio ou uma negação, e o Relato aprendeu com erros iguais em outras consultas.
      </p>
    </Section>
  )
}

const voice = [
  [
    'faults-lost',
    'de áudio gravado que não virou texto, com internet cortada, aba fechada, servidor derrubado, reconhecedor parado ou com defeito, disco cheio e aparelho dormindo. Não conta o quarto de segundo que uma aba leva consigo quando morre.',
  ],
  ['faults-silent', 'vezes em que a tela disse que estava tudo bem e não estava.'],
  [
    'browser-lost',
    'de áudio perdido, no pior caso, quando a aba ou o navegador de verdade é derrubado no meio da gravação.',
  ],
  [
    'first-words',
    'entre o som no microfone e a primeira palavra na tela, fora o tempo do reconhecedor. Mil ms são um segundo.',
  ],
  ['frames-lost', 'pedaços de áudio perdidos com muitas consultas gravando ao mesmo tempo.'],
] as const

const Voice = () => (
  <Section className="grid gap-x-14 lg:grid-cols-4-8">
    <SectionHead title="O áudio chega inteiro?">
      Com falhas provocadas de propósito, em um computador, com voz e reconhecedor de teste.
    </SectionHead>
    <dl className="border-t border-line">
      {voice.map(([name, text]) => (
        <div key={name} className="grid items-baseline gap-x-6 border-b border-line py-5 sm:grid-cols-term-l">
          <dt className="text-ink-2 order-2">
            {text} <span className="block text-sm">Em {shownSet(readFigures()[name])}.</span>
          </dt>
          <dd className="font-serif text-2xl leading-tight font-medium tracking-tight">{shownFigure(name)}</dd>
        </div>
      ))}
    </dl>
  </Section>
)
