import { retention } from '#domain/retention/rules.ts'
import { type ShownClaims, site, supportHours } from '#domain/site.ts'
import { plans, TRIAL_DAYS } from '#domain/subscription/plans.ts'
import { percentOf } from './closing.tsx'
import { LegalPage, LegalSection } from './legal-page.tsx'
import { priceIn } from './plan-cards.tsx'

const { company, support } = site
const reopenDays = retention.closedAccount.ms / 86_400_000
const Support = () => <a href={`mailto:${support.email.value}`}>{support.email.value}</a>

type Props = { updated: string; claims: ShownClaims }

export const TermsText = ({ updated, claims: { guaranteeDays, annualDiscount } }: Props) => (
  <LegalPage
    title="Termos de uso"
    intro="O que combinamos com quem usa o Relato, em linguagem direta."
    updated={updated}
  >
    <LegalSection id="quem-somos" title="Quem somos e o que é este contrato">
      <p>
        O Relato é oferecido por {company.name.value}, de {company.city.value}. Estes termos são o contrato entre a
        empresa e o médico ou a clínica que cria uma conta. Ao criar a conta, você declara que leu e aceita o que está
        aqui e na <a href="/privacy">Política de Privacidade</a>.
      </p>
      <p>
        O serviço é destinado a médicos com inscrição ativa em Conselho Regional de Medicina e a clínicas sob
        responsabilidade técnica de médico. Não é um serviço para pacientes.
      </p>
    </LegalSection>
    <LegalSection id="servico" title="O que o serviço faz">
      <p>
        O Relato grava a consulta pelo microfone do seu aparelho, transcreve a conversa, organiza o texto em seções de
        prontuário conforme a especialidade e liga cada frase às falas de onde ela saiu. Você revisa, edita, exporta e
        assina.
      </p>
      <p>
        O Relato não diagnostica, não prescreve, não sugere conduta e não substitui o seu julgamento. Recursos marcados
        com “em breve” ainda não fazem parte do serviço.
      </p>
    </LegalSection>
    <LegalSection id="conta" title="Sua conta">
      <ul>
        <li>Os dados do cadastro precisam ser verdadeiros e atuais. Para assinar um registro, o CRM é necessário.</li>
        <li>
          A conta é pessoal. Não compartilhe a senha nem deixe outra pessoa assinar em seu nome. Recomendamos ligar a
          verificação em duas etapas.
        </li>
        <li>
          O registro de acessos, nas configurações, mostra quem entrou e o que foi aberto. Se suspeitar de acesso
          indevido, troque a senha, o que encerra as outras sessões, e escreva para <Support />.
        </li>
      </ul>
    </LegalSection>
    <LegalSection id="teste" title={guaranteeDays === null ? 'Teste' : 'Teste e garantia'}>
      <p>
        Os planos pagos começam com {TRIAL_DAYS} dias de teste, uma vez por médico. O cartão pode ser informado até o
        fim do teste; sem ele, a assinatura não começa, nada é cobrado e a conta segue no plano Free.
      </p>
      {guaranteeDays !== null && (
        <p>
          Se você pagar e se arrepender, escreva para <Support /> em até {guaranteeDays} dias da primeira cobrança,
          mensal ou anual: devolvemos o valor inteiro pelo mesmo meio de pagamento. A garantia não reduz o direito de
          arrependimento do Código de Defesa do Consumidor, quando ele se aplica.
        </p>
      )}
    </LegalSection>
    <LegalSection id="planos" title="Planos, preços e cancelamento">
      <ul>
        <li>
          <b>Free:</b> sem cobrança, até {plans.free.consultations} consultas por mês. Consulta sem nenhuma fala não
          conta.
        </li>
        {[plans.pro, plans.clinica].map((plan) => (
          <li key={plan.id}>
            <b>{plan.name}:</b> {priceIn(plan, 'month')} ou {priceIn(plan, 'year')}
            {annualDiscount !== null && `, com ${percentOf(annualDiscount)} de desconto`}.
          </li>
        ))}
      </ul>
      <p>
        A assinatura se renova ao fim de cada período até ser cancelada. Você cancela nas configurações, a qualquer
        momento; o plano vale até o fim do período pago e depois a conta passa ao Free. Mudança de preço é avisada por
        email com pelo menos 30 dias e só vale a partir da renovação seguinte.
      </p>
      <p>
        Com a assinatura vencida, em atraso ou cancelada, valem os limites do Free. O que já existe nunca se fecha: o
        histórico, os registros, a exportação deles em PDF e texto e uma consulta em andamento continuam disponíveis.
      </p>
    </LegalSection>
    <LegalSection id="prontuario" title="O prontuário é seu, e a responsabilidade também">
      <p>
        Transcrição e estruturação podem errar. Antes de usar, salvar ou assinar um registro, leia-o e corrija-o. O
        registro assinado é um ato médico seu, sob as normas do Conselho Federal de Medicina.
      </p>
      <p>
        A assinatura feita no Relato é uma <b>assinatura eletrônica simples</b>: guarda quem assinou, quando e a
        impressão digital do conteúdo. Não é assinatura com certificado ICP-Brasil. Cabe a você verificar se o uso que
        dará ao documento pede outra.
      </p>
      <p>
        Receitas, atestados e outros documentos saem de um registro assinado e valem com a sua assinatura: à mão no
        papel, ou com o seu certificado ICP-Brasil no PDF, em programa seu. O Relato confere o PDF assinado que você
        traz de volta, mas não verifica se o certificado foi revogado. Confira cada documento antes de assinar. Quem tem
        o papel pode ver em nossa <a href="/verificar">página de conferência</a> se ele é verdadeiro e se foi cancelado:
        aparecem tipo, número, seu nome, CRM e data, quem assinou o PDF e quando, e nenhum dado do paciente.
      </p>
      <p>
        O resumo que você compartilha com o paciente por link é um texto seu: confira o que ele diz e para quem vai. O
        link abre com a data de nascimento, vale pelo prazo que você escolhe, e você pode retirar o acesso antes.
      </p>
      <p>
        Se você ligar a integração, o Relato envia o que você assina ao endereço que você informou, com os dados do
        paciente. Você escolhe o destino e responde por ele; o que chegou lá segue as regras do outro sistema, e remover
        a integração não apaga isso.
      </p>
      <p>
        Registros assinados não são alterados; correções entram como adendo. Prontuários são guardados por 20 anos a
        partir da última anotação do paciente, conforme a Lei 13.787/2018, e depois apagados. Os prazos de tudo o que
        guardamos estão na <a href="/privacy#prazos">Política de Privacidade</a>.
      </p>
    </LegalSection>
    <LegalSection id="ia" title="Uso de inteligência artificial">
      <p>
        O Relato usa inteligência artificial para transcrever e organizar o que foi dito. Conforme a Resolução CFM
        2.454/2026, você se compromete a:
      </p>
      <ul>
        <li>avisar o paciente antes de gravar e respeitar a recusa ou a desistência, a qualquer momento;</li>
        <li>na telemedicina, obter também o consentimento da Resolução CFM 2.314/2022;</li>
        <li>revisar pessoalmente todo texto antes que ele chegue ao paciente ou a terceiros;</li>
        <li>manter no documento a linha que registra o uso de IA.</li>
      </ul>
      <p>
        O Relato mostra o aviso, guarda a resposta e escreve a linha de uso de IA. Seus dados e os dos seus pacientes
        não são usados para treinar ou melhorar modelos.
      </p>
    </LegalSection>
    <LegalSection id="uso" title="Uso aceitável">
      <p>Não é permitido:</p>
      <ul>
        <li>gravar alguém sem aviso ou contra a vontade;</li>
        <li>usar o serviço fora do cuidado em saúde ou para fim ilegal;</li>
        <li>tentar alcançar dados de outros médicos, burlar limites ou sobrecarregar o serviço;</li>
        <li>revender ou copiar o serviço sem acordo escrito.</li>
      </ul>
      <p>
        Podemos suspender uma conta que ponha pacientes, outros médicos ou o serviço em risco. Avisamos antes, salvo
        urgência, e os prontuários continuam acessíveis ao responsável, na forma da lei.
      </p>
    </LegalSection>
    <LegalSection id="disponibilidade" title="Disponibilidade e suporte">
      <p>
        Trabalhamos para que o serviço esteja sempre no ar, mas ele depende de internet, do seu aparelho e de
        fornecedores, e pode parar. Por isso o áudio espera no aparelho até ser guardado. Para começar uma consulta é
        preciso conexão; tenha sempre como registrar à mão.
      </p>
      <p>
        O suporte atende por <Support /> e {support.phone.value.shown}: {supportHours}.
      </p>
    </LegalSection>
    <LegalSection id="responsabilidade" title="Limites de responsabilidade">
      <p>
        Respondemos pelos danos que causarmos por falha nossa, na forma da lei. Não respondemos por decisão clínica, por
        registro assinado sem revisão, por falha do aparelho ou da rede do usuário, nem por uso contrário a estes
        termos.
      </p>
      <p>
        Onde a lei permitir, nossa responsabilidade por danos materiais se limita ao que você pagou nos doze meses
        anteriores ao fato. Esse limite não vale para dolo, culpa grave, direitos do consumidor ou tratamento de dados
        pessoais em desacordo com a LGPD.
      </p>
    </LegalSection>
    <LegalSection id="propriedade" title="De quem é o quê">
      <p>
        O conteúdo das consultas é do médico e do paciente; o prontuário pertence ao paciente e fica sob guarda do
        médico ou da instituição. O programa, a marca e os textos do Relato são da empresa. Você nos autoriza a tratar o
        conteúdo apenas para prestar o serviço.
      </p>
    </LegalSection>
    <LegalSection id="encerramento" title="Encerramento">
      <p>
        Você encerra a conta nas configurações, quando quiser, depois de finalizar a consulta que estiver aberta. A
        assinatura é cancelada na hora. Durante {reopenDays} dias ainda é possível entrar para reabrir a conta ou levar
        os seus dados; depois, apagamos o que nenhuma lei manda guardar.
      </p>
      <p>
        Os prontuários de consultas finalizadas ficam guardados pelo prazo legal, com o seu nome, CRM, especialidade e
        email. Depois que a conta é apagada, peça um deles a <Support />: é entregue a quem tem o direito ou o dever de
        tê-lo.
      </p>
    </LegalSection>
    <LegalSection id="mudancas" title="Mudanças, lei e foro">
      <p>
        Mudanças relevantes nestes termos são avisadas por email com pelo menos 30 dias. Se não concordar, você pode
        encerrar a conta antes que passem a valer.
      </p>
      <p>
        Vale a lei brasileira. Fica eleito o foro da comarca de {company.city.value.split(',')[0]}, sem prejuízo do foro
        que a lei garantir ao usuário.
      </p>
    </LegalSection>
  </LegalPage>
)
