import type { RecordDocument } from '#domain/formats/document.ts'
import { ADDENDA_LIMIT, RECORD_LIMIT } from '#domain/record/limits.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'

const SECTION = 20_000
const NAME = 160
const HASH = 'a'.repeat(64)

const filled = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
/** Words that no cache of words knows, each of so many letters. */
function newWords(letters: number, length: number, alphabet = 'abcdefghijklmnopqrstuvwxyz'): string {
  let state = 1
  const letter = () => {
    state = (state * 48_271) % 2_147_483_647
    return alphabet[state % alphabet.length]
  }
  const word = () => Array.from({ length: letters }, letter).join('')
  return Array.from({ length: Math.ceil(length / (letters + 1)) }, word)
    .join(' ')
    .slice(0, length)
}

const sample = sampleDocument()
const empty: RecordDocument = { ...sample, sections: [], diagnoses: [] }
const parts = (text: string, size = SECTION) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, order) => ({
    title: 'Conduta',
    canonical: 'conduta' as const,
    content: text.slice(order * size, (order + 1) * size),
    order,
  }))
const sections = (text: string): RecordDocument => ({ ...empty, sections: parts(text) })
const addenda = (count: number, text: string, name: string): RecordDocument['addenda'] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    text: text.slice(Math.floor((index / count) * text.length), Math.floor(((index + 1) / count) * text.length)),
    doctor_name: name,
    crm: '1234567890/RJ',
    created_at: index,
    sha256: HASH,
  }))
const signed = (document: RecordDocument, added: RecordDocument['addenda'] = []): RecordDocument => ({
  ...document,
  signature: { kind: 'simples', doctor_name: document.doctor.name, crm: '123456/SP', signed_at: 0, sha256: HASH },
  addenda: added,
})
const wide = 'W'.repeat(NAME)
const { letters, lines } = RECORD_LIMIT

/** Records that the contracts and limits allow, at their limits, and some older rows that they no longer do. */
export const shapes: Record<string, () => RecordDocument> = {
  empty: () => empty,
  'one long word': () => sections('a'.repeat(SECTION)),
  'a long word of ligatures': () => sections(filled('ffi', SECTION)),
  'a long word of wide letters': () => sections('W'.repeat(letters)),
  'a long word without repeats': () => sections(newWords(letters, letters)),
  'combining marks': () => sections(`a${'\u0301'.repeat(SECTION)}`),
  'letters with marks': () => sections(filled('e\u0323\u0302', SECTION)),
  'emoji joined by ZWJ': () => sections(filled('👩‍⚕️👨‍👩‍👧‍👦', SECTION)),
  'right to left': () => sections(filled('مرحبا', letters / 5)),
  NUL: () => sections('\0'.repeat(SECTION)),
  'zero width': () => sections('\u200b'.repeat(SECTION)),
  'soft hyphens': () => sections(filled('a\u00ad', SECTION)),
  'spelled arrows': () => sections('↑'.repeat(letters / 5)),
  newlines: () => sections('\n'.repeat(SECTION)),
  'short lines': () => sections(filled('a\n', lines * 2)),
  'lines that are headings': () => ({ ...empty, unifiedText: filled('AA\na\n', (lines / 2) * 5) }),
  'short words': () => sections(filled('a ', letters)),
  'words without repeats': () => sections(newWords(7, letters)),
  'words of half a line': () => sections(newWords(21, letters, 'MW')),
  'an edited text': () => ({ ...empty, unifiedText: newWords(7, letters) }),
  'many sections': () => ({ ...empty, sections: parts(newWords(7, letters), letters / 40) }),
  'twenty codes': () => ({
    ...empty,
    diagnoses: Array.from({ length: 20 }, () => ({ system: 'CID-10', code: 'I10', text: 'W'.repeat(300) })),
  }),
  'many addenda': () => signed(empty, addenda(30, newWords(7, ADDENDA_LIMIT.letters), wide)),
  'long names and fields': () => ({
    ...sections(newWords(7, letters)),
    doctor: { name: wide, crm: '1234567890/RJ', specialty: 'Medicina de Família', phone: '(11) 91234-5678' },
    patientName: wide,
    identification: { birth_date: '1950-01-01', mother_name: wide, birthplace: wide, address: 'W'.repeat(300) },
  }),
  'all at once': () =>
    signed(
      { ...sections(newWords(21, letters, 'MW')), doctor: { ...sample.doctor, name: wide }, patientName: wide },
      addenda(30, newWords(21, ADDENDA_LIMIT.letters, 'MW'), wide),
    ),
  'an older name': () => ({ ...sample, doctor: { ...sample.doctor, name: 'a'.repeat(10_000) } }),
}
