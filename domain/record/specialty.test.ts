import { expect, test } from 'vitest'
import { specialtyNames } from '../account/profile.ts'
import { specialtyByItself } from './specialty.ts'

test('a record takes the specialty of the last visit, then of the profile, as far as the plan includes it', () => {
  const all = () => true
  const free = (specialty: string) => specialty === 'general'
  expect(specialtyByItself('cardiology', 'Pediatria', all)).toBe('cardiology')
  expect(specialtyByItself(null, 'Pediatria', all)).toBe('pediatrics')
  expect(specialtyByItself(null, null, all)).toBeNull()
  expect(specialtyByItself('cardiology', 'Pediatria', free)).toBe('general')
  expect(specialtyByItself(null, null, free)).toBe('general')
  const own = specialtyNames.filter((name) => specialtyByItself(null, name, all) !== 'general')
  expect(own).toEqual(['Cardiologia', 'Ginecologia', 'Neurologia', 'Ortopedia', 'Pediatria', 'Psiquiatria'])
})
