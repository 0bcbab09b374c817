import { expect, test } from 'vitest'
import { authenticatorUri, base32, inFours, readCode, recoveryCode, stepsNow } from './second-factor.ts'

test('a secret is written as authenticator apps read it', () => {
  // RFC 4648 and the secret of RFC 6238.
  expect(base32(new TextEncoder().encode('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(new TextEncoder().encode('12345678901234567890'))).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(inFours('GEZDGNBVGY3T')).toBe('GEZD GNBV GY3T')
  expect(authenticatorUri('GEZDGNBV', 'ana+1@relato.example')).toBe(
    'otpauth://totp/Relato:ana%2B1%40relato.example?secret=GEZDGNBV&issuer=Relato&digits=6&period=30',
  )
  expect(stepsNow(59_999)).toEqual([0, 1, 2])
})

test('a code is read however it was copied, and nothing else is one', () => {
  expect(readCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' })
  const code = recoveryCode(new Uint8Array(12).map((_, i) => 255 - i * 21))
  expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
  expect(readCode(code.toUpperCase().replaceAll('-', ' '))).toEqual({
    kind: 'recovery',
    code: code.replaceAll('-', ''),
  })
  expect(readCode('OIl0-abcd-efgh')).toEqual({ kind: 'recovery', code: '0110abcdefgh' })
  for (const wrong of ['', '12345', '1234567', 'abcd-efgh', 'abcd-efgh-jkmu', '１２３４５６', '123456789012345'])
    expect([wrong, readCode(wrong)]).toEqual([wrong, null])
})
