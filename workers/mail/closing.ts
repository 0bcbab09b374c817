import { closingOf } from '#domain/account/closing.ts'
import type { Mail } from '#domain/mail.ts'
import { site } from '#domain/site.ts'
import { DOUBTS, type ToDoctor, toDoctor } from './letter.ts'

const longDay = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at)
const KEPT =
  'Os prontuários com consulta finalizada ficam arquivados por 20 anos, como manda a Lei 13.787/2018, com o nome, o CRM, a especialidade e o email de quem responde por eles.'

export const accountClosedMail = (doctor: ToDoctor, appUrl: string, closedAt: number, timeZone: string): Mail =>
  toDoctor(doctor, 'account_closed', {
    subject: 'Sua conta no Relato foi encerrada',
    before: [
      `Sua conta foi encerrada, suas sessões terminaram e a assinatura, se havia uma, é cancelada. Você pode reabrir a conta ou exportar seus dados até ${longDay(closingOf(closedAt).erase_at, timeZone)}: basta entrar.`,
    ],
    button: { label: 'Entrar', url: `${appUrl}/login` },
    after: [
      `Depois dessa data apagamos o que a lei não manda guardar. ${KEPT}`,
      `Se não foi você, entre, reabra a conta e troque a senha, ou escreva para ${site.support.email.value}.`,
    ],
  })

export const accountErasedMail = (doctor: ToDoctor): Mail =>
  toDoctor(doctor, 'account_erased', {
    subject: 'Os dados da sua conta no Relato foram apagados',
    before: [
      `Passados 30 dias do encerramento, apagamos da sua conta o que a lei não manda guardar. ${KEPT}`,
      'Este email está livre: com ele você pode criar uma conta nova, vazia.',
    ],
    after: [DOUBTS],
  })
