import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED_FILE_MAX, TRUST_KEY } from '#domain/document/signature.ts'
import { holderName } from '#workers/document/signature/certificate.ts'
import { makeCertificate, type TestKey } from '../testkit/certificates.ts'
import { logged } from '../testkit/logged.ts'
import { append, bytesOf, lettersOf, placesIn, type SignOptions, signPdf, sourceOf } from '../testkit/sign-pdf.ts'
import { actionsOf } from './audit-stage.ts'
import { codeOf, newDoctor, refusalOf, visitor } from './doctor.ts'
import { authorities, CPF, DAY, refused, signing, trust, upload } from './document-signature-stage.ts'
import { execute } from './sql.ts'

let ca: Awaited<ReturnType<typeof authorities>>
beforeAll(async () => {
  ca = await authorities()
})
afterAll(() => env.FILES.delete(TRUST_KEY))
const padded = (number: number) => String(number).padStart(10, '0')
/** A file whose signature is one object identifier: asn1js makes an object of each arc. */
function heavyFile(): Uint8Array {
  const hex = '01'.repeat(2_000_000)
  const der = `3083${(2_000_005).toString(16).padStart(6, '0')}0683${(2_000_000).toString(16).padStart(6, '0')}${hex}`
  return bytesOf(`%PDF-1.7 <${der}> /ByteRange [0 9 ${9 + der.length + 2} 1]`)
}

test('[DC15] a signed PDF is told apart from an altered, expired, foreign and other one, and kept once', async () => {
  await trust(ca.root)
  const { doctor, paper, first, second, prepare } = await signing()
  expect(await refused(doctor, first.id, bytesOf('%PDF-1.7'))).toBe('document_not_prepared')
  const file = await prepare(first.id)
  expect(await prepare(first.id)).toEqual(file)
  expect(lettersOf(file)).toContain('%%EOF')
  const other = await prepare(second.id)
  expect((await doctor.call('PATCH', '/api/profile', { cpf: '390.533.447-05' })).status).toBe(200)
  const sign = (of: TestKey, options?: SignOptions) => signPdf(file, of, options)
  const made = (change: object) => makeCertificate({ ...ca.person, ...change })
  const good = await sign(ca.doctor)

  const now = Date.now()
  const byte = (where: number) => {
    const copy = good.slice()
    copy[where] = (copy[where] as number) ^ 1
    return copy
  }
  const stranger = await makeCertificate({ name: 'AC Alheia', authority: 1 })
  const leafIssuer = await makeCertificate({ name: 'Não é autoridade', issuer: ca.issuer })
  const certifier = await makeCertificate({ name: 'Nem esta', issuer: ca.root, usage: 0x04 })
  const cases: [name: string, file: Uint8Array, code: string][] = [
    ['one byte of the content', byte(3_000), 'signed_file_altered'],
    ['one byte of the update', byte(good.length - 60), 'signed_file_altered'],
    ['not signed', file, 'signed_file_not_signed'],
    ['not signed, other document', other, 'signed_file_other_document'],
    ['other document', await signPdf(other, ca.doctor), 'signed_file_other_document'],
    ['no PDF', bytesOf('olá'), 'signed_file_unreadable'],
    ['expired', await sign(await made({ to: now - DAY })), 'signed_file_expired'],
    [
      'expired, with a claimed time before',
      await sign(await made({ to: now - DAY }), { signingTime: now - 2 * DAY }),
      'signed_file_expired',
    ],
    ['not yet valid', await sign(await made({ from: now + DAY })), 'signed_file_not_yet_valid'],
    ['a time in the future', await sign(ca.doctor, { signingTime: now + 3 * DAY }), 'signed_file_not_yet_valid'],
    [
      'a time before 1970',
      await sign(await made({ from: Date.UTC(1955, 0) }), { signingTime: Date.UTC(1960, 0) }),
      'signed_file_not_yet_valid',
    ],
    ['foreign root', await sign(await made({ issuer: stranger })), 'signed_file_foreign'],
    ['self-signed', await sign(await made({ issuer: undefined })), 'signed_file_foreign'],
    ['issued by a person', await sign(await made({ issuer: leafIssuer })), 'signed_file_foreign'],
    ['issued by a person whose key may certify', await sign(await made({ issuer: certifier })), 'signed_file_foreign'],
    ['without its chain', await sign(ca.doctor, { alone: true }), 'signed_file_foreign'],
    ['a key that may not sign', await sign(await made({ usage: 0x20 })), 'signed_file_unsupported'],
    [
      'another person',
      await sign(await made({ name: 'OUTRA PESSOA:52998224725', cpf: '52998224725', octets: false })),
      'signed_file_other_person',
    ],
    ['PAdES without its certificate named', await sign(ca.doctor, { named: 'none' }), 'signed_file_altered'],
    ['another certificate named', await sign(ca.doctor, { named: ca.root.certificate }), 'signed_file_altered'],
    ['broken ASN.1', await sign(ca.doctor, { cms: (der) => der.slice(0, 90) }), 'signed_file_unreadable'],
    ['no ASN.1', await sign(ca.doctor, { cms: () => bytesOf('nada') }), 'signed_file_unreadable'],
    ['two megabytes of one identifier', heavyFile(), 'signed_file_altered'],
    ['a content of its own inside', await sign(ca.doctor, { enclosed: new ArrayBuffer(4) }), 'signed_file_altered'],
  ]
  for (const [name, one, code] of cases) expect([name, await refused(doctor, first.id, one)]).toEqual([name, code])
  expect(await codeOf(await upload(doctor, first.id, good, 'application/json'))).toEqual([415, 'unsupported_media'])
  expect(await codeOf(await upload(doctor, first.id, new Uint8Array(SIGNED_FILE_MAX + 1)))).toEqual([
    413,
    'body_too_large',
  ])
  expect((await paper.list()).map(({ signatures }) => signatures)).toEqual([null, null])

  const answer = await upload(doctor, first.id, good)
  expect(answer.status).toBe(201)
  const { document } = await answer.json<{ document: { signatures: object[] } }>()
  expect(document.signatures).toEqual([
    { signer: 'Ana Souza de Teste', at: expect.any(Number), time: 'claimed', chain: 'verified' },
  ])
  expect(await refused(doctor, first.id, good)).toBe('document_signed')
  const back = await doctor.call('GET', `/api/documents/${first.id}/signed`)
  expect([back.status, new Uint8Array(await back.arrayBuffer())]).toEqual([200, good])
  const shown = await (await visitor()('GET', `/api/verify/${first.code}`)).text()
  expect(JSON.parse(shown)).toMatchObject({ state: 'valid', signatures: [{ signer: 'Ana Souza de Teste' }] })
  expect(['Rui', CPF, '529.982'].filter((secret) => shown.includes(secret))).toEqual([])

  const stranger2 = await newDoctor('Dr. Outro')
  for (const path of ['prepared', 'signed'])
    expect(await codeOf(await stranger2.call('GET', `/api/documents/${first.id}/${path}`))).toEqual([
      404,
      'document_not_found',
    ])
  expect(await refused(stranger2, first.id, good)).toBe('document_not_found')

  // Cancelled, it keeps its signed file, and its page says both.
  expect((await paper.cancel(first.id)).status).toBe(200)
  expect((await doctor.call('GET', `/api/documents/${first.id}/signed`)).status).toBe(200)
  expect(await codeOf(await doctor.call('GET', `/api/documents/${first.id}/prepared`))).toEqual([
    409,
    'document_cancelled',
  ])
  expect((await paper.cancel(second.id)).status).toBe(200)
  expect(await refused(doctor, second.id, await signPdf(other, ca.doctor))).toBe('document_cancelled')
  const logged = await actionsOf(doctor.id)
  expect(logged.filter((one) => one === 'document_signed')).toHaveLength(1)
  expect(logged.filter((one) => one === 'document_prepared')).toHaveLength(3)
  expect(logged.filter((one) => one === 'signed_document_downloaded')).toHaveLength(2)

  // The database lets nothing of it change, and a changed file is not handed out.
  for (const change of ['signed_sha256 = NULL', "signatures = '[]'", 'prepared_bytes = 1'])
    await expect(execute(`UPDATE document_signatures SET ${change} WHERE document_id = ?`, first.id)).rejects.toThrow(
      'is not changed',
    )
  await expect(execute('DELETE FROM document_signatures WHERE document_id = ?', first.id)).rejects.toThrow(
    'is not deleted',
  )
  const { objects } = await env.FILES.list({ prefix: `documents/${doctor.id}/${first.id}/` })
  expect(objects).toHaveLength(2)
  for (const { key } of objects) await env.FILES.put(key, 'outro')
  expect(await refusalOf(await doctor.call('GET', `/api/documents/${first.id}/signed`))).toEqual([
    409,
    'signature_broken',
  ])
})

test('[DC15] what follows a signature, or hides in it, makes the file altered', async () => {
  await trust(ca.root)
  const { doctor, first, prepare } = await signing()
  const file = await prepare(first.id)
  const { root, page, next } = placesIn(file)
  const good = await signPdf(file, ca.doctor)
  const sign = (options: SignOptions) => signPdf(file, ca.doctor, options)
  const text = lettersOf(file)
  const contents = Number(/\/Contents (\d+) 0 R/.exec(sourceOf(file, page))?.[1])
  const stream = '<< /Length 4 >>\nstream\nq Q\n\nendstream'
  const annotation = `<< /Type /Annot /Subtype /FreeText /Rect [80 300 400 500] /Contents (Dose dobrada) /F 4 >>`
  const now = placesIn(good).next
  const withAnnots = sourceOf(good, page).replace(/\/Annots \[/, `/Annots [${now} 0 R `)
  const cases: [string, Uint8Array][] = [
    ['page content replaced', append(good, { [contents]: stream })],
    ['page content replaced before the signature', await signPdf(append(file, { [contents]: stream }), ca.doctor)],
    [
      'another page content',
      append(good, { [page]: sourceOf(good, page).replace(/\/Contents \d+/, `/Contents ${now}`), [now]: stream }),
    ],
    ['an annotation after', append(good, { [page]: withAnnots, [now]: annotation })],
    [
      'a hidden annotation before',
      await signPdf(
        append(file, {
          [page]: sourceOf(file, page).replace(/>>$/, `/Annots [${next} 0 R]\n>>`),
          [next]: annotation.replace('/F 4', '/F 2'),
        }),
        ca.doctor,
      ),
    ],
    [
      'other pages',
      append(good, {
        [root]: sourceOf(good, root).replace(/\/Pages \d+/, `/Pages ${now}`),
        [now]: '<< /Type /Pages /Count 0 /Kids [] >>',
      }),
    ],
    [
      'a script on opening',
      append(good, {
        [root]: sourceOf(good, root).replace(/>>$/, '/OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'),
      }),
    ],
    ['an object freed', bytesOf(lettersOf(append(good, { [now]: '<< >>' })).replace(/(.*) 00000 n /s, '$1 00001 f '))],
    ['its field taken away', append(good, { [root]: sourceOf(good, root).replace(/\/AcroForm << [^>]*>>/, '') })],
    ['the signature replaced', append(good, { [next + 1]: sourceOf(good, next + 1) })],
    ['a script that nothing names', append(good, { [now]: '<< /S /JavaScript /JS (app.alert(1)) >>' })],
    ['an object in a comment', bytesOf(`${lettersOf(good)}%${page} 0 obj << >> endobj\n`)],
    [
      'a table beside the one that is named',
      bytesOf(lettersOf(good).replace(/startxref\n\d+\n%%EOF\n$/, `startxref\n${file.length}\n%%EOF\n`)),
    ],
    ['bytes at the end', bytesOf(`${lettersOf(good)}<!-- -->`)],
    ['a giant range', await sign({ change: (all) => all.replace(/(ByteRange \[0 \d+ \d+) \d+/, '$1 9999999999') })],
    [
      'a range with a gap',
      await sign({
        change: (all) =>
          all.replace(
            /(ByteRange \[0 \d+) (\d+) (\d+)/,
            (_, head, to, rest) => `${head} ${padded(Number(to) + 10)} ${padded(Number(rest) - 10)}`,
          ),
      }),
    ],
    [
      'a range that ends early',
      await sign({
        change: (all) =>
          all.replace(/(ByteRange \[0 \d+ \d+) (\d+)/, (_, head, rest) => `${head} ${padded(Number(rest) - 10)}`),
      }),
    ],
    ['a range without the head', await sign({ change: (all) => all.replace('/ByteRange [0 ', '/ByteRange [9 ') })],
    ['a signature over half a page', await sign({ rect: '[0 0 595 400]' })],
    ['a second signature that is seen', await signPdf(good, ca.doctor, { rect: '[80 300 200 360]' })],
    [
      'an appearance that comes after its signature',
      append(await sign({ rect: `[300 90 500 150] /AP << /N ${next + 9} 0 R >>` }), {
        [next + 9]: '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 4 >>\nstream\nq Q\n\nendstream',
      }),
    ],
    ['an earlier range only', append(good, { [now]: '<< >>' }).slice(0, -2)],
  ]
  for (const [name, one] of cases)
    expect([name, await refused(doctor, first.id, one)]).toEqual([name, 'signed_file_altered'])
  expect(text.length).toBe(file.length)

  // Two signatures, the second over the first; data to verify them may follow; the first may be seen in its place.
  const seen = await sign({ rect: '[300 90 500 150]', subFilter: 'adbe.pkcs7.detached', named: 'none' })
  const colleague = await makeCertificate({ ...ca.person, name: 'BRUNO LIMA', cpf: '52998224725' })
  const twice = await signPdf(seen, colleague)
  const free = placesIn(twice).next
  const complete = append(twice, {
    [root]: sourceOf(twice, root).replace(/>>$/, `/DSS ${free} 0 R\n>>`),
    [free]: `<< /Type /DSS /Certs [${free + 1} 0 R] >>`,
    [free + 1]: '<< /Length 4 >>\nstream\n0000\nendstream',
  })
  expect((await doctor.call('PATCH', '/api/profile', { cpf: '390.533.447-05' })).status).toBe(200)
  expect(await refused(doctor, first.id, await signPdf(file, colleague))).toBe('signed_file_other_person')
  const answer = await upload(doctor, first.id, complete)
  const { document } = await answer.json<{ document: { signatures: { signer: string }[] } }>()
  expect(document.signatures.map(({ signer }) => signer)).toEqual(['Ana Souza de Teste', 'Bruno Lima'])
})

test('[DC15] a name in a certificate is shown in the usual case, without a CPF or a turned text', async () => {
  await env.FILES.delete(TRUST_KEY)
  const { doctor, first, second, prepare } = await signing()
  const shown: Record<string, string> = {
    [`MARIA D'ÁVILA DE SÁ E ÇUARA-LIMA:${CPF}`]: "Maria D'Ávila de Sá e Çuara-Lima",
    'Ana de McDowell:390.533.447-05': 'Ana de McDowell',
    'CLÍNICA DAS ACÁCIAS LTDA:12345678000195': 'Clínica das Acácias Ltda',
    '390 533 447 05 DE PAULA': 'De Paula',
    'ANA ٣٩٠٥٣٣٤٤٧٠٥': 'Ana',
  }
  for (const [name, expected] of Object.entries(shown))
    expect(holderName((await makeCertificate({ name })).certificate)).toBe(expected)
  const names = async (id: string, name: string) => {
    const signed = await signPdf(await prepare(id), await makeCertificate({ name }))
    const { document } = await (await upload(doctor, id, signed)).json<{ document: { signatures: object[] } }>()
    return document.signatures
  }
  expect(await names(first.id, `ANA \u202ESOUZA:${CPF} \u0000`)).toMatchObject([{ signer: 'Ana Souza' }])
  expect(JSON.stringify(logged())).not.toMatch(/39053344705|SOUZA|Souza/)
  expect(await names(second.id, '\u2066')).toMatchObject([{ signer: 'Nome ausente do certificado' }])
})
