import type { Mail } from '#domain/mail.ts'

export const verificationMail = ({ to, name, url }: { to: string; name: string; url: string }): Mail => ({
  to,
  kind: 'verification',
  subject: 'Confirme seu email no Relato',
  text: `Olá, ${name}.

Falta um passo para usar o Relato: confirme que este email é seu.

${url}

O link vale por 24 horas. Se você não criou esta conta, ignore esta mensagem.

Equipe Relato`,
})
