import { Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import type { Certificate } from 'pkijs'
import { isCpf } from '#domain/patient/cpf.ts'

const COMMON_NAME = '2.5.4.3'
const ALTERNATIVE_NAMES = '2.5.29.17'
/** DOC-ICP-04: birth date (8 digits), CPF (11), NIS (11), RG and its issuer, of the certificate's holder. */
const HOLDER = '2.16.76.1.3.1'

/** On one line, without the characters that hide, or turn the text that follows them. */
const commonName = ({ subject }: Certificate): string =>
  String(subject.typesAndValues.findLast(({ type }) => type === COMMON_NAME)?.value.valueBlock.value ?? '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()

const PARTICLES = new Set(['da', 'das', 'de', 'di', 'do', 'dos', 'du', 'e'])
/** A name in capitals, as ICP-Brasil writes it, in the usual case: 'ANA D'ÁVILA DE SÁ' is 'Ana D'Ávila de Sá'. */
function inUsualCase(name: string): string {
  if (name !== name.toLocaleUpperCase('pt-BR')) return name
  const words = name.toLocaleLowerCase('pt-BR').split(' ')
  const capitalized = (word: string) => word.replace(/(^|['’-])\p{Ll}/gu, (letter) => letter.toLocaleUpperCase('pt-BR'))
  return words.map((word, at) => (at > 0 && PARTICLES.has(word) ? word : capitalized(word))).join(' ')
}

/** The holder's name. ICP-Brasil appends the CPF to it ('ANA SOUZA:52998224725'): no number of any spelling is shown. */
export const holderName = (certificate: Certificate): string => {
  const written = commonName(certificate)
    .replace(/\p{Nd}[\p{Nd}.\-/ ]*/gu, '')
    .replace(/[\s:]+$/, '')
    .slice(0, 160)
    .replace(/\p{Cs}/gu, '')
  return inUsualCase(written) || 'Nome ausente do certificado'
}

/** The holder's CPF as digits; null where the certificate has none. */
export function holderCpf(certificate: Certificate): string | null {
  const found = [holderData(certificate)?.slice(8, 19), /:\s*(\d{11})$/.exec(commonName(certificate))?.[1]]
  return found.find((digits) => digits !== undefined && isCpf(digits)) ?? null
}

/** The text of the otherName of ICP-Brasil, which some authorities write as a string and some as octets. */
function holderData(certificate: Certificate): string | null {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === ALTERNATIVE_NAMES)
  if (!extension) return null
  const { result, offset } = fromBER(extension.extnValue.valueBlock.valueHexView)
  if (offset === -1 || !(result instanceof Sequence)) return null
  for (const name of result.valueBlock.value) {
    if (!(name instanceof Constructed) || name.idBlock.tagNumber !== 0) continue
    const [type, wrapped] = name.valueBlock.value
    if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== HOLDER) continue
    const text = wrapped instanceof Constructed ? wrapped.valueBlock.value[0] : undefined
    if (text instanceof OctetString) return new TextDecoder('latin1').decode(text.valueBlock.valueHexView)
    if (text) return String((text.valueBlock as { value?: unknown }).value ?? '')
  }
  return null
}
