import { Plus } from 'lucide-react'
import { DATA_EXPORT_FORMATS } from '#domain/data-export/names.ts'
import { type ShownClaims, site } from '#domain/site.ts'
import { TRIAL_DAYS } from '#domain/subscription/plans.ts'
import { shownFigure } from './quality-figures.tsx'
import { TextLink } from './section.tsx'

/** The browser's own disclosure: keyboard, find-in-page and no script. */
export function Faq({ entries }: { entries: readonly FaqEntry[] }) {
  return (
    <div className="border-t border-line">
      {entries.map(({ question, answer, more }) => (
        <details key={question} className="group border-b border-line">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3.5 font-serif text-lg leading-snug font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
            <h3>{question}</h3>
            <Plus
              aria-hidden
              className="size-5 shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-45"
            />
          </summary>
          <p className="max-w-measure-lg pr-8 pb-6 leading-relaxed text-pretty text-ink-2">
            {answer}
            {more && (
              <>
                {' '}
                <TextLink to={more[0]}>{more[1]}</TextLink>
              </>
            )}
          </p>
        </details>
      ))}
    </div>
  )
}

const MEASURED = ['/qualidade', 'O que medimos, e o que não'] as const

/** `more`: a link after the answer. */
type FaqEntry = { question: string; answer: string; more?: readonly [to: string, name: string] }

/** Plain text, shared by the page and its structured data. A question about a claim appears only with the claim. */
export const faqEntries = ({ accuracy, guaranteeDays }: ShownClaims): readonly FaqEntry[] => [
  {
    question: 'O paciente precisa autorizar?',
    answer:
      'Precisa ser avisado e pode recusar, como manda a Resolução CFM 2.454/2026. Antes de gravar, o Relato mostra o aviso para você ler e guarda a resposta, com data e hora. Se o paciente recusar ou desistir no meio, nada mais é gravado e você digita o registro.',
  },
  {
    question: 'Onde ficam os dados dos meus pacientes?',
    answer:
      'Na infraestrutura da Cloudflare, que não promete guardar dados só no Brasil: eles podem ficar em outros países, sobretudo nos Estados Unidos. O áudio é apagado do servidor quando a consulta termina; a cópia no seu aparelho fica cifrada por no máximo sete dias. Nada do que você grava treina modelos de IA. A página de Privacidade diz quem trata cada dado e em que países.',
  },
  {
    question: 'Posso confiar no que ele escreve?',
    answer:
      'Confira sempre: todo sistema de reconhecimento de fala erra, e ruído e sotaque pesam. Por isso cada frase do registro aponta as falas de onde saiu, e o que não tem fala por trás vem marcado. Conferências fixas avisam quando número, medicamento, lado, negação ou alergia não batem com a conversa. Quem revisa e assina é você.',
  },
  {
    question: 'E se a internet cair no meio da consulta?',
    answer:
      'A gravação continua. O áudio fica cifrado no seu aparelho até o servidor confirmar que guardou, e a transcrição alcança a conversa quando a conexão volta. Para começar uma consulta é preciso estar conectado.',
  },
  {
    question: 'Quais especialidades têm modelo próprio?',
    answer:
      'Clínica Geral, Cardiologia, Pediatria, Psiquiatria, Neurologia, Ortopedia, Emergência e Ginecologia, além da consulta de retorno. O modelo de Clínica Geral serve às demais e está em todos os planos; os outros fazem parte do Pro e do Clínica.',
  },
  {
    question: 'O registro pode sair do meu jeito?',
    answer:
      'Pode, em qualquer plano. Você cola uma nota sua e o Relato lê os títulos e a ordem dela, no seu aparelho, sem guardar a nota; ou monta o modelo à mão, a partir do padrão ou de SOAP. Há textos fixos por seção, frases por atalho e palavras preferidas, que só entram onde a frase continua dizendo o que foi dito. O modelo vale para os próximos registros e vai de uma conta a outra num arquivo. O Relato ainda não imita o tamanho nem o tom das suas frases.',
  },
  {
    question: 'Funciona em telemedicina?',
    answer:
      'Sim. Ao escolher telemedicina, o aviso inclui o consentimento que a Resolução CFM 2.314/2022 pede, e o documento impresso diz que o atendimento foi a distância. O Relato ouve pelo microfone do aparelho: deixe a voz do paciente sair pelo alto-falante.',
  },
  {
    question: `Preciso de cartão para testar por ${TRIAL_DAYS} dias?`,
    answer: `Não. Você usa o plano escolhido por ${TRIAL_DAYS} dias e o cartão pode esperar até o fim do teste. Sem cartão, a assinatura não começa, nada é cobrado e sua conta segue no Free, com tudo o que você já registrou.`,
  },
  accuracy ? aboutAccuracy(accuracy.figure) : aboutMeasured(),
  {
    question: 'Como cancelo?',
    answer:
      'Nas configurações, quando quiser, sem falar com ninguém. Seus registros continuam abertos para consulta e exportação no plano Free.',
  },
  ...(guaranteeDays ? [aboutGuarantee(guaranteeDays)] : []),
  {
    question: 'A assinatura do registro vale como assinatura digital?',
    answer:
      'É uma assinatura eletrônica simples: guarda quem assinou, quando e a impressão digital (SHA-256) do conteúdo. Não é um certificado ICP-Brasil. Se o seu serviço exige um, exporte o PDF e assine com o seu certificado.',
  },
  {
    question: 'O Relato faz receita e atestado?',
    answer:
      'Sim, em qualquer plano, a partir de um registro assinado: receita simples e de antimicrobiano, pedido de exames, encaminhamento, atestado, declaração de comparecimento, relatório e orientações ao paciente. O Relato preenche com o que está no registro, diz o que falta e avisa de alergias. O PDF sai com número e código de conferência, para imprimir e assinar à mão, ou para assinar com o seu certificado ICP-Brasil no programa que você já usa: traga o PDF de volta e o Relato confere a assinatura. Não verifica revogação e ainda não emite receita de controle especial.',
  },
  {
    question: 'O Relato se integra ao meu prontuário eletrônico?',
    answer:
      'Nos planos Pro e Clínica, sim, se o outro sistema puder receber: o Relato envia cada registro que você assina, com adendos e documentos, por webhook assinado em JSON, ou como documento FHIR R4. Não há conexão pronta com uma marca de prontuário: quem opera o sistema informa o endereço. Em qualquer plano, “Copiar por campos” leva o texto para os campos dele, inclusive os quatro do e-SUS PEC.',
  },
  {
    question: 'Consigo tirar meus registros daqui? Por quanto tempo ficam guardados?',
    answer: `Cada registro pode ser copiado ou exportado em PDF e texto; nos planos Pro e Clínica, também em DOCX, HTML, Markdown, JSON e FHIR R4. Em Configurações você leva tudo de uma vez, em ${DATA_EXPORT_FORMATS}, em qualquer plano. Prontuários ficam guardados por 20 anos a partir da última anotação, como manda a Lei 13.787/2018: um registro assinado não se apaga nem se reescreve, recebe adendos.`,
  },
]

const aboutAccuracy = (figure: string): FaqEntry => ({
  question: `De onde vêm os ${figure} de precisão?`,
  answer:
    'É um número declarado pela própria empresa, não uma promessa sobre a sua consulta: ruído, sotaque e microfone mudam o resultado. Por isso cada médico confere o registro antes de assinar.',
  more: MEASURED,
})

const aboutMeasured = (): FaqEntry => ({
  question: 'O Relato já foi medido?',
  answer: `Em parte. Em ${shownFigure('consultations')} consultas de teste, sem modelo de linguagem, ${shownFigure('facts-found')} dos fatos ditos chegaram ao registro, e as conferências avisaram de ${shownFigure('errors-caught')} dos erros sutis. Nenhuma consulta era real e nenhum médico julgou os registros.`,
  more: MEASURED,
})

const aboutGuarantee = (days: number): FaqEntry => ({
  question: `Como funciona a garantia de ${days} dias?`,
  answer: `Se o Relato não servir para você, escreva para ${site.support.email.value} em até ${days} dias da primeira cobrança, mensal ou anual, e devolvemos o valor inteiro.`,
})

/** Questions about payment, for the page of prices. */
export const planQuestions = (claims: ShownClaims): readonly FaqEntry[] => [
  ...faqEntries(claims).filter(({ question }) => /cartão|cancelo|garantia/.test(question)),
  {
    question: 'O que acontece quando o Free chega a 5 consultas?',
    answer:
      'Você continua abrindo, editando e exportando tudo o que já fez; só não começa outra consulta até o mês virar. Uma consulta em andamento nunca é interrompida, e consulta sem nenhuma fala não conta.',
  },
  {
    question: 'Posso mudar de plano depois?',
    answer:
      'Pode, nos dois sentidos. Nenhum registro se perde na troca: o que você já fez continua aberto em qualquer plano.',
  },
  {
    question: 'O que significa “em breve”?',
    answer: 'Que o recurso está prometido e ainda não existe. Marcamos para que você decida pelo que já funciona hoje.',
  },
]
