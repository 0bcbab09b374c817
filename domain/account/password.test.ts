import { expect, test } from 'vitest'
import { fieldMessages } from '../contract.ts'
import { changePasswordBody, passwordFormProblems, passwordProblem, passwordStrength } from './password.ts'

test('a new password: only the first broken rule is reported, in the order of the rules', () => {
  const cases: [string, string | null][] = [
    ['', 'Nova senha é obrigatória'],
    ['aB1!', 'Mínimo 8 caracteres'],
    ['       ', 'Mínimo 8 caracteres'],
    ['senha123!', 'Pelo menos 1 letra maiúscula'],
    ['12345678', 'Pelo menos 1 letra maiúscula'],
    ['SENHA123!', 'Pelo menos 1 letra minúscula'],
    ['SenhaForte!', 'Pelo menos 1 número'],
    ['Senha1234', 'Pelo menos 1 caractere especial'],
    ['Senha 1234', 'Pelo menos 1 caractere especial'],
    ['Ção12345', 'Pelo menos 1 caractere especial'],
    ['Senha123!', null],
    ['Ênfase#2026', null],
    [`Aa1!${'x'.repeat(124)}`, null],
    [`Aa1!${'x'.repeat(125)}`, 'Máximo 128 caracteres'],
  ]
  for (const [text, message] of cases) {
    expect([text, passwordProblem(text)]).toEqual([text, message])
    // The server accepts what the form accepts, and rejects the rest with the same words.
    const parsed = changePasswordBody.safeParse({ currentPassword: 'x', newPassword: text })
    expect([text, parsed.success ? null : fieldMessages(parsed.error).newPassword]).toEqual([text, message])
  }
})

test('its strength is the number of rules met', () => {
  const strengths = ['', 'a', 'aB', 'aB1', 'aB1!', 'aB1!aB1!'].map(passwordStrength)
  expect(strengths).toEqual([
    { met: 0, percent: 0, label: 'Muito fraca' },
    { met: 1, percent: 20, label: 'Fraca' },
    { met: 2, percent: 40, label: 'Fraca' },
    { met: 3, percent: 60, label: 'Média' },
    { met: 4, percent: 80, label: 'Forte' },
    { met: 5, percent: 100, label: 'Muito forte' },
  ])
})

test('the form says what each field lacks, and nothing of a current password that does not exist', () => {
  const form = { currentPassword: '', newPassword: '', confirmPassword: '' }
  expect(passwordFormProblems(form)).toEqual({
    currentPassword: 'Senha atual é obrigatória',
    newPassword: 'Nova senha é obrigatória',
    confirmPassword: 'Confirmação de senha é obrigatória',
  })
  const good = { currentPassword: 'antiga1', newPassword: 'Senha123!', confirmPassword: 'Senha123!' }
  expect(passwordFormProblems(good)).toBeNull()
  expect(passwordFormProblems({ ...good, currentPassword: null })).toBeNull()
  expect(passwordFormProblems({ ...good, confirmPassword: 'senha123!' })).toEqual({
    confirmPassword: 'As senhas não coincidem',
  })
  expect(changePasswordBody.safeParse({ currentPassword: null, newPassword: 'Senha123!' }).success).toBe(true)
  const empty = changePasswordBody.safeParse({ currentPassword: '', newPassword: 'Senha123!' })
  expect(empty.error && fieldMessages(empty.error)).toEqual({ currentPassword: 'Senha atual é obrigatória' })
})
