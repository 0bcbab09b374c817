import type { THEMES } from '../screens/picture.ts'

/** Of the product: the window in CSS pixels, and how many dots each of them has. */
export type Shot = { name: string; width: number; height: number; scale: number }
export const desk = { width: 1280, height: 800, scale: 1.5 }
export const phone = { width: 390, height: 844, scale: 2 }
export const shots: readonly Shot[] = [
  { name: 'consultation', ...desk },
  { name: 'record', ...desk },
  { name: 'history', ...desk },
  { name: 'consultation-phone', ...phone },
]
export const fileOf = (name: string, theme: (typeof THEMES)[number]): string => `public/pictures/${name}-${theme}.webp`
/** What one may weigh. */
export const HEAVIEST_SHOT = 80_000
