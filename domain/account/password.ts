import { z } from 'zod/mini'

/** The rules for a new password (spec §5), in the order of their messages. */
const rules: readonly { message: string; met: (text: string) => boolean }[] = [
  { message: 'Mínimo 8 caracteres', met: (text) => [...text].length >= 8 },
  { message: 'Pelo menos 1 letra maiúscula', met: (text) => /\p{Lu}/u.test(text) },
  { message: 'Pelo menos 1 letra minúscula', met: (text) => /\p{Ll}/u.test(text) },
  { message: 'Pelo menos 1 número', met: (text) => /\d/.test(text) },
  { message: 'Pelo menos 1 caractere especial', met: (text) => /[^\p{L}\p{M}\p{N}\s]/u.test(text) },
]

/** The longest password that is hashed, in characters. */
export const PASSWORD_MAX = 128

/** The message of the first broken rule; null when the password meets all. */
export function passwordProblem(text: string): string | null {
  if (!text) return 'Nova senha é obrigatória'
  return (
    rules.find(({ met }) => !met(text))?.message ??
    (text.length > PASSWORD_MAX ? `Máximo ${PASSWORD_MAX} caracteres` : null)
  )
}

const labels = ['Muito fraca', 'Fraca', 'Fraca', 'Média', 'Forte', 'Muito forte'] as const
export type PasswordStrength = { met: number; percent: number; label: (typeof labels)[number] }

/** The strength by the number of rules met, each a fifth. */
export function passwordStrength(text: string): PasswordStrength {
  const met = rules.filter((rule) => rule.met(text)).length
  return { met, percent: met * 20, label: labels[met] ?? labels[0] }
}

const newPassword = z.string().check(
  z.superRefine((text, context) => {
    const message = passwordProblem(text)
    if (message) context.addIssue({ code: 'custom', message })
  }),
)
const currentPassword = z
  .string()
  .check(z.minLength(1, 'Senha atual é obrigatória'), z.maxLength(PASSWORD_MAX, 'Senha atual incorreta'))

/** `currentPassword` is null for a doctor who has only signed in through another provider. */
export const changePasswordBody = z.strictObject({ currentPassword: z.nullable(currentPassword), newPassword })

/** The new password after following the link of a recovery mail. */
export const recoveredPasswordBody = z.strictObject({ newPassword })

const CONFIRMATION_MISSING = 'Confirmação de senha é obrigatória'
const CONFIRMATION_OTHER = 'As senhas não coincidem'

export type PasswordForm = { currentPassword: string | null; newPassword: string; confirmPassword: string }

/** The error message of each field of the form; null if the form may be sent. */
export function passwordFormProblems(form: PasswordForm): Partial<Record<keyof PasswordForm, string>> | null {
  const problems: Partial<Record<keyof PasswordForm, string>> = {}
  if (form.currentPassword !== null) {
    const current = currentPassword.safeParse(form.currentPassword)
    if (!current.success) problems.currentPassword = current.error.issues[0]?.message ?? ''
  }
  const problem = passwordProblem(form.newPassword)
  if (problem) problems.newPassword = problem
  if (!form.confirmPassword) problems.confirmPassword = CONFIRMATION_MISSING
  else if (form.confirmPassword !== form.newPassword) problems.confirmPassword = CONFIRMATION_OTHER
  return Object.keys(problems).length > 0 ? problems : null
}
