import { Facts, Points } from '#app/features/public/benefits.tsx'
import { Closing } from '#app/features/public/closing.tsx'
import { type Matched, organizationData, pageMeta } from '#app/features/public/page-meta.ts'
import { PageHead, Section, SectionHead, TextLink } from '#app/features/public/section.tsx'
import { useVisit } from '#app/features/public/ways-in.ts'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Sobre · Relato',
    description:
      'Por que fizemos o Relato: um registro de consulta em que toda frase tem prova, nenhum áudio se perde e quem assina é o médico. Conheça os princípios.',
    path: '/about',
    data: [organizationData()],
  })

const principles = [
  [
    'Prova atrás de cada frase',
    'Um texto bonito e errado é pior do que texto nenhum. Por isso cada frase do registro guarda as falas de onde veio, e quem lê confere em segundos.',
  ],
  [
    'Nada se perde',
    'A consulta acontece uma vez. A fila de envio só se apaga depois que o servidor confirma que guardou, e o áudio só sai do servidor quando a transcrição está a salvo.',
  ],
  [
    'Recusar é melhor do que inventar',
    'Seção sobre a qual ninguém falou fica vazia. Diagnóstico, código e conduta são do médico: o Relato não sugere nenhum.',
  ],
  [
    'O médico decide e assina',
    'Toda frase sem prova precisa ser vista antes da assinatura. Depois dela, o registro não muda: correções entram como adendo, com autor e hora.',
  ],
  [
    'O paciente sabe',
    'Antes da primeira palavra gravada, você lê ao paciente o aviso de uso de IA, e ele pode recusar sem prejuízo. A resposta fica guardada.',
  ],
  [
    'Dizer o que falta',
    'Recurso que ainda não existe leva “em breve”. A assinatura do registro é eletrônica simples, não ICP-Brasil. Preferimos perder uma venda a explicar depois.',
  ],
] as const

const safety = [
  ['Cifrado', 'A conexão é sempre cifrada, e o que espera no seu aparelho também.'],
  ['Separado', 'Cada médico só alcança os próprios pacientes, em cada acesso.'],
  ['Registrado', 'Quem leu ou mudou um dado de paciente fica anotado, com data e hora.'],
  ['Sem terceiros na tela', 'Nenhum rastreador, nenhum anúncio, nenhum script de fora.'],
  ['Sem treino', 'O que você grava não é usado para melhorar modelos de IA.'],
  ['Por 20 anos', 'Prontuários ficam guardados pelo prazo da Lei 13.787/2018.'],
] as const

export default function About() {
  const { ways, signedIn, claims } = useVisit()
  return (
    <>
      <PageHead title={'Consulta é conversa. O\u00a0resto é trabalho\u00a0nosso.'}>
        O Relato nasceu de uma cena comum: o paciente fala, o médico olha para o teclado. Fizemos uma transcrição que
        corre enquanto vocês conversam e um registro que você confere frase por frase.
      </PageHead>
      <div className="mx-auto max-w-page px-5 sm:px-6">
        <Facts claims={claims} />
      </div>
      <Section className="grid gap-x-14 lg:grid-cols-4-8">
        <SectionHead title="Por que existe" />
        <div className="flex max-w-measure-lg flex-col gap-5 font-serif text-lg leading-relaxed text-pretty">
          <p>
            Quem atende o dia inteiro conhece a conta: cada consulta termina duas vezes. Uma quando o paciente sai,
            outra quando o prontuário fica pronto, muitas vezes à noite.
          </p>
          <p>
            Ferramentas que escrevem sozinhas já existem. O que faltava era poder confiar nelas. Um resumo que acerta
            quase sempre obriga o médico a reler tudo, ou a torcer. Nenhuma das duas coisas serve para um documento que
            fica guardado por vinte anos.
          </p>
          <p>
            Então começamos pela prova. Primeiro a fala, depois a frase, e entre as duas uma ligação que qualquer um
            pode seguir. É mais difícil de fazer. É o único jeito que assinaríamos.
          </p>
        </div>
      </Section>
      <Section sunken>
        <SectionHead title="Do que não abrimos mão" />
        <Points points={principles} of="ol" />
      </Section>
      <Section className="grid gap-x-14 lg:grid-cols-4-8">
        <SectionHead title="Segurança e lei">
          {claims.laws && `${claims.laws.figure}, `}CFM 2.454/2026, CFM 2.314/2022 e Lei 13.787/2018. O detalhe está em{' '}
          <TextLink to="/privacy">Privacidade</TextLink> e nos <TextLink to="/terms">Termos</TextLink>.
        </SectionHead>
        <dl className="border-t border-line">
          {safety.map(([name, text]) => (
            <div key={name} className="grid gap-x-6 border-b border-line py-4 sm:grid-cols-term-l">
              <dt className="font-serif text-lg font-medium">{name}</dt>
              <dd className="text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {!signedIn && <Closing ways={ways} claims={claims} />}
    </>
  )
}
