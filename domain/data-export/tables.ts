import {
  accessRow,
  correctedWordRow,
  customerRow,
  mailRow,
  profileRow,
  secondFactorRow,
  sessionRow,
  signInRow,
  subscriptionRow,
  userRow,
} from './account-file.ts'
import {
  addendumRow,
  consentRow,
  consultationRow,
  documentRow,
  entryRow,
  patientFactRow,
  patientRow,
  pdfRow,
  recordRow,
  sectionRow,
  versionRow,
} from './files.ts'

/** The exported columns of each table. */
export const exportedTables = {
  user: userRow,
  profiles: profileRow,
  account: signInRow,
  session: sessionRow,
  second_factors: secondFactorRow,
  user_subscriptions: subscriptionRow,
  stripe_customers: customerRow,
  mails: mailRow,
  corrected_words: correctedWordRow,
  audit_log: accessRow,
  medical_patients: patientRow,
  patient_facts: patientFactRow,
  consultations: consultationRow,
  transcript_entries: entryRow,
  consents: consentRow,
  records: recordRow,
  record_sections: sectionRow,
  record_versions: versionRow,
  record_addenda: addendumRow,
  documents: documentRow,
  exports: pdfRow,
} as const

const TOKEN = 'lets in, or lets something be done in the doctor’s name'
const DERIVED = 'made of what is exported, for searching'
const BOOKKEEPING = 'how far the copy of Stripe’s data has come; says nothing of the doctor'

/** Tables and columns that are not exported, with the reason. A test fails for a column that is in neither list. */
export const notExported: Record<string, string | Record<string, string>> = {
  account: {
    password: 'the hash of a password',
    access_token: TOKEN,
    refresh_token: TOKEN,
    id_token: TOKEN,
    access_token_expires_at: 'of a token that is not exported',
    refresh_token_expires_at: 'of a token that is not exported',
  },
  session: { token: TOKEN },
  second_factors: { secret: TOKEN, last_step: 'by which no code is taken twice' },
  recovery_codes: TOKEN,
  verification: TOKEN,
  rate_limit: 'counts of tries by address or account, gone within the hour',
  stripe_customers: {
    checkout_session_id: 'where a purchase may be finished: lets something be bought',
    fetches: BOOKKEEPING,
    fetched: BOOKKEEPING,
    asked: BOOKKEEPING,
    asked_at: BOOKKEEPING,
    ending_at: BOOKKEEPING,
  },
  stripe_events: 'that Stripe rang, never what of; the subscription itself is exported',
  mails: {
    once: 'a key by which no mail is written twice',
    reply_to: 'of messages by visitors alone, which are nobody’s account',
    text: 'erased once it is sent; before, it may hold a link that lets in',
    html: 'erased once it is sent; before, it may hold a link that lets in',
  },
  outbox_mail: 'the local post office: production has none',
  contact_messages: 'of visitors, who have no account',
  corrected_words: { key: 'the exported word in the form that is compared' },
  list_counts: 'how many rows there are of what is exported',
  medical_patients: { nome_busca: DERIVED },
  patient_beginnings: DERIVED,
  patient_facts: { key: 'the exported text in the form that is compared' },
  consultations: { search_text: DERIVED, complaint: DERIVED, hypothesis: DERIVED, note_words: DERIVED },
  exports: {
    job_id: 'which worker made it',
    file_key: 'where the file lies; the record is printed anew in the export',
  },
  jobs: 'who works at what and how often it was tried; what came of it is exported',
  audit_seals: 'proof over the log, which is exported row by row; `npm run audit:verify` holds them against each other',
  audit_removals: 'how far the log was let go after twenty years; the log itself tells of it',
  record_removals: 'whose records were let go of after twenty years; the log tells of it',
  data_exports: 'the export itself',
  data_export_volumes: 'the export itself',
}
