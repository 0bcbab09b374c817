import type { Mail } from '#domain/mail.ts'
import type { PageContent } from '#domain/patient-page/contract.ts'
import { harmlessAddress, harmlessName, written } from './letter.ts'

type Shared = Pick<PageContent, 'doctor' | 'expires_on'>

/**
 * The mail with a shared link. It names doctor and practice and holds no health data, not even the patient's name. The
 * doctor's own texts in it may hold no link: they go to a stranger's address.
 */
export const patientPageMail = (to: string, link: string, { doctor, expires_on }: Shared): Mail => {
  const name = harmlessName(doctor.name) ?? 'Seu médico'
  const facts = [name, doctor.crm && `CRM ${doctor.crm}`, harmlessName(doctor.specialty ?? '')]
    .filter(Boolean)
    .join(', ')
  return written({
    to,
    kind: 'patient_page',
    subject: `Mensagem de ${name}`,
    greeting: 'Olá,',
    before: [`${name} preparou uma mensagem para você. Para ler, abra o link e informe a sua data de nascimento.`],
    button: { label: 'Abrir a mensagem', url: link },
    after: [
      `O link vale até ${expires_on}. Guarde-o só para você. Se não esperava esta mensagem, ignore-a.`,
      [facts, harmlessAddress(doctor.address ?? ''), doctor.phone].filter(Boolean).join('\n'),
    ],
  })
}
