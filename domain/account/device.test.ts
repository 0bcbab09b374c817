import { expect, test } from 'vitest'
import { deviceName } from './device.ts'

test('a device is called by its browser and system, however they disguise themselves', () => {
  const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const names: [string | null, string][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/142.0.0.0 Safari/537.36`, 'Chrome no Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'Edge no Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
      'Safari no Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari no iPhone',
    ],
    ['Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1', 'Chrome no iPad'],
    [`Mozilla/5.0 (Linux; Android 14; K) ${like} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome no Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'Firefox no Linux'],
    ['curl/8.5.0', 'Aparelho não identificado'],
    ['', 'Aparelho não identificado'],
    [null, 'Aparelho não identificado'],
  ]
  for (const [agent, name] of names) expect([agent, deviceName(agent)]).toEqual([agent, name])
})
