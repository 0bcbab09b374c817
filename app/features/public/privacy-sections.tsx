import { SECOND_STEP_MS } from '#domain/account/second-factor.ts'
import { DATA_EXPORT_FORMATS } from '#domain/data-export/names.ts'
import { retention } from '#domain/retention/rules.ts'
import { site } from '#domain/site.ts'
import { MOST_EARLIER } from '#domain/speech/limits.ts'
import { LegalPage, LegalSection, LegalTable } from './legal-page.tsx'
import { COPIES_KEPT_DAYS, processors, RECOVERABLE_DAYS } from './processors.ts'

const { company, contactKeptDays } = site
const dataOfficer = company.dataOfficer.value
const Officer = () => <a href={`mailto:${dataOfficer}`}>{dataOfficer}</a>

const bases = [
  ['Prestar o serviço ao médico: conta, planos, suporte', 'Execução de contrato (art. 7º, V)'],
  ['Cobrar e emitir documentos fiscais', 'Contrato e obrigação legal (art. 7º, II e V)'],
  ['Proteger contas e investigar abuso', 'Legítimo interesse e segurança (art. 7º, IX; art. 11, II, g)'],
  ['Tratar dados de pacientes por conta do médico', 'Tutela da saúde (art. 11, II, f)'],
  ['Guardar prontuários', 'Obrigação legal (art. 11, II, a; Lei 13.787/2018)'],
  ['Responder a quem escreve', 'Procedimentos a pedido do titular e legítimo interesse (art. 7º, V e IX)'],
] as const

const DAY_MS = 86_400_000
const daysOf = (ms: number): number => ms / DAY_MS

const contact = {
  what: 'Mensagem enviada pela página de contato',
  kept: `${contactKeptDays} dias`,
  why: 'para responder',
  ms: contactKeptDays * DAY_MS,
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** Longest retention first. */
const retentionRows = [...Object.values(retention), contact]
  .sort((a, b) => b.ms - a.ms)
  .map(({ what, kept, why }) => [what, `${capital(kept)}. ${capital(why)}.`])

export const PrivacyText = ({ updated }: { updated: string }) => (
  <LegalPage
    title="Política de privacidade"
    intro="O que fazemos com os seus dados e com os dos seus pacientes, sem letra miúda."
    updated={updated}
  >
    <LegalSection id="papeis" title="Quem decide sobre os dados">
      <p>
        {company.name.value}, de {company.city.value}, é <b>controladora</b> dos dados da sua conta: cadastro,
        assinatura, mensagens e segurança.
      </p>
      <p>
        Sobre os dados dos pacientes, o controlador é o médico ou a clínica. Nós somos <b>operadores</b>: tratamos esses
        dados só para prestar o serviço e segundo as instruções de quem atende.
      </p>
    </LegalSection>
    <LegalSection id="dados" title="Quais dados tratamos">
      <ul>
        <li>
          <b>Do médico:</b> nome, email, senha (guardada só como hash), CRM, RQE, CPF (se informado), especialidade,
          telefone, endereço profissional, plano e, se você a ligar, a verificação em duas etapas. As preferências ficam
          no seu navegador.
        </li>
        <li>
          <b>Palavras que o médico corrigiu na transcrição:</b> as {MOST_EARLIER} mais recentes ficam na conta dele,
          para que o reconhecimento as espere nas próximas consultas. Não dizem de que consulta vieram, e nomes dos
          pacientes dele não entram. O médico as vê e remove nas configurações.
        </li>
        <li>
          <b>Do paciente:</b> nome, contexto clínico e, se você preencher, identificação (nascimento, sexo, nome da mãe,
          naturalidade, endereço, CPF, telefone).
        </li>
        <li>
          <b>Da consulta:</b> áudio enquanto ela dura, transcrição, registro e suas versões, assinatura, adendos e a
          resposta do paciente ao aviso de IA e de gravação. Sem o aceite dele nada é gravado; se ele desiste, o áudio
          ainda não transcrito é descartado.
        </li>
        <li>
          <b>Do resumo por link:</b> quando o médico compartilha um resumo com o paciente, guardamos o texto, a validade
          do link e cada acesso ou tentativa, com hora, navegador e rede, sem o final do endereço. O link abre só com a
          data de nascimento, é bloqueado depois de cinco erros, e o médico pode retirar o acesso. Se ele usar o email
          do paciente, o endereço serve só para esse envio.
        </li>
        <li>
          <b>De segurança:</b> as sessões abertas, com endereço IP e navegador, e o registro de acessos: quem leu, mudou
          ou exportou o quê, quando e de que rede, sem o final do endereço. Os registros técnicos do sistema não contêm
          nomes nem texto clínico.
        </li>
        <li>
          <b>De pagamento:</b> quem processa é a Stripe. O número do cartão não passa por nós nem fica conosco.
        </li>
        <li>
          <b>De quem nos escreve:</b> nome, email, especialidade e a mensagem. Não envie dados de pacientes por ali.
        </li>
      </ul>
    </LegalSection>
    <LegalSection id="finalidades" title="Para quê, e com que base legal">
      <LegalTable head={['Finalidade', 'Base na LGPD']} rows={bases} />
    </LegalSection>
    <LegalSection id="ia" title="Inteligência artificial">
      <p>
        <b>Quem reconhece a fala:</b> o navegador do médico, no próprio aparelho, ou um modelo no servidor, que recebe o
        áudio e, com ele, palavras que deve esperar: termos médicos, os que o médico corrigiu e, conforme o servidor,
        medicamentos, alergias e doenças do paciente. O nome do paciente só vai a um servidor da própria clínica. Quando
        é o aparelho, o modelo do servidor reconhece só os trechos que ele deixou escapar. Como proteção contra falhas,
        o áudio vai também ao servidor, se o médico não desligou isso nas configurações: o servidor apaga cada trecho
        que já virou texto e de que não precisa mais, e o resto no fim da consulta. O navegador baixa o português uma
        vez, de quem o fabrica.
      </p>
      <p>
        Outro modelo organiza o texto: antes, trocamos por marcas os nomes do paciente, da mãe e do médico, CPF,
        telefone, endereço e data de nascimento do cadastro, onde o programa os reconhece. O restante do que foi falado
        na consulta é enviado. Nenhuma decisão sobre o paciente é tomada por máquina: o médico revisa e assina.
      </p>
      <p>
        <b>Não usamos dados de consultas para treinar ou melhorar modelos</b>, nossos ou de terceiros.
      </p>
    </LegalSection>
    <LegalSection id="aparelho" title="O que fica no seu aparelho">
      <p>
        Para que nada se perca, o áudio espera cifrado no navegador até o servidor confirmar que o guardou. Uma gravação
        local, também cifrada, permite ouvir de novo uma fala: é apagada quando o registro é assinado, quando o paciente
        desiste, ou depois de {daysOf(retention.localRecording.ms)} dias, assim que o Relato for aberto. O rascunho da
        nova consulta e o que você ainda não salvou num registro ficam cifrados do mesmo modo.
      </p>
      <p>
        <b>Depois de sair</b>, o que estava cifrado continua cifrado ali até ser enviado ou vencer, e só abre com a sua
        conta: a chave vem do servidor a cada entrada. Ao sair com áudio ainda não enviado, o Relato avisa antes. Quem
        usar o mesmo navegador pode ver que há algo guardado e de que tamanho, não o conteúdo nem nomes. Encerrar a
        conta apaga o que está ali, menos o áudio que só existe nesse aparelho. Use um aparelho seu, com senha.
      </p>
    </LegalSection>
    <LegalSection id="prazos" title="Por quanto tempo guardamos">
      <p>
        O que venceu é apagado por uma rotina automática, que deixa recibo no seu registro de acessos. O resto dura
        enquanto a sua conta existir.
      </p>
      <LegalTable head={['O quê', 'Por quanto tempo, e por quê']} rows={retentionRows} />
      <p>
        Excluir um paciente com consulta finalizada arquiva o prontuário, não o apaga. Registros assinados não são
        alterados; correções entram como adendo.
      </p>
      <p>
        <b>Cópias de recuperação:</b> o que é apagado do banco de dados, e o áudio apagado do servidor, continua
        recuperável por {RECOVERABLE_DAYS} dias por quem administra o nosso servidor na Cloudflare, e então desaparece.
        Arquivos apagados (PDFs e exportações) não se recuperam ali. Onde houver cópias cifradas em outro provedor, elas
        guardam por até {COPIES_KEPT_DAYS} dias o que foi apagado, e servem só para refazer o serviço.
      </p>
    </LegalSection>
    <LegalSection id="compartilhamento" title="Com quem compartilhamos, e em que países">
      <p>Só com quem faz o serviço funcionar. Não vendemos dados nem os usamos para anúncios.</p>
      <LegalTable
        head={['Quem', 'Para quê', 'Onde']}
        rows={processors.map(({ who, why, where }) => [who, why, where])}
      />
      <p>
        <b>Cópias em outro provedor:</b> para o caso de perdermos o serviço na Cloudflare, podemos guardar cópias de
        todos os dados, inclusive os de saúde, num provedor de armazenamento que não é ela. Saem de nós já cifradas, e a
        chave que as abre não fica com ele: ele vê tamanhos e horários, nenhum conteúdo. O nome e o país dele entram
        nesta lista antes da primeira cópia.
      </p>
      <p>
        Se o médico ligar a integração, o que ele assina vai ao endereço do serviço dele, que ele mesmo informa. Esse
        destino é escolha e responsabilidade dele; guardamos o endereço, a chave cifrada e o resultado de cada envio.
      </p>
      <p>
        Quem administra o nosso servidor tem acesso técnico aos dados: são poucas pessoas, e só para manter o serviço.
        Podemos ainda atender a ordens de autoridades, no limite da lei.
      </p>
    </LegalSection>
    <LegalSection id="transferencia" title="Transferência internacional">
      <p>
        A Cloudflare não oferece guarda exclusiva no Brasil. Por isso os dados, inclusive os de saúde, podem ser
        tratados em outros países, sobretudo nos Estados Unidos. A transferência se apoia nos mecanismos dos arts. 33 a
        36 da LGPD e na Resolução CD/ANPD 19/2024.
      </p>
    </LegalSection>
    <LegalSection id="direitos" title="Seus direitos">
      <p>Nas configurações da sua conta, sem precisar pedir a ninguém, você pode:</p>
      <ul>
        <li>
          <b>levar tudo:</b> exportar os seus dados e os dos seus pacientes em {DATA_EXPORT_FORMATS}, ou só os de um
          paciente;
        </li>
        <li>
          <b>saber quem acessou o quê:</b> ler o registro de acessos;
        </li>
        <li>
          <b>corrigir</b> o cadastro e <b>encerrar a conta</b>, com {daysOf(retention.closedAccount.ms)} dias para
          voltar atrás.
        </li>
      </ul>
      <p>
        A LGPD (art. 18) garante ainda confirmação, informação sobre compartilhamento, anonimização ou eliminação do que
        for desnecessário, oposição e revisão. Para isso, escreva para <Officer />.
      </p>
      <p>
        <b>Pacientes</b> exercem esses direitos junto ao médico ou à clínica que os atendeu. Se o pedido chegar a nós,
        nós o encaminhamos e ajudamos a cumpri-lo. O prontuário não pode ser eliminado antes do prazo legal. Você também
        pode reclamar à Agência Nacional de Proteção de Dados (ANPD).
      </p>
    </LegalSection>
    <LegalSection id="seguranca" title="Como protegemos">
      <ul>
        <li>Conexão sempre cifrada; dados de saúde cifrados também no aparelho.</li>
        <li>
          Cada médico alcança apenas os próprios pacientes. Cada leitura e cada mudança entram no registro de acessos,
          que é lacrado a cada minuto para que uma alteração apareça.
        </li>
        <li>
          Você pode ligar a verificação em duas etapas. Exportar tudo, encerrar a conta e desligar essa verificação
          pedem que você confirme de novo quem é, e você recebe um email.
        </li>
        <li>
          Sessões terminam em 7 dias, ou até 60 minutos depois que você fecha o Relato; podem ser encerradas a
          distância, e as outras caem quando a senha muda. Tentativas repetidas são limitadas.
        </li>
        <li>
          Nada é carregado de outros servidores, no site nem no aplicativo: sem medição e sem anúncio. Nenhum nome ou
          dado clínico de paciente em endereços de página.
        </li>
        <li>
          Registros assinados têm a integridade conferida a cada leitura. A assinatura é eletrônica simples, sem
          certificado ICP-Brasil.
        </li>
      </ul>
      <p>
        Os dados não são cifrados de ponta a ponta: para transcrever, organizar e buscar, o servidor precisa lê-los.
      </p>
      <p id="hipaa" className="scroll-mt-24">
        <b>E a HIPAA?</b> É a lei dos Estados Unidos para dados de saúde. Aqui vale a LGPD; da HIPAA tomamos como
        referência as salvaguardas: acesso restrito, cifra, histórico de acessos e integridade do registro. Isso não é
        uma certificação.
      </p>
      <p>
        Nenhum sistema é imune. Se houver incidente com risco relevante, avisamos os médicos afetados e a ANPD nos
        prazos da lei.
      </p>
    </LegalSection>
    <LegalSection id="cookies" title="Cookies e armazenamento">
      <p>Todos são nossos e necessários. Não há cookies de terceiros, de medição nem de anúncio.</p>
      <ul>
        <li>
          <b>Sessão:</b> mantém você conectado; some ao sair.
        </li>
        <li>
          <b>Preferências:</b> tema, densidade e largura do menu, para a página abrir como você deixou; até um ano.
        </li>
        <li>
          <b>Fuso horário:</b> para mostrar datas e horas no seu horário; até um ano.
        </li>
        <li>
          <b>Recuperação de senha:</b> guarda o link que você abriu até a senha nova ser salva; no máximo uma hora.
        </li>
        <li>
          <b>Entrada com o Google:</b> protege o caminho de ida e volta; dura alguns minutos.
        </li>
        <li>
          <b>Verificação em duas etapas:</b> espera o código depois da senha; {SECOND_STEP_MS / 60_000} minutos.
        </li>
      </ul>
      <p>No armazenamento do navegador, que não segue para o servidor a cada página, ficam também:</p>
      <ul>
        <li>as suas configurações e o microfone escolhido;</li>
        <li>quais avisos você já leu, inclusive o da primeira gravação;</li>
        <li>até onde cada página foi rolada, enquanto a aba existir;</li>
        <li>que a oferta de demonstração já apareceu, para não se repetir por 30 dias;</li>
        <li>
          o áudio e o rascunho, cifrados, como diz “<a href="#aparelho">O que fica no seu aparelho</a>”.
        </li>
      </ul>
    </LegalSection>
    <LegalSection id="contato" title="Encarregado e mudanças">
      <p>
        O contato do encarregado pelo tratamento de dados (DPO) é <Officer />. Quando esta política mudar de forma
        relevante, avisamos por email e mudamos a data no alto da página.
      </p>
    </LegalSection>
  </LegalPage>
)
