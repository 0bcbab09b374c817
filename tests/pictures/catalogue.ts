import { supportHours } from '#domain/site.ts'
import type { THEMES } from '../screens/picture.ts'

/** The window of the product in CSS pixels, and its device pixel ratio. */
export type Shot = { name: string; width: number; height: number; scale: number }
export const desk = { width: 1280, height: 800, scale: 1.5 }
const phone = { width: 390, height: 844, scale: 2 }
export const shots: readonly Shot[] = [
  { name: 'consultation', ...desk },
  { name: 'record', ...desk },
  { name: 'history', ...desk },
  { name: 'consultation-phone', ...phone },
]
export const fileOf = (name: string, theme: (typeof THEMES)[number]): string => `public/pictures/${name}-${theme}.webp`
/** The maximum size of a picture. */
export const HEAVIEST_SHOT = 80_000

type Icon = { file: string; size: number; kind: 'rounded' | 'whole' | 'maskable' }
export const icons: readonly Icon[] = [
  { file: 'public/icons/apple-touch-icon.png', size: 180, kind: 'whole' },
  { file: 'public/icons/icon-192.png', size: 192, kind: 'rounded' },
  { file: 'public/icons/icon-512.png', size: 512, kind: 'rounded' },
  { file: 'public/icons/icon-maskable-512.png', size: 512, kind: 'maskable' },
]

/** Shown where a page's address is shared. */
export const OG = { width: 1200, height: 630 }
export const HEAVIEST_OG = 100_000
type Card = { name: string; headline: string; line: string; shows: 'record' | 'consultation' | 'plans' | 'phone' }
const card = (name: string, shows: Card['shows'], headline: string, line: string): Card => {
  return { name, headline, line, shows }
}
const CLAIM = 'A consulta vira prontuário. Você olha para o paciente.'
const TRIAL = '14 dias para testar, sem cartão.'
export const cards: readonly Card[] = [
  card('default', 'phone', CLAIM, 'Transcrição ao vivo e registro por especialidade.'),
  card('landing', 'consultation', CLAIM, TRIAL),
  card('pricing', 'plans', 'Preço por mês ou por ano, sem letra miúda.', TRIAL),
  card('demo', 'record', 'Veja uma consulta virar registro.', 'Demonstração em menos de um minuto, sem cadastro.'),
  card('about', 'record', 'Cada frase do prontuário mostra de onde veio.', 'Quem faz o Relato, e por quê.'),
  card('contact', 'phone', 'Fale com quem faz o Relato.', supportHours.replaceAll(', ', ' · ')),
]
export const cardFile = (name: string): string => `public/og/${name}.jpg`
