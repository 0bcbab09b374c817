import type { ApplicationSettings } from '../account/settings.ts'
import type { NotificationFact } from './contract.ts'
import type { News } from './news.ts'

export type NotificationKind = NotificationFact['kind'] | 'news'
export type Notification = {
  /** Names it for the mark that it was read: the same event keeps it, a new one of the same consultation has another. */
  id: string
  kind: NotificationKind
  title: string
  /** The patient's name, or what the news say. */
  text: string
  /** Null: news lead nowhere. */
  consultationId: string | null
  at: number
}

/** An open consultation is left open after this long, or once the day on which it began is over. */
export const LEFT_OPEN_MS = 2 * 60 * 60_000
/** Older facts are no news to anybody; what is open stays. */
export const FACTS_MS = 14 * 24 * 60 * 60_000
const NEWS_MS = 60 * 24 * 60 * 60_000

export const isLeftOpen = (startTime: number, now: number, dayStart: number): boolean =>
  now - startTime >= LEFT_OPEN_MS || startTime < dayStart

const titles: Record<NotificationFact['kind'], string> = {
  record_ready: 'Registro estruturado pronto',
  structuring_failed: 'A estruturação não terminou',
  transcript_ready: 'Transcrição pronta para estruturar',
  consultation_open: 'Consulta em aberto',
}

export type NotificationView = {
  settings: ApplicationSettings['notifications']
  now: number
  /** When the doctor's day began. */
  dayStart: number
  /** The consultation that is open on this screen: its doctor is at it. */
  here: string | null
}

/** The list as the doctor's settings have it, newest first. */
export function notificationsOf(
  facts: readonly NotificationFact[],
  news: readonly News[],
  { settings, now, dayStart, here }: NotificationView,
): Notification[] {
  const wanted = facts.filter(({ kind, at, consultationId }) =>
    kind === 'consultation_open'
      ? settings.consultationReminders && consultationId !== here && isLeftOpen(at, now, dayStart)
      : settings.transcriptionComplete && now - at < FACTS_MS,
  )
  const told = settings.systemUpdates ? news.filter(({ at }) => at <= now && now - at < NEWS_MS) : []
  return [
    ...wanted.map(({ kind, consultationId, patientName, at }) => ({
      id: factId({ kind, consultationId, at }),
      kind,
      title: titles[kind],
      text: patientName,
      consultationId,
      at,
    })),
    ...told.map(({ id, at, title, text }) => ({
      id: newsId({ id }),
      kind: 'news' as const,
      title,
      text,
      consultationId: null,
      at,
    })),
  ].sort((a, b) => b.at - a.at)
}

/** Records, and attempts at one, that were not in the list before: told at once, wherever the doctor is. */
export function arrivals(
  before: readonly NotificationFact[],
  after: readonly NotificationFact[],
  here: string | null,
): NotificationFact[] {
  const had = new Set(before.map(factId))
  return after.filter(
    (fact) =>
      (fact.kind === 'record_ready' || fact.kind === 'structuring_failed') &&
      fact.consultationId !== here &&
      !had.has(factId(fact)),
  )
}

const factId = ({ kind, consultationId, at }: Omit<NotificationFact, 'patientName'>) =>
  `${kind}:${consultationId}:${at}`

const newsId = ({ id }: Pick<News, 'id'>) => `news:${id}`

/** All that may be listed: now, on another page, or once a kind is switched on again. */
export const knownIds = (facts: readonly NotificationFact[], news: readonly News[]): string[] => [
  ...facts.map(factId),
  ...news.map(newsId),
]

/** The marks worth keeping: `read` and what stood before, as far as it is known still. */
export const keptMarks = (marks: readonly string[], read: readonly string[], known: readonly string[]): string[] => {
  const all = new Set([...marks, ...read])
  return known.filter((id) => all.has(id))
}
