import { expect, test } from 'vitest'
import { formatMoney, formatNumber } from './format.tsx'

test('numbers and prices are written as Brazil writes them', () => {
  const [number, money] = [
    new Intl.NumberFormat('pt-BR'),
    new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }),
  ]
  for (const whole of [0, 7, 100, 999, 1_000, 12_345, 100_000, 1_000_000, 123_456_789]) {
    expect(formatNumber(whole)).toBe(number.format(whole))
    expect(formatMoney(whole)).toBe(money.format(whole / 100))
  }
})
