import { expect, test } from 'vitest'
import { deviceAdvice, permissionSteps } from './device-advice.ts'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1',
  chromeOnIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/125.0 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
  macChrome: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/125.0 Safari/537.36',
  android: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/125.0 Safari/537.36 Edg/125.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0',
}

test('[R15] says what each browser does in the background, and whether it can be reloaded offline', () => {
  const first = (agent: keyof typeof agents, touchPoints = 0) => deviceAdvice(agents[agent], touchPoints, true)[0]
  expect(first('iphone', 5)).toContain('o iPhone e o iPad param o microfone')
  expect(first('chromeOnIphone', 5)).toBe(first('iphone', 5))
  expect(first('mac', 5)).toBe(first('iphone', 5))
  expect(first('android', 5)).toContain('o Android pode parar')
  expect(first('mac')).toContain('Outra aba do Safari')
  expect(first('macChrome')).toBe(first('edge'))
  expect(first('firefox')).toBe(first('edge'))
  for (const agent of Object.values(agents)) {
    expect(deviceAdvice(agent, 0, true)).toContain(
      'Se esta página for recarregada sem internet, a gravação continua nela.',
    )
    expect(deviceAdvice(agent, 0, false)).toContain(
      'Neste navegador, recarregar sem internet não abre a página: não recarregue.',
    )
    // A word before starting, no wall of text.
    for (const opens of [true, false])
      expect(deviceAdvice(agent, 0, opens).join(' ').split(' ').length).toBeLessThan(70)
  }
})

test('says how each browser allows a refused microphone again', () => {
  const steps = (agent: keyof typeof agents, touchPoints = 0) => permissionSteps(agents[agent], touchPoints)
  expect(steps('iphone', 5)).toContain('Ajustes do Site')
  expect(steps('mac', 5)).toBe(steps('iphone', 5))
  expect(steps('chromeOnIphone', 5)).toContain('escolha Chrome')
  expect(steps('android', 5)).toContain('Permissões')
  expect(steps('mac')).toContain('Safari > Ajustes')
  expect(steps('firefox')).toContain('remova o bloqueio')
  expect(steps('macChrome')).toBe(steps('edge'))
})
