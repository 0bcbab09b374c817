import type { ContactMessage } from '#domain/contact/contract.ts'
import { lazily } from '#domain/lazily.ts'
import type { Mail } from '#domain/mail.ts'
import { site } from '#domain/site.ts'
import { type ChosenPlan, checkoutPath } from '#domain/subscription/chosen-plan.ts'
import type { Subscription } from '#domain/subscription/entitlement.ts'
import { plans, TRIAL_DAYS } from '#domain/subscription/plans.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { DOUBTS, type ToDoctor, toDoctor, written } from './letter.ts'

export const verificationMail = ({ url, ...doctor }: ToDoctor & { url: string }): Mail =>
  toDoctor(doctor, 'verification', {
    subject: 'Confirme seu email no Relato',
    before: ['Falta um passo para usar o Relato: confirme que este email é seu.'],
    button: { label: 'Confirmar meu email', url },
    after: ['O link vale por 24 horas. Se você não criou esta conta, ignore esta mensagem.'],
  })

export const passwordResetMail = ({ url, ...doctor }: ToDoctor & { url: string }): Mail =>
  toDoctor(doctor, 'password_reset', {
    subject: 'Nova senha no Relato',
    before: ['Alguém pediu uma nova senha para a sua conta no Relato. Para criá-la, abra este link.'],
    button: { label: 'Criar nova senha', url },
    after: [
      'O link vale por 1 hora e só pode ser usado uma vez. Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
    ],
  })

const paid = [plans.pro, plans.clinica].map(({ name }) => name).join(' e ')

/** `chosen`: the plan selected before signing up. */
export const welcomeMail = (doctor: ToDoctor, appUrl: string, chosen: ChosenPlan | null): Mail =>
  toDoctor(doctor, 'welcome', {
    subject: 'Sua conta no Relato está pronta',
    before: [
      'Sua conta está confirmada. Para começar: entre, complete seu perfil com especialidade e CRM, cadastre um paciente e inicie uma consulta. Se preferir, treine antes com um paciente inventado.',
    ],
    button: { label: 'Abrir o Relato', url: `${appUrl}/app/dashboard` },
    after: [`${freePlan} ${paidPlan(appUrl, chosen)}`, DOUBTS],
  })

const freePlan = `Sua conta está no plano ${plans.free.name}: ${plans.free.consultations} consultas por mês, sem cobrança.`

const paidPlan = (appUrl: string, chosen: ChosenPlan | null): string =>
  chosen && chosen.plan !== 'free'
    ? `Você escolheu o plano ${plans[chosen.plan].name}; para começar os ${TRIAL_DAYS} dias de teste sem cartão:\n${appUrl}${checkoutPath(chosen)}`
    : `Os planos ${paid} têm ${TRIAL_DAYS} dias de teste sem cartão; você escolhe quando quiser:\n${appUrl}/pricing`

const money = lazily(() => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }))
const day = lazily(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, day: 'numeric', month: 'long', year: 'numeric' }),
)

export const subscriptionMail = (
  doctor: ToDoctor,
  appUrl: string,
  { plan, interval, amount, status, trialEnd }: Subscription,
): Mail => {
  const { name: planName } = plans[plan]
  const price = `${money().format(amount / 100)} por ${interval === 'year' ? 'ano' : 'mês'}`
  return toDoctor(doctor, 'subscription', {
    subject: `Sua assinatura do plano ${planName} está confirmada`,
    before: [
      status !== 'trialing' || trialEnd === null
        ? `O plano ${planName} já vale na sua conta, por ${price}.`
        : `Seu teste do plano ${planName} começou e termina em ${day().format(trialEnd * 1_000)}. A primeira cobrança, de ${price}, só acontece depois do teste; sem um cartão até lá, a conta volta ao ${plans.free.name} e nada é cobrado.`,
    ],
    button: { label: 'Abrir o Relato', url: `${appUrl}/app/dashboard` },
    after: [`Para trocar o cartão, mudar de plano ou cancelar:\n${appUrl}/app/settings`, DOUBTS],
  })
}

/** A visitor's message to us; a reply goes to the visitor. */
export const contactMail = ({ name, email, specialty, message }: ContactMessage): Mail =>
  written({
    to: site.support.email.value,
    replyTo: email,
    kind: 'contact',
    subject: `Contato pelo site: ${name}`,
    greeting: 'Mensagem do formulário de contato.',
    before: [`Nome: ${name}\nEmail: ${email}\nEspecialidade: ${specialty ?? 'não informada'}`, message],
    after: ['Responder a esta mensagem escreve para quem a enviou.'],
  })
