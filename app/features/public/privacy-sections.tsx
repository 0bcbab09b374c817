import { site } from '#domain/site.ts'
import type { LegalSection } from './legal-page.tsx'

const { company } = site
const { dataOfficer } = company
const Officer = () => <a href={`mailto:${dataOfficer}`}>{dataOfficer}</a>

const processors = [
  [
    'Cloudflare',
    'Hospedagem, banco de dados, arquivos, filas e os modelos de IA que transcrevem e organizam',
    'Estados Unidos e outros países da sua rede',
  ],
  ['Resend', 'Envio de emails da conta e de contato', 'Estados Unidos'],
  ['Stripe', 'Pagamento das assinaturas', 'Estados Unidos e outros países onde opera'],
  ['Google', 'Entrada com a conta Google, só para quem a escolhe', 'Estados Unidos e outros países onde opera'],
] as const

const bases = [
  ['Prestar o serviço ao médico: conta, planos, suporte', 'Execução de contrato (art. 7º, V)'],
  ['Cobrar e emitir documentos fiscais', 'Contrato e obrigação legal (art. 7º, II e V)'],
  ['Proteger contas e investigar abuso', 'Legítimo interesse e segurança (art. 7º, IX; art. 11, II, g)'],
  ['Tratar dados de pacientes por conta do médico', 'Tutela da saúde (art. 11, II, f)'],
  ['Guardar prontuários', 'Obrigação legal (art. 11, II, a; Lei 13.787/2018)'],
  ['Responder a quem escreve', 'Procedimentos a pedido do titular e legítimo interesse (art. 7º, V e IX)'],
] as const

type TableProps = { head: readonly string[]; rows: readonly (readonly string[])[] }

function Table({ head, rows }: TableProps) {
  return (
    <table className="mt-4 w-full border-collapse text-left text-[15.5px] leading-normal max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line-strong">
          {head.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 align-bottom text-[14px] font-[600]">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(([first, ...others]) => (
          <tr key={first} className="border-b border-line align-top max-sm:block max-sm:py-3">
            <th scope="row" className="py-2.5 pr-4 font-[550] max-sm:block max-sm:py-0.5">
              {first}
            </th>
            {others.map((text) => (
              <td key={text} className="py-2.5 pr-4 text-ink-2 max-sm:block max-sm:py-0.5">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const privacySections: readonly LegalSection[] = [
  {
    id: 'papeis',
    title: 'Quem decide sobre os dados',
    body: (
      <>
        <p>
          {company.name}, de {company.city}, é <b>controladora</b> dos dados da sua conta: cadastro, assinatura,
          mensagens e segurança.
        </p>
        <p>
          Sobre os dados dos pacientes, o controlador é o médico ou a clínica. Nós somos <b>operadores</b>: tratamos
          esses dados só para prestar o serviço e segundo as instruções de quem atende.
        </p>
      </>
    ),
  },
  {
    id: 'dados',
    title: 'Quais dados tratamos',
    body: (
      <ul>
        <li>
          <b>Do médico:</b> nome, email, senha (guardada só como hash), CRM, especialidade, telefone, plano e
          preferências.
        </li>
        <li>
          <b>Do paciente:</b> nome, contexto clínico e, se você preencher, identificação (nascimento, sexo, nome da mãe,
          naturalidade, endereço, CPF, telefone).
        </li>
        <li>
          <b>Da consulta:</b> áudio enquanto ela dura, transcrição, registro, assinatura, adendos e a resposta do
          paciente ao aviso de IA e de gravação.
        </li>
        <li>
          <b>De segurança:</b> endereço IP, navegador, sessões e o histórico de quem leu ou mudou dados de pacientes. Os
          registros técnicos do sistema não contêm texto clínico.
        </li>
        <li>
          <b>De pagamento:</b> quem processa é a Stripe. O número do cartão não passa por nós nem fica conosco.
        </li>
        <li>
          <b>De quem nos escreve:</b> nome, email, especialidade e a mensagem. Não envie dados de pacientes por ali.
        </li>
      </ul>
    ),
  },
  {
    id: 'finalidades',
    title: 'Para quê, e com que base legal',
    body: <Table head={['Finalidade', 'Base na LGPD']} rows={bases} />,
  },
  {
    id: 'ia',
    title: 'Inteligência artificial',
    body: (
      <>
        <p>
          Modelos de IA transcrevem o áudio e organizam o texto. O nome do paciente e o do médico, como estão no
          cadastro, não são enviados ao modelo que organiza; o que foi falado na consulta, sim. Nenhuma decisão sobre o
          paciente é tomada por máquina: o médico revisa e assina.
        </p>
        <p>
          <b>Não usamos dados de consultas para treinar ou melhorar modelos</b>, nossos ou de terceiros.
        </p>
      </>
    ),
  },
  {
    id: 'aparelho',
    title: 'O que fica no seu aparelho',
    body: (
      <>
        <p>
          Para que nada se perca, o áudio espera cifrado no navegador até o servidor confirmar que o guardou. Uma
          gravação local, também cifrada, permite ouvir de novo uma fala: é apagada quando o registro é assinado ou
          depois de sete dias. O rascunho da nova consulta fica cifrado do mesmo modo.
        </p>
        <p>Use um aparelho seu, com senha. Ao sair com áudio ainda não enviado, o Relato avisa antes.</p>
      </>
    ),
  },
  {
    id: 'prazos',
    title: 'Por quanto tempo guardamos',
    body: (
      <ul>
        <li>
          <b>Prontuários:</b> 20 anos a partir da última anotação (Lei 13.787/2018). Excluir um paciente com consulta
          finalizada arquiva o prontuário, não o apaga.
        </li>
        <li>
          <b>Áudio no servidor:</b> até o fim da consulta e a guarda da transcrição. Depois, é apagado.
        </li>
        <li>
          <b>Conta:</b> enquanto existir, e depois pelos prazos legais e de defesa em processos.
        </li>
        <li>
          <b>Cópias de recuperação:</b> o que é apagado do banco de dados continua recuperável por 30 dias pelo
          mecanismo da Cloudflare (D1 Time Travel) e então desaparece.
        </li>
        <li>
          <b>Mensagens de contato:</b> {site.contactKeptDays} dias; depois, são apagadas.
        </li>
      </ul>
    ),
  },
  {
    id: 'compartilhamento',
    title: 'Com quem compartilhamos, e em que países',
    body: (
      <>
        <p>Só com quem faz o serviço funcionar. Não vendemos dados nem os usamos para anúncios.</p>
        <Table head={['Quem', 'Para quê', 'Onde']} rows={processors} />
        <p>Podemos ainda atender a ordens de autoridades, no limite da lei.</p>
      </>
    ),
  },
  {
    id: 'transferencia',
    title: 'Transferência internacional',
    body: (
      <p>
        A Cloudflare não oferece guarda exclusiva no Brasil. Por isso os dados, inclusive os de saúde, podem ser
        tratados em outros países, sobretudo nos Estados Unidos. A transferência se apoia nos mecanismos dos arts. 33 a
        36 da LGPD e na Resolução CD/ANPD 19/2024.
      </p>
    ),
  },
  {
    id: 'direitos',
    title: 'Seus direitos',
    body: (
      <>
        <p>
          A LGPD (art. 18) garante confirmação, acesso, correção, anonimização ou eliminação do que for desnecessário,
          portabilidade, informação sobre compartilhamento, oposição e revisão. Para dados da sua conta, escreva para{' '}
          <Officer />.
        </p>
        <p>
          <b>Pacientes</b> exercem esses direitos junto ao médico ou à clínica que os atendeu. Se o pedido chegar a nós,
          nós o encaminhamos e ajudamos a cumpri-lo. O prontuário não pode ser eliminado antes do prazo legal. Você
          também pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).
        </p>
      </>
    ),
  },
  {
    id: 'seguranca',
    title: 'Como protegemos',
    body: (
      <>
        <ul>
          <li>Conexão sempre cifrada; dados de saúde cifrados também no aparelho.</li>
          <li>Cada médico alcança apenas os próprios pacientes; leituras e mudanças ficam anotadas.</li>
          <li>
            Sessões expiram após 60 minutos sem uso, são encerradas a distância e caem quando a senha muda. Tentativas
            repetidas são limitadas.
          </li>
          <li>Nenhum código de terceiros nas telas clínicas. Nenhum dado de paciente em endereços de página.</li>
          <li>Registros assinados têm a integridade conferida a cada leitura.</li>
        </ul>
        <p id="hipaa" className="scroll-mt-24">
          <b>E a HIPAA?</b> É a lei dos Estados Unidos para dados de saúde. Aqui vale a LGPD; da HIPAA tomamos como
          referência as salvaguardas: acesso restrito, cifra, histórico de acessos e integridade do registro. Isso não é
          uma certificação.
        </p>
        <p>
          Nenhum sistema é imune. Se houver incidente com risco relevante, avisamos os médicos afetados e a ANPD nos
          prazos da lei.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies e armazenamento',
    body: (
      <>
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
        </ul>
        <p>No armazenamento do navegador, que não segue para o servidor a cada página, ficam também:</p>
        <ul>
          <li>as suas configurações e o microfone escolhido;</li>
          <li>quais avisos você já leu, inclusive o da primeira gravação;</li>
          <li>que a oferta de demonstração já apareceu, para não se repetir por 30 dias;</li>
          <li>
            o áudio e o rascunho, cifrados, como diz “<a href="#aparelho">O que fica no seu aparelho</a>”.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'contato',
    title: 'Encarregado e mudanças',
    body: (
      <p>
        O contato do encarregado pelo tratamento de dados (DPO) é <Officer />. Quando esta política mudar de forma
        relevante, avisamos por email e mudamos a data no alto da página.
      </p>
    ),
  },
]
