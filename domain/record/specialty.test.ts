import { expect, test } from 'vitest'
import { specialtyNames } from '../account/profile.ts'
import { defaultSpecialty, profileSpecialtyOf, specialties } from './specialty.ts'

test('a record takes the specialty of the last visit, then of the profile, as far as the plan includes it', () => {
  const all = () => true
  const free = (specialty: string) => specialty === 'general'
  expect(defaultSpecialty('cardiology', 'Pediatria', all)).toBe('cardiology')
  expect(defaultSpecialty(null, 'Pediatria', all)).toBe('pediatrics')
  expect(defaultSpecialty(null, null, all)).toBeNull()
  expect(defaultSpecialty('cardiology', 'Pediatria', free)).toBe('general')
  expect(defaultSpecialty(null, null, free)).toBe('general')
  const own = specialtyNames.filter((name) => defaultSpecialty(null, name, all) !== 'general')
  expect(own).toEqual(['Cardiologia', 'Ginecologia', 'Neurologia', 'Ortopedia', 'Pediatria', 'Psiquiatria'])
})

test('the template that a doctor chooses tells the own specialty, except where any doctor may use it', () => {
  expect(specialties.map(profileSpecialtyOf)).toEqual([
    ...[
      'Clínica Geral',
      'Cardiologia',
      'Pediatria',
      'Psiquiatria',
      'Neurologia',
      'Ortopedia',
      null,
      'Ginecologia',
      null,
    ],
  ])
  for (const chosen of specialties) {
    const own = profileSpecialtyOf(chosen)
    if (own) expect(defaultSpecialty(null, own, () => true)).toBe(chosen)
  }
})
