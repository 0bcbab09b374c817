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

export const passwordResetMail = ({ to, name, url }: { to: string; name: string; url: string }): Mail => ({
  to,
  kind: 'password_reset',
  subject: 'Nova senha no Relato',
  text: `Olá, ${name}.

Alguém pediu uma nova senha para a sua conta no Relato. Para criá-la, abra este link:

${url}

O link vale por 1 hora e só pode ser usado uma vez. Se não foi você, ignore esta mensagem: sua senha continua a mesma.

Equipe Relato`,
})
