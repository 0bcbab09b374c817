import { expect, test } from 'vitest'
import { crm } from '#domain/account/profile.ts'
import { phone } from '#domain/phone.ts'
import { maskCrm, maskPhone } from './masks.ts'

/** Returns the field text after typing every key. */
const typed = (text: string, mask: (text: string) => string) => [...text].reduce((shown, key) => mask(shown + key), '')

test('a CRM gets its slash and capitals while it is typed, and can be deleted again', () => {
  expect(typed('123456sp', maskCrm)).toBe('123456/SP')
  expect(typed('1234/mg', maskCrm)).toBe('1234/MG')
  expect(typed('1234567890rj', maskCrm)).toBe('1234567890/RJ')
  expect(typed('123456spx9', maskCrm)).toBe('123456/SP')
  expect(maskCrm('123456')).toBe('123456')
  expect(crm.safeParse(typed('123456sp', maskCrm)).success).toBe(true)
})

test('a phone takes its shape at every length', () => {
  expect(typed('11', maskPhone)).toBe('(11')
  expect(typed('1132', maskPhone)).toBe('(11) 32')
  expect(typed('1132654321', maskPhone)).toBe('(11) 3265-4321')
  expect(typed('11987654321000', maskPhone)).toBe('(11) 98765-4321')
  for (const pasted of ['+55 11 98765-4321', '5511987654321', ' +55 (11) 98765-4321'])
    expect(maskPhone(pasted)).toBe('(11) 98765-4321')
  expect(typed('5511987654321', maskPhone)).toBe('(11) 98765-4321')
  expect(maskPhone('+55 55 3222-1234')).toBe('(55) 3222-1234')
  // A number of Santa Maria with an extra key.
  expect(typed('55987654321', maskPhone)).toBe('(55) 98765-4321')
  expect(typed('559876543210', maskPhone)).toBe('(55) 98765-4321')
  for (const digits of ['1132654321', '11987654321']) expect(phone.safeParse(maskPhone(digits)).success).toBe(true)
})
