import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { RecordDocument } from '#domain/formats/document.ts'
import { unifiedText } from '#domain/record/text/unified-text.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import { type Fonts, printFonts } from '#workers/pdf/fonts.ts'
import { printable } from '#workers/pdf/printable.ts'
import { renderRecord } from '#workers/pdf/render.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'
import sample from '../../public/demonstracao/registro-exemplo.pdf?inline'
import { readPdf } from '../testkit/read-pdf.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { codeOf, newDoctor } from './doctor.ts'
import { print } from './printing.ts'
import { execute, selectAll } from './sql.ts'

const input: RecordDocument = {
  doctor: { name: 'Dra. Inês Conceição', crm: '123456/SP', specialty: 'Clínica Geral', phone: '(11) 91234-5678' },
  patientName: 'João Antônio Gonçalves',
  identification: null,
  consultation: { type: 'telemedicina', startTime: Date.UTC(2026, 10, 21, 1, 30), demonstration: false },
  specialty: 'general',
  sections: [
    { title: 'Conduta', canonical: 'conduta', content: 'Dipirona 500 mg.', order: 3 },
    { title: 'Hipótese Diagnóstica', canonical: 'hipotese', content: 'Asma.', order: 2 },
    { title: 'História Familiar', canonical: 'hf', content: '  ', order: 1 },
    { title: 'Queixa Principal', canonical: 'queixa_principal', content: 'Pressão e tontura. '.repeat(400), order: 0 },
  ],
  diagnoses: [],
  unifiedText: null,
  signature: null,
  addenda: [],
  aiUse: 'Registro de uso de IA: teste.',
  consent: 'Paciente aceitou: teste.',
  consentSince: null,
  printedAt: 0,
  timeZone: 'America/Sao_Paulo',
}

test('pages say whose they are, that they are a draft, and nothing is lost on the way to them', async () => {
  const { raw, text } = await readPdf(await renderRecord(input, printFonts()))
  expect(raw).toMatch(/^%PDF-1\.7/)
  expect(raw).toContain('/Lang (pt-BR)')
  expect(raw).toContain('/Marked true')
  expect([raw.match(/\/S \/H1\b/g)?.length, raw.match(/\/S \/H2\b/g)?.length]).toEqual([1, 3])
  expect(text.length).toBeGreaterThan(1)
  for (const [index, page] of text.entries()) {
    expect(page).toContain('Rascunho, não assinado')
    expect(page).toContain(`Página ${index + 1} de ${text.length}`)
    expect(page).toContain('João Antônio Gonçalves')
    expect(page).toContain('Dra. Inês Conceição')
  }
  const all = text.join('')
  expect(all).toContain('Modelo do registro')
  expect(all).toContain('CRM 123456/SP  ·  Clínica Geral  ·  Telefone (11) 91234-5678')
  expect(all).toContain('20/11/2026 às 22:30')
  expect(all).toContain('Atendimento por telemedicina')
  expect(all).toContain('Registro de uso de IA: teste.')
  expect(all).toContain('Paciente aceitou: teste.')
  expect(all.match(/Pressão/g)?.length).toBe(400)
  expect(all).not.toContain('História Familiar')
  expect(all.indexOf('Queixa Principal')).toBeLessThan(all.indexOf('Dipirona'))
  const inManaus = (await readPdf(await renderRecord({ ...input, timeZone: 'America/Manaus' }, printFonts()))).text
  expect(inManaus.join('')).toContain('20/11/2026 às 21:30')

  expect(all).not.toContain('Demonstração')
  const shown = { ...input, consultation: { ...input.consultation, demonstration: true } }
  expect((await readPdf(await renderRecord(shown, printFonts()))).text[0]).toContain('O texto não é o que')

  expect(printable('SpO₂ ≥ 94%\t→ 40 μg 🫀\u200b', (code) => code < 0x100 || code === 0x2265)).toBe(
    'SpO2 ≥ 94% -> 40 µg [?]',
  )
})

test('a document is the same whatever was printed before it', async () => {
  const unread = () => Object.fromEntries(Object.entries(printFonts()).map(([face, bytes]) => [face, bytes.slice()]))
  const saying = (content: string): RecordDocument => ({
    ...input,
    sections: [{ title: 'Conduta', canonical: 'conduta', content, order: 0 }],
  })
  // A composed letter embeds the glyph of its base letter, although the text does not contain that letter.
  const [letters, composed] = [saying('Y K W ⁄'), saying('Ŷ Ķ Ŵ ½')]
  const alone = await renderRecord(letters, unread() as Fonts)
  const fonts = unread() as Fonts
  await renderRecord(composed, fonts)
  expect(await renderRecord(letters, fonts)).toEqual(alone)
  expect((await readPdf(alone)).text.join('')).toContain('Y K W ⁄')
})

test('[ID4] identification stands under the name where it is known, with the age of that day, and nowhere else', async () => {
  const identification = {
    birth_date: '2024-11-20',
    sex: 'feminino',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
    mother_name: 'Maria Antônia Gonçalves Albuquerque de Sá',
    birthplace: 'Recife - PE',
    address: `Rua das Flores, 123, ${'apartamento 45, bloco B, '.repeat(6)}São Paulo - SP`,
  } as const
  const pages = async (document: RecordDocument) => (await readPdf(await renderRecord(document, printFonts()))).text
  const [first = '', ...others] = await pages({ ...input, identification })
  // 22:30 of the 20th in Brasília is the 21st in UTC: the child is two years old on the day of the consultation.
  const order = ['João Antônio', 'Nascimento', '20/11/2024 (2 anos)', 'Feminino', '529.982.247-25', '(11) 98765-4321']
  const more = ['Nome da mãe', 'Albuquerque de Sá', 'Naturalidade', 'Recife - PE', 'Endereço', 'São Paulo - SP', 'Data']
  let from = 0
  for (const said of [...order, ...more]) {
    expect(first.slice(from), said).toContain(said)
    from = first.indexOf(said, from) + said.length
  }
  expect(others.join('')).not.toContain('529.982.247-25')
  const [nothing = ''] = await pages(input)
  for (const label of ['Nascimento', 'Sexo', 'CPF', 'Nome da mãe', 'Endereço']) expect(nothing).not.toContain(label)
})

const sha = (digit: string) => digit.repeat(64)
const signed: RecordDocument = {
  ...input,
  signature: {
    kind: 'simples',
    doctor_name: 'Dra. Inês Conceição',
    crm: '123456/SP',
    signed_at: Date.UTC(2026, 10, 21, 12, 5),
    sha256: sha('a'),
  },
  diagnoses: [
    { system: 'CID-10', code: 'J45.0', text: 'Asma predominantemente alérgica' },
    { system: 'CID-10', code: 'R05', text: 'Tosse' },
  ],
  addenda: ['Nega alergia a dipirona.', 'Resultado do exame:\nnormal.'].map((text, index) => ({
    id: String(index),
    text,
    doctor_name: index === 0 ? 'Dra. Inês Conceição' : 'Dr. Ivo Sá',
    crm: index === 0 ? '123456/SP' : '5432/RJ',
    created_at: Date.UTC(2026, 10, 22 + index, 13),
    sha256: sha(String(index)),
  })),
}

test('signed: whose word it is, when, and its hash in full; codes with their system; addenda under their own names', async () => {
  const { raw, text } = await readPdf(await renderRecord(signed, printFonts()))
  const all = text.join('')
  expect(all).not.toContain('Rascunho')
  const order = [
    'Hipótese Diagnóstica',
    'Diagnósticos',
    'CID-10 J45.0  Asma predominantemente alérgica',
    'CID-10 R05  Tosse',
    'Dipirona 500 mg.',
    'Assinatura eletrônica simples',
    'Dra. Inês Conceição  ·  CRM 123456/SP',
    'Assinado em 21/11/2026 às 09:05 (horário de Brasília). Sem certificado ICP-Brasil.',
    sha('a'),
    'Adendo 1',
    'Nega alergia a dipirona.',
    'Acrescentado em 22/11/2026 às 10:00',
    sha('0'),
    'Adendo 2',
    'normal.',
    'Dr. Ivo Sá  ·  CRM 5432/RJ',
    sha('1'),
    'Registro de uso de IA: teste.',
  ]
  let from = 0
  for (const said of order) {
    expect(all.slice(from), `${said} is missing or comes too early`).toContain(said)
    from = all.indexOf(said, from) + said.length
  }
  expect(raw.match(/\/S \/H2\b/g)).toHaveLength(3 + 1 + 3)
  expect([raw.match(/\/S \/L\b/g), raw.match(/\/S \/LI\b/g)].map((found) => found?.length)).toEqual([1, 2])
})

/** Each length of the history moves the end of the record further down, over the foot of the page and past it. */
test.each([
  ['a signature', { ...signed, addenda: [] }, 'Dipirona 500 mg.'],
  [
    'a signature under a long plan',
    { ...signed, addenda: [] },
    'Repouso por sete dias, sem carregar peso. '.repeat(12),
  ],
  ['an addendum', { ...signed, addenda: signed.addenda.slice(0, 1) }, 'Dipirona 500 mg.'],
  ['the closing lines of a draft', input, 'Dipirona 500 mg.'],
])('no page begins with %s: what it belongs to goes along', async (_, document, plan) => {
  const counts = new Set<number>()
  for (let lines = 8; lines <= 26; lines++) {
    const history = Array.from({ length: lines }, (_, index) => `Linha ${index + 1}.`).join('\n')
    const sections = [
      { title: 'História', canonical: 'hda', content: history, order: 0 },
      { title: 'Conduta', canonical: 'conduta', content: plan, order: 1 },
    ] as const
    const { raw, text } = await readPdf(await renderRecord({ ...document, diagnoses: [], sections }, printFonts()))
    counts.add(text.length)
    for (const page of text.slice(1))
      expect(page).not.toMatch(
        /^(Assinatura|Assinado|Acrescentado|SHA-256|Dra\. |Registro de uso|Rascunho, não assinado\.)/,
      )
    for (const page of text) expect(page).not.toMatch(/(Conduta|Assinatura eletrônica simples|Adendo)\n(\d\d\/|CRM )/)
    expect(text.join('').split('Paciente aceitou')).toHaveLength(2)
    expect(raw.match(/\/S \/H2\b/g)).toHaveLength(document.signature ? 3 + document.addenda.length : 2)
  }
  expect([...counts]).toEqual([1, 2])
})

test('a text edited apart is printed as edited, under its own headings; what the page says of itself, once', async () => {
  const record = { created_at: 0, structurer: { name: 'extractive', version: '3' } as const }
  const made = unifiedText({
    patientName: input.patientName,
    record: {
      ...record,
      sections: [{ title: 'Queixa Principal', content: 'Tosse, como o doutor escreveu.', order: 0 }],
    },
    // The page's zone is not always the paper's.
    timeZone: 'Asia/Tokyo',
  })
  const edited = made.replace('\n\nEstruturado', '\n\nOBSERVAÇÃO MINHA\nVolta com a mãe.\n\nPA 120 X 80\n\nEstruturado')
  const document = { ...signed, unifiedText: edited, addenda: [] }
  const { raw, text } = await readPdf(await renderRecord(document, printFonts()))
  const all = text.join('')
  for (const said of ['Queixa Principal', 'Tosse, como o doutor escreveu.', 'OBSERVAÇÃO MINHA', 'PA 120 X 80'])
    expect(all.split(said)).toHaveLength(2)
  expect(all.split('Registro de uso de IA')).toHaveLength(2)
  expect(all).not.toMatch(/CONSULTA MÉDICA|Estruturado em|Pressão e tontura|Dipirona/)
  expect(all).toContain('CID-10 R05')
  // Three headings in the text ('PA 120 X 80' has nothing under it), diagnoses, signature.
  expect(raw.match(/\/S \/H2\b/g)).toHaveLength(2 + 2)
})

test("the demonstration's sample is what the renderer makes: npm run sample:pdf writes it", async () => {
  const made = await readPdf(await renderRecord(sampleDocument(), printFonts()))
  const samplePage = await readPdf(
    Uint8Array.from(atob(sample.slice(sample.indexOf(',') + 1)), (char) => char.charCodeAt(0)),
  )
  expect(samplePage.text).toEqual(made.text)
  expect(made.text.join('')).toContain('CID-10 I10')
  expect(made.text.join('')).toContain('médica, paciente e consulta são fictícios')
  // It names no method that did not produce it, and no code that does not exist.
  expect(made.text.join('')).toContain('texto ilustrativo, escrito pela equipe do Relato')
  expect(made.text.join('')).toContain('código informado pela médica')
  expect(made.text.join('')).not.toMatch(/por regras|Registro de uso de IA/)
})

test('from the API: structured, edited, printed, downloaded by its owner only', async () => {
  const doctor = await newDoctor('Dra. Inês Conceição')
  const other = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  const structureIt = (more: object) => {
    const body = { consultation_id: consultation, specialty: 'general', ...more }
    return doctor.call('POST', '/api/v1/transcription/structure', body)
  }

  const otherTalk = { raw_transcription: 'Médico: outra coisa' }
  expect(await codeOf(await structureIt(otherTalk))).toEqual([409, 'consultation_changed'])
  const changed = { patient_context: { name: 'Rui Barbosa Neto', clinical_context: 'Alérgico a tudo.' } }
  expect(await codeOf(await structureIt(changed))).toEqual([409, 'consultation_changed'])
  const early = await doctor.call('POST', '/api/v1/transcription/export/pdf', { consultation_id: consultation })
  expect(await codeOf(early)).toEqual([404, 'record_not_found'])

  type Section = { id: string; key: string; content: string; original_content: string; sentences: { proof: string }[] }
  // The sentence that says that there is none counts as none.
  const same = { name: 'Rui Barbosa Neto', clinical_context: 'Contexto clínico a ser preenchido' }
  const structured = await structureIt({ patient_context: same })
  expect(structured.status).toBe(200)
  const record = await structured.json<{ sections: Section[]; processing_time_ms: number; warnings: string[] }>()
  const hda = record.sections.find((section) => section.key === 'hda') as Section
  expect(hda.content).not.toBe('')

  const content = `${hda.content} Piora à noite.`
  const put = await doctor.call('PUT', `/api/v1/transcription/sections/${hda.id}`, { content })
  const { section } = await put.json<{ section: Section }>()
  expect(section).toMatchObject({ content, original_content: hda.original_content })
  expect(section.sentences.at(-1)).toMatchObject({ text: 'Piora à noite.', evidence: [], proof: 'doctor' })
  expect(section.sentences[0]?.proof).toBe('transcript')
  const endless = { content: 'a'.repeat(20_001) }
  expect((await doctor.call('PUT', `/api/v1/transcription/sections/${hda.id}`, endless)).status).toBe(400)
  const versions = await selectAll('SELECT body FROM record_versions WHERE consultation_id = ?', consultation)
  expect(versions).toHaveLength(1)

  const sections = record.sections.map(({ id, content }) => ({ id, content }))
  const validated = await doctor.call('POST', '/api/v1/transcription/validate', { sections, specialty: 'general' })
  expect(await validated.json()).toMatchObject({
    is_valid: false,
    issues: expect.arrayContaining(['Tabagismo: não investigado na consulta.']),
  })
  const foreign = await other.call('POST', '/api/v1/transcription/validate', { sections, specialty: 'general' })
  expect(foreign.status).toBe(404)

  const exportIt = (sent: unknown) =>
    doctor.call('POST', '/api/v1/transcription/export/pdf', {
      consultation_id: consultation,
      sections: sent,
      patient_info: null,
      doctor_info: null,
    })
  const stored = sections.map((one) => (one.id === hda.id ? { ...one, content } : one))
  for (const differs of [sections, stored.slice(1), [...stored.slice(1), stored[1]], []])
    expect(await codeOf(await exportIt(differs))).toEqual([409, 'record_changed'])
  expect(await codeOf(await exportIt(stored.map((one) => ({ ...one, order: 99 }))))).toEqual([409, 'record_changed'])
  expect(await codeOf(await exportIt(['texto']))).toEqual([400, 'invalid_body'])
  const exported = await exportIt(stored)
  expect(exported.status).toBe(202)
  const { export_id } = await exported.json<{ export_id: string }>()
  const path = `/api/v1/transcription/export/pdf/${export_id}`
  const ready = await eventually(async () => {
    const state = await (await doctor.call('GET', path)).json<{ status: string; url: string }>()
    expect(state.status).toBe('completed')
    return state
  })
  const file = await doctor.call('GET', ready.url)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; filename="consulta\.pdf"; filename\*=UTF-8''consulta-Rui-Barbosa-Neto-2026-11-20\.pdf$/,
  )
  expect(ready.url).not.toMatch(/Rui/i)
  const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()))
  expect(text.join('')).toContain('Piora à noite.')
  expect(text.join('')).toContain('Rui Barbosa Neto')
  expect(text.join('')).toContain(
    'Paciente aceitou o uso de IA e a gravação em 20/11/2026 às 12:00 (horário de Brasília), conforme',
  )
  for (const url of [path, ready.url]) expect((await other.call('GET', url)).status).toBe(404)
  expect((await env.FILES.list({ prefix: `exports/${doctor.id}/` })).objects.map(({ key }) => key)).toEqual([
    `exports/${doctor.id}/${export_id}.pdf`,
  ])

  // A device in another zone: what is printed and named from now on is of that zone.
  const zoned = (time_zone: string) => doctor.call('PATCH', '/api/profile', { time_zone })
  for (const wrong of ['+09:00', 'Brasil/Lugar', '']) expect((await zoned(wrong)).status).toBe(400)
  expect(await (await zoned('Asia/Tokyo')).json()).toMatchObject({ profile: { time_zone: 'Asia/Tokyo' } })
  expect((await print(doctor, consultation)).join('')).toContain(
    'a gravação em 21/11/2026 às 00:00 (UTC+09:00), conforme',
  )
  expect((await doctor.call('GET', ready.url)).headers.get('content-disposition')).toContain('-2026-11-21.pdf')

  // One more is printed, then the doctor's own count is full; another doctor's is not.
  const count = "UPDATE rate_limit SET count = 29, last_request = ? WHERE key = 'export:' || ?"
  expect((await execute(count, Date.now(), doctor.id)).meta.changes).toBe(1)
  expect((await exportIt(null)).status).toBe(202)
  const refused = await exportIt(null)
  expect([refused.headers.get('retry-after'), await codeOf(refused)]).toEqual([
    expect.stringMatching(/^(59\d|600)$/),
    [429, 'too_many_requests'],
  ])
})
