import { z } from 'zod/mini'
import { emailAddress, freeText, instant } from '../contract.ts'
import { source } from '../document/contract.ts'
import { birthDate } from '../patient/birth-date.ts'
import { PAGE_TOKEN } from './link.ts'

/** Wrong birth dates after which a link is locked for good. The triggers of the table have the same number. */
export const MOST_FAILURES = 5
/** The periods that a doctor may choose, in days. */
export const pageDays = [1, 7, 30] as const
export const DEFAULT_DAYS = 7

/** The parts of a page, in the order of screen and print. */
export const pageParts = [
  { name: 'summary', label: 'Resumo da consulta', rows: 4 },
  { name: 'medicines', label: 'Seus remédios', rows: 4 },
  { name: 'guidance', label: 'O que fazer', rows: 6 },
] as const
export type PagePart = (typeof pageParts)[number]['name']
export const PART_MAX = 4_000

const part = freeText.check(z.maxLength(PART_MAX, 'Texto muito longo'))
const pageTexts = z.strictObject({ summary: part, medicines: part, guidance: part })
export type PageTexts = z.output<typeof pageTexts>

const nullableText = z.nullable(z.string())
/** Everything that the patient reads, as it was when the doctor shared it. The row's sha256 covers it. */
export const pageContent = z.object({
  v: z.literal(1),
  texts: pageTexts,
  patient_name: z.string(),
  doctor: z.object({
    name: z.string(),
    crm: nullableText,
    specialty: nullableText,
    address: nullableText,
    phone: nullableText,
  }),
  /** dd/mm/aaaa in the doctor's zone. */
  visit_on: z.string(),
  /** The consultation was written by the demonstration recogniser. */
  demonstration: z.boolean(),
  shared_on: z.string(),
  expires_on: z.string(),
  /** The signed record it was made from. */
  record: z.object({ revision: z.int(), sha256: z.string() }),
})
export type PageContent = z.infer<typeof pageContent>

/** 'open': opens with link and birth date. The others no longer open. */
const pageState = z.enum(['open', 'locked', 'withdrawn', 'expired'])
export type PageState = z.infer<typeof pageState>

/** A shared page as its doctor sees it. */
const sharedPage = z.object({
  id: z.string(),
  state: pageState,
  created_at: instant,
  expires_at: instant,
  withdrawn_at: z.nullable(instant),
  failures: z.int(),
  /** How often it was opened, and when last. */
  opened: z.int(),
  last_opened_at: z.nullable(instant),
  /** When the last mail with its link failed for good; null if none did. */
  mail_failed_at: z.nullable(instant),
  /** An addendum is newer than the shared text. */
  has_later_addendum: z.boolean(),
  texts: pageTexts,
})
export type SharedPage = z.infer<typeof sharedPage>
/** GET /consultations/:id/patient-pages: newest first. */
export const sharedPagesReply = z.object({ pages: z.array(sharedPage) })
export const sharedPageReply = z.object({ page: sharedPage })

/** POST /consultations/:id/patient-pages/draft. Errors: document_needs_signature, signature_broken. */
export const pageDraftReply = z.object({
  patient: z.object({ id: z.string(), name: z.string(), birth_date: nullableText }),
  /** The record's texts in plain words with their sentences; those last shared come first. */
  texts: z.record(z.string(), z.object({ text: z.string(), sources: z.array(source) })),
  has_addenda: z.boolean(),
})
export type PageDraft = z.infer<typeof pageDraftReply>

/**
 * POST /consultations/:id/patient-pages. Errors: patient_page_shared (the id is taken), birth_date_missing,
 * patient_archived, document_needs_signature, signature_broken.
 */
export const sharePageBody = z.strictObject({
  id: z.uuid(),
  texts: pageTexts.check(
    z.refine(({ summary, guidance }) => summary !== '' || guidance !== '', {
      error: 'Escreva o resumo ou o que fazer',
      path: ['summary'],
    }),
  ),
  days: z.union(pageDays.map((days) => z.literal(days))),
})
export type SharePageBody = z.input<typeof sharePageBody>

/** The only answer that has the link: the server stores a hash of its token. `qr`: dark squares as an SVG path. */
export const sharedReply = z.object({
  page: sharedPage,
  link: z.string(),
  doctor_name: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type Shared = z.infer<typeof sharedReply>

const token = z.string().check(z.regex(PAGE_TOKEN))
/** POST /patient-pages/:id/mail: the token proves the link to be this page's. Errors: patient_page_closed. */
export const mailPageBody = z.strictObject({ token, email: emailAddress })
export const mailedReply = z.object({ ok: z.literal(true) })

/** The accesses of a shared link, newest first. Network and device as in the audit log. */
const pageAccess = z.object({
  at: instant,
  action: z.enum([
    'patient_page_opened',
    'patient_page_refused',
    'patient_page_locked',
    'patient_page_late',
    'patient_page_mailed',
    'patient_page_mail_failed',
    'patient_page_withdrawn',
  ]),
  device: nullableText,
  network: nullableText,
})
export type PageAccess = z.infer<typeof pageAccess>
/** GET /patient-pages/:id/accesses: the newest hundred. */
export const pageAccessesReply = z.object({ accesses: z.array(pageAccess) })
export const PAGE_ACCESSES = 100

/**
 * POST /patient-page, without a session. Errors: patient_page_refused for every unknown or locked link and every wrong
 * date; patient_page_expired and patient_page_withdrawn only for the right date.
 */
export const openPageBody = z.strictObject({ token: z.string().check(z.maxLength(200)), birth_date: birthDate })
export const openedPageReply = z.object({ page: z.omit(pageContent, { record: true, v: true }) })
export type OpenedPage = z.infer<typeof openedPageReply>['page']
