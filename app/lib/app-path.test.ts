import { expect, test } from 'vitest'
import { appPath } from './app-path.ts'

test('only a path of our own app may follow a sign-in', () => {
  for (const good of ['/app', '/app/', '/app/history?x=1', '/app?y', '/app#z', '/app/dashboard?consulta=1'])
    expect(appPath(good), good).toBe(good)
  const bad = [
    null,
    '',
    '/',
    '/landing',
    '//app',
    '/app.evil',
    '/application',
    'https://x/app',
    '/app\\@x',
    '/app\n/x',
    'app',
    '/app/../landing',
    '/app/%2e%2e/checkout',
    '/app/./../../x',
    '/%61pp',
  ]
  for (const one of bad) expect(appPath(one), String(one)).toBeNull()
})
