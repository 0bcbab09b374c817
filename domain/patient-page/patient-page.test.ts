import { expect, test } from 'vitest'
import { dayOfTyped } from '../patient/birth-date.ts'
import { PAGE_TOKEN, pageLink, tokenIn, whatsAppLink } from './link.ts'

test('a link carries its token in the fragment, and a pasted link gives it back', () => {
  const token = '0123456789abcdef0123456789abcdef01234567'
  const link = pageLink('https://app.relato.med.br', token)
  expect([new URL(link).pathname, new URL(link).search, new URL(link).hash]).toEqual(['/paciente', '', `#${token}`])
  for (const pasted of [link, ` ${link}\n`, `Abra: ${link}`, `Abra ${link}. Obrigado`, token])
    expect(tokenIn(pasted)).toBe(token)
  expect([PAGE_TOKEN.test(token), PAGE_TOKEN.test(token.slice(1)), PAGE_TOKEN.test(tokenIn('#x'))]).toEqual([
    ...[true, false, false],
  ])
  // The message of WhatsApp: the doctor and the link, to a contact that the doctor chooses there.
  const message = new URL(whatsAppLink({ link, doctorName: 'Dra. Ana & Filhos' }))
  expect(message.origin + message.pathname).toBe('https://wa.me/')
  expect(message.searchParams.get('text')).toBe(
    `Dra. Ana & Filhos enviou uma mensagem para você. Para ler, abra o link e informe a sua data de nascimento: ${link}`,
  )
})

test('a birth date is read as people type it on a phone, and nothing else is', () => {
  for (const typed of ['05/03/1970', '5/3/1970', '05031970', '05-03-1970', ' 5.3.1970 ', '1970-03-05'])
    expect([typed, dayOfTyped(typed)]).toEqual([typed, '1970-03-05'])
  for (const typed of ['', '1970', '5/3/70', 'março', '5/3']) expect([typed, dayOfTyped(typed)]).toEqual([typed, null])
})
