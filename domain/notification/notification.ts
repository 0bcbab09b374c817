import type { ApplicationSettings } from '../account/settings.ts'
import type { NotificationFact } from './contract.ts'
import type { News } from './news.ts'

export type NotificationKind = NotificationFact['kind'] | 'news'
export type Notification = {
  /** The key of the read mark: the same event keeps its id, a new event of the same consultation has another. */
  id: string
  kind: NotificationKind
  title: string
  /** The patient's name, or a sentence. */
  text: string
  /** Null for what is of no consultation. */
  consultationId: string | null
  at: number
}

/** An open consultation counts as left open after this long, in ms, or once the day on which it began is over. */
export const LEFT_OPEN_MS = 2 * 60 * 60_000
/** Older facts are not shown, except open consultations. In ms. */
export const FACTS_MS = 14 * 24 * 60 * 60_000
const NEWS_MS = 60 * 24 * 60 * 60_000

/** Whether an open consultation needs a reminder. All times in ms. */
export const isLeftOpen = (startTime: number, now: number, dayStart: number): boolean =>
  now - startTime >= LEFT_OPEN_MS || startTime < dayStart

const titles: Record<NotificationFact['kind'], string> = {
  record_ready: 'Registro estruturado pronto',
  structuring_failed: 'A estruturação não terminou',
  transcript_ready: 'Transcrição pronta para estruturar',
  consultation_open: 'Consulta em aberto',
  patient_mail_failed: 'O email ao paciente não foi entregue',
  integration_paused: 'A integração foi pausada',
}

const PAUSED = 'O outro sistema deixou de aceitar os registros. Veja em Configurações.'

export type NotificationView = {
  settings: ApplicationSettings['notifications']
  now: number
  /** When the doctor's day began, in ms. */
  dayStart: number
  /** The consultation that is open on this screen, which needs no reminder. */
  here: string | null
}

/** The notifications that the doctor's settings allow, newest first. */
export function notificationsOf(
  facts: readonly NotificationFact[],
  news: readonly News[],
  { settings, now, dayStart, here }: NotificationView,
): Notification[] {
  const wanted = facts.filter(({ kind, at, consultationId }) => {
    // No setting hides these: records, or a patient, wait until the doctor acts.
    if (kind === 'integration_paused' || kind === 'patient_mail_failed') return true
    if (kind === 'consultation_open')
      return settings.consultationReminders && consultationId !== here && isLeftOpen(at, now, dayStart)
    return settings.transcriptionComplete && now - at < FACTS_MS
  })
  const visibleNews = settings.systemUpdates ? news.filter(({ at }) => at <= now && now - at < NEWS_MS) : []
  return [
    ...wanted.map((fact) => {
      const { kind, consultationId, patientName, at } = fact
      const text = kind === 'integration_paused' ? PAUSED : patientName
      return { id: factId(fact), kind, title: titles[kind], text, consultationId, at }
    }),
    ...visibleNews.map((one) => ({ ...one, id: newsId(one), kind: 'news' as const, consultationId: null })),
  ].sort((a, b) => b.at - a.at)
}

/**
 * New records, failed attempts and failed mails that the previous list did not have: the app reports them at once on
 * any page. A failed mail is also reported on its own page, whose list was read before.
 */
export function arrivals(
  before: readonly NotificationFact[],
  after: readonly NotificationFact[],
  here: string | null,
): NotificationFact[] {
  const had = new Set(before.map(factId))
  return after.filter((fact) => {
    if (had.has(factId(fact))) return false
    if (fact.kind === 'patient_mail_failed') return true
    return (fact.kind === 'record_ready' || fact.kind === 'structuring_failed') && fact.consultationId !== here
  })
}

const factId = ({ kind, consultationId, at }: Omit<NotificationFact, 'patientName'>) =>
  `${kind}:${consultationId}:${at}`

const newsId = ({ id }: Pick<News, 'id'>) => `news:${id}`

/** The ids of all entries that may be listed: now, on another page, or once a kind is switched on again. */
export const entryIds = (facts: readonly NotificationFact[], news: readonly News[]): string[] => [
  ...facts.map(factId),
  ...news.map(newsId),
]

/** The read marks to store: those in `marks` or `read` whose entry still exists. */
export const readMarksOf = (marks: readonly string[], read: readonly string[], known: readonly string[]): string[] => {
  const all = new Set([...marks, ...read])
  return known.filter((id) => all.has(id))
}
