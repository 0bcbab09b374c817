import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRUST_KEY } from '#domain/document/signature.ts'
import { makeCertificate } from '../testkit/certificates.ts'
import { append, placesIn, type SignOptions, signPdf, sourceOf } from '../testkit/sign-pdf.ts'
import { authorities, DAY, refused, signing, trust, upload } from './document-signature-stage.ts'

let ca: Awaited<ReturnType<typeof authorities>>
beforeAll(async () => {
  ca = await authorities()
})
afterAll(() => env.FILES.delete(TRUST_KEY))

test('[DC15] a timestamp of a trusted authority proves the time; without roots the chain is unverified', async () => {
  const { doctor, paper, first, second, prepare } = await signing()
  const [file, other] = [await prepare(first.id), await prepare(second.id)]
  const now = Date.now()
  const lapsed = await makeCertificate({ ...ca.person, to: now - DAY })
  const stamp = { by: ca.stamps, at: now - 2 * DAY }
  const stamped = await signPdf(file, lapsed, { stamp })
  await env.FILES.delete(TRUST_KEY)
  // Then no authority signs the timestamp.
  expect(await refused(doctor, first.id, stamped)).toBe('signed_file_expired')
  await trust(ca.root)
  const byPerson = await signPdf(file, lapsed, { stamp: { by: ca.doctor, at: now - 2 * DAY } })
  expect(await refused(doctor, first.id, byPerson)).toBe('signed_file_expired')
  expect((await upload(doctor, first.id, stamped)).status).toBe(201)
  await env.FILES.delete(TRUST_KEY)
  const stranger = await makeCertificate({ name: 'ANA SEM CADEIA' })
  expect((await upload(doctor, second.id, await signPdf(other, stranger))).status).toBe(201)
  const found = (await paper.list()).map(({ signatures }) => signatures?.[0])
  expect(found).toMatchObject([
    { signer: 'Ana Sem Cadeia', time: 'claimed', chain: 'unverified' },
    { signer: 'Ana Souza de Teste', time: 'stamped', chain: 'verified' },
  ])
  expect(Math.abs((found[1]?.at ?? 0) - (now - 2 * DAY))).toBeLessThan(1_000)
})

test('[DC15] a document timestamp proves the time of the signatures before it, and of nothing else', async () => {
  await trust(ca.root)
  const { doctor, paper, first, second, prepare } = await signing()
  const [file, other] = [await prepare(first.id), await prepare(second.id)]
  const stampedAt = Date.now() - 2 * DAY
  // Valid two days ago and no longer: only a proven time makes its signature one.
  const lapsed = await makeCertificate({ ...ca.person, to: Date.now() - DAY })
  const signed = await signPdf(file, lapsed, { signingTime: stampedAt - 60_000 })
  const stamp = (of: Uint8Array, options: SignOptions = {}) => signPdf(of, ca.stamps, { stampedAt, ...options })
  const stamped = await stamp(signed)
  const { page, next } = placesIn(stamped)
  const note = '<< /Type /Annot /Subtype /FreeText /Rect [80 300 400 500] /Contents (Dose dobrada) /F 4 >>'
  const annotated = sourceOf(stamped, page).replace(/\/Annots \[/, `/Annots [${next} 0 R `)
  const changed = (at: number) => (der: Uint8Array) =>
    der.map((byte, where) => (where === der.length + at ? byte ^ 1 : byte))
  const foreign = await makeCertificate({ name: 'ACT Alheia', purpose: '1.3.6.1.5.5.7.3.8' })
  const cases: [name: string, file: Uint8Array, code: string][] = [
    ['not stamped', signed, 'signed_file_expired'],
    ['a timestamp alone', await stamp(file), 'signed_file_not_signed'],
    ['a timestamp before the signature', await signPdf(await stamp(file), lapsed), 'signed_file_expired'],
    ['its value altered', await stamp(signed, { cms: changed(-9) }), 'signed_file_altered'],
    ['over other bytes', await stamp(signed, { stampedBytes: file }), 'signed_file_altered'],
    [
      'a byte under it altered',
      stamped.map((byte, at) => (at === signed.length - 60 ? byte ^ 1 : byte)),
      'signed_file_altered',
    ],
    ['an annotation after', append(stamped, { [page]: annotated, [next]: note }), 'signed_file_altered'],
    ['a timestamp that is seen', await stamp(signed, { rect: '[80 300 200 360]' }), 'signed_file_altered'],
    ['of an unknown authority', await signPdf(signed, foreign, { stampedAt }), 'signed_file_expired'],
    ['of a person', await signPdf(signed, ca.doctor, { stampedAt }), 'signed_file_unsupported'],
    ['of another kind', await stamp(signed, { subFilter: 'adbe.x509.rsa_sha1' }), 'signed_file_unsupported'],
    // The timestamp within a signature proves the time of its own value alone.
    [
      'within, over other bytes',
      await signPdf(file, lapsed, { stamp: { by: ca.stamps, at: stampedAt, over: file } }),
      'signed_file_expired',
    ],
  ]
  for (const [name, one, code] of cases) expect([name, await refused(doctor, first.id, one)]).toEqual([name, code])

  expect((await upload(doctor, first.id, stamped)).status).toBe(201)
  // Long-term archives add the data to verify and a newer timestamp: the oldest one counts.
  const again = await stamp(await stamp(await signPdf(other, lapsed)), { stampedAt: Date.now() })
  expect((await upload(doctor, second.id, again)).status).toBe(201)
  for (const { signatures } of await paper.list()) {
    expect(signatures).toMatchObject([{ signer: 'Ana Souza de Teste', time: 'stamped', chain: 'verified' }])
    expect(Math.abs((signatures?.[0]?.at ?? 0) - stampedAt)).toBeLessThan(1_000)
  }
})
