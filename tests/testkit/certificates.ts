import {
  Constructed,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  UTCTime,
  Utf8String,
} from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  Time,
  TSTInfo,
} from 'pkijs'

/** A certificate of the tests with its key: an invented authority or person. */
export type TestKey = { certificate: Certificate; key: CryptoKey; above: Certificate[] }
type Wanted = {
  name: string
  issuer?: TestKey
  from?: number
  to?: number
  /** An authority that may have so many below it. */
  authority?: number
  cpf?: string
  /** First octet of the key usage. */
  usage?: number
  purpose?: string
  /** Spells the CPF as octets, as some authorities do, or as a printable string. */
  octets?: boolean
}

const YEAR = 365 * 86_400_000
let serial = 1
const extension = (extnID: string, critical: boolean, value: ArrayBuffer) =>
  new Extension({ extnID, critical, extnValue: value })

/** Subject name: CN, under the country and the organisation of ICP-Brasil. */
const attributesOf = (name: string) => [
  new AttributeTypeAndValue({ type: '2.5.4.6', value: new PrintableString({ value: 'BR' }) }),
  new AttributeTypeAndValue({ type: '2.5.4.10', value: new Utf8String({ value: 'ICP-Brasil' }) }),
  new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
]

/** subjectAltName with the otherName of DOC-ICP-04: birth date, CPF, NIS, RG, issuer. */
function holderName(cpf: string, octets: boolean): ArrayBuffer {
  const data = `12031980${cpf}${'0'.repeat(11)}${'0'.repeat(15)}SSPSP`
  const text = octets
    ? new OctetString({ valueHex: new TextEncoder().encode(data).buffer as ArrayBuffer })
    : new PrintableString({ value: data })
  const tagged = (value: (ObjectIdentifier | Constructed | OctetString | PrintableString)[]) =>
    new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value })
  const other = tagged([new ObjectIdentifier({ value: '2.16.76.1.3.1' }), tagged([text])])
  return new Sequence({ value: [other] }).toBER()
}

/** Makes a certificate, signed by `issuer` or by itself. Times in ms. */
export async function makeCertificate(of: Wanted): Promise<TestKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: serial++ })
  certificate.subject.typesAndValues = attributesOf(of.name)
  certificate.issuer.typesAndValues = of.issuer
    ? of.issuer.certificate.subject.typesAndValues
    : certificate.subject.typesAndValues
  const now = Date.now()
  certificate.notBefore = new Time({ type: 0, value: new Date(of.from ?? now - YEAR) })
  certificate.notAfter = new Time({ type: 0, value: new Date(of.to ?? now + YEAR) })
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  const { authority, cpf, purpose } = of
  const usage = of.usage ?? (authority === undefined ? 0xc0 : 0x06)
  const constraints = new BasicConstraints(
    authority === undefined ? { cA: false } : { cA: true, pathLenConstraint: authority },
  )
  const bits = new Uint8Array([0x03, 0x02, 0x00, usage]).buffer
  certificate.extensions = [
    extension('2.5.29.19', true, constraints.toSchema().toBER()),
    extension('2.5.29.15', true, bits),
    ...(cpf ? [extension('2.5.29.17', false, holderName(cpf, of.octets ?? true))] : []),
    ...(purpose ? [extension('2.5.29.37', true, new ExtKeyUsage({ keyPurposes: [purpose] }).toSchema().toBER())] : []),
  ]
  await certificate.sign(of.issuer?.key ?? keys.privateKey, 'SHA-256')
  const above = of.issuer ? [of.issuer.certificate, ...of.issuer.above] : []
  // Parsed again: as a reader gets it.
  return { certificate: Certificate.fromBER(certificate.toSchema().toBER()), key: keys.privateKey, above }
}

const hash = async (bytes: ArrayBuffer | Uint8Array) =>
  crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] })

/** The attribute of RFC 5035 that names the signer's certificate; the algorithm is the default, SHA-256. */
const signingCertificate = (digest: ArrayBuffer) =>
  attribute(
    '1.2.840.113549.1.9.16.2.47',
    new Sequence({
      value: [new Sequence({ value: [new Sequence({ value: [new OctetString({ valueHex: digest })] })] })],
    }),
  )

export type CmsOptions = {
  signingTime?: number
  /** 'none' leaves signing-certificate-v2 out; a certificate names that one instead of the signer's. */
  named?: 'none' | Certificate
  /** Leaves the certificates between the signer and the root out. */
  alone?: boolean
  /** Adds a timestamp by this authority. */
  stamp?: { by: TestKey; at: number; over?: Uint8Array }
  type?: string
  enclosed?: ArrayBuffer
}

/** A detached CMS signature over `content` as DER. */
export async function signCms(signer: TestKey, content: Uint8Array, options: CmsOptions = {}): Promise<Uint8Array> {
  const { certificate } = signer
  const type = options.type ?? '1.2.840.113549.1.7.1'
  const named = options.named === 'none' ? null : (options.named ?? certificate)
  const data = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: type }),
    certificates: [certificate, ...(options.alone ? [] : signer.above)],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: type })),
            attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: await hash(content) })),
            ...(options.signingTime
              ? [attribute('1.2.840.113549.1.9.5', new UTCTime({ valueDate: new Date(options.signingTime) }))]
              : []),
            ...(named ? [signingCertificate(await hash(named.toSchema().toBER()))] : []),
          ],
        }),
      }),
    ],
  })
  await data.sign(signer.key, 0, 'SHA-256', content.slice().buffer as ArrayBuffer)
  if (options.enclosed)
    data.encapContentInfo = new EncapsulatedContentInfo({
      eContentType: type,
      eContent: new OctetString({ valueHex: options.enclosed }),
    })
  const [info] = data.signerInfos
  if (options.stamp && info)
    info.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [
        attribute(
          '1.2.840.113549.1.9.16.2.14',
          ContentInfo.fromBER(
            await stampToken(
              options.stamp.over ?? info.signature.valueBlock.valueHexView,
              options.stamp.by,
              options.stamp.at,
            ),
          ).toSchema(),
        ),
      ],
    })
  const info_ = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: data.toSchema(true) })
  return new Uint8Array(info_.toSchema().toBER())
}

/** A timestamp token (RFC 3161) over these bytes, as DER. */
export async function stampToken(stamped: Uint8Array, by: TestKey, at: number): Promise<Uint8Array<ArrayBuffer>> {
  const type = '1.2.840.113549.1.9.16.1.4'
  const imprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1', algorithmParams: new Null() }),
    hashedMessage: new OctetString({ valueHex: await hash(stamped) }),
  })
  const token = new TSTInfo({
    version: 1,
    policy: '1.2.3',
    messageImprint: imprint,
    serialNumber: new Integer({ value: serial++ }),
    genTime: new Date(Math.floor(at / 1_000) * 1_000),
  })
  const content = token.toSchema().toBER()
  return (await signCms(by, new Uint8Array(content), { type, enclosed: content })).slice()
}

/** PEM of certificates, as an operator installs them. */
export const pemOf = (...certificates: Certificate[]): string =>
  certificates
    .map((one) => one.toString('base64'))
    .map(wrapped)
    .join('')
const wrapped = (text: string) =>
  text.includes('BEGIN') ? text : `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
