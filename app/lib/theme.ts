import { readCookie, writeCookie } from './cookies.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
export const themeLabels: Record<Theme, string> = { light: 'Claro', dark: 'Escuro', system: 'Do sistema' }

const COOKIE = 'relato-theme'
const isTheme = (value: string | null): value is Theme => themes.includes(value as Theme)

/** Read on the server: the first paint has the right colours. */
export function themeOf(cookies: string | null): Theme {
  const value = readCookie(cookies, COOKIE)
  return isTheme(value) ? value : 'system'
}

export function setTheme(theme: Theme): void {
  writeCookie(COOKIE, theme)
  document.documentElement.dataset.theme = theme
}
