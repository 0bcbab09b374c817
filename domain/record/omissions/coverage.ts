import { remembered } from '../../remembered.ts'
import { plain } from '../../text.ts'
import { ancestors, symptoms } from '../extractive/lexicon/clinical.ts'
import { stems, words } from '../voice/normalise.ts'
import type { Section } from '../record.ts'
import { drugsIn } from '../safety/drug.ts'
import { type Quantity, quantitiesIn, sameQuantity } from '../safety/numbers.ts'
import { type Token, tokensOf } from '../safety/words.ts'
import { drugNames, mentionsRisk, type OmissionKind } from './kind.ts'

/** The record covers a sentence if one of its sentences, or two neighbours, have this share of its words. */
const ENOUGH = 0.6
/** The share that is enough if both name the same concepts. */
const ENOUGH_OF_THE_SAME = 0.3

const ALLERGY = 'alergia'
/** Concepts with different words for patient and clinician. */
const concepts: readonly (readonly [RegExp, string])[] = [
  [/pressao alta|hipertens|\bhas\b/, 'hipertensão'],
  [/diabet|\bdm\d?\b|acucar (alto|no sangue)|glicemia/, 'diabetes'],
  [/colesterol|dislipid|triglicer/, 'dislipidemia'],
  [/derrame|\bavc\b|acidente vascular/, 'avc'],
  [/infart|\biam\b|enfart/, 'infarto'],
  [/\bfum|tabag|cigarr|tabaco/, 'tabaco'],
  [/\basma/, 'asma'],
  [/depress|deprim/, 'depressão'],
  [/cancer|neoplas|tumor/, 'câncer'],
  [/alcool|etil|\bbeb(e|ia|ida|idas)\b|cervej|vinho|cachaca/, 'álcool'],
  [/alerg|anafila|intoleran|reac(ao|oes)|nao pode (tomar|usar)/, ALLERGY],
  [/cirurgi|operad|operou|operac|retirou/, 'cirurgia'],
  [/retorn|volt(ar|e|a) (em|daqui|com)|reavali/, 'retorno'],
  [/pronto.?socorro|emergencia|urgencia|\bupa\b|hospital/, 'emergência'],
  [/agua|liquido|hidrat/, 'hidratação'],
  [/exercic|atividade fisica|caminha|academia|sedentar/, 'atividade'],
  ...symptoms,
]

const numeral =
  /^(\d+|zero|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezessete|dezoito|dezenove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|duzentos|trezentos|quatrocentos|quinhentos|seiscentos|setecentos|oitocentos|novecentos|mil|meia|meio)$/
/** Words that carry a sentence and have no content of their own. */
const carriers = new Set(
  'refer relat negou nega apres pacie sente senti ficou parec desde dia dias anos ano seman mes meses horas hora vezes vez perio uso usa toma tomar solic pedir inici manha noite norma'.split(
    ' ',
  ),
)

type Words = { text: string; stems: ReadonlySet<string>; concepts: ReadonlySet<string> }

const readWords = (text: string): Words => {
  const normal = plain(text)
  return {
    text,
    stems: new Set(
      [
        ...stems(
          words(text)
            .filter((word) => !numeral.test(word))
            .join(' '),
        ),
      ].filter((stem) => !carriers.has(stem)),
    ),
    concepts: new Set(concepts.filter(([pattern]) => pattern.test(normal)).map(([, name]) => name)),
  }
}
const both = (a: Words, b: Words): Words => ({
  text: `${a.text} ${b.text}`,
  stems: new Set([...a.stems, ...b.stems]),
  concepts: new Set([...a.concepts, ...b.concepts]),
})

const inDoses = /^(mg|mcg|g|ml|ui|gota|jato)$/
/** Quantities of a drug: those with a unit of doses, or a number right after its name. */
function dosesIn(tokens: readonly Token[]): Quantity[] {
  const named = new Set(drugsIn(tokens).map((one) => one.words.at(-1)))
  const before = (at: number) => tokens.slice(0, at).findLast(({ kind }) => kind === 'word')?.word
  return quantitiesIn(tokens).filter(
    ({ unit, known, from, value }) =>
      (known && inDoses.test(unit)) || (unit === '' && value > 1 && named.has(before(from))),
  )
}

/** The content of a record: tells whether another sentence would repeat it. */
export class Coverage {
  readonly #texts = new Set<string>()
  readonly #sentences: Words[] = []
  readonly #all = new Set<string>()
  readonly #words = new Set<string>()
  /** Sections to read at the first need: most records have every offer in the same words. */
  #unread: readonly Pick<Section, 'sentences'>[]

  constructor(sections: readonly Pick<Section, 'sentences'>[]) {
    this.#unread = sections
    for (const { sentences } of sections) for (const { text } of sentences) this.#texts.add(text)
  }

  #read(): readonly Words[] {
    const sections = this.#unread
    this.#unread = []
    for (const { sentences } of sections) {
      let before: Words | undefined
      for (const { text } of sentences) before = this.#add(text, before)
    }
    return this.#sentences
  }

  /** Adds a sentence to the content. */
  add(text: string): void {
    this.#read()
    this.#texts.add(text)
    this.#add(text, undefined)
  }

  #add(text: string, before: Words | undefined): Words {
    const content = readWords(text)
    this.#sentences.push(before ? both(before, content) : content)
    for (const stem of content.stems) this.#all.add(stem)
    for (const word of words(text)) this.#words.add(word)
    return content
  }

  /** True if a sentence is exactly this text. */
  has(text: string): boolean {
    return this.#texts.has(text)
  }

  /** True if the record has each word of the name, an inflection, or its concept. */
  names(name: string): boolean {
    const sentences = this.#read()
    return name
      .split(' ')
      .every(
        (word) =>
          this.#words.has(word) ||
          this.#all.has(word.slice(0, 5)) ||
          sentences.some(({ concepts: own }) => isConcept(word, own)),
      )
  }

  /** True if the record states this text, in these or other words. */
  covers(text: string, kind: OmissionKind): boolean {
    if (this.has(text)) return true
    const sentences = this.#read()
    const { stems, concepts: own } = readWords(text)
    if (stems.size === 0) return true
    const drugs = drugNames(text)
    if (drugs.some((name) => !this.names(name))) return false
    if (/alerg/.test(plain(text))) return this.#coversAllergy(stems)
    if (!this.coversDose(text, drugs)) return false
    const risk = mentionsRisk(text)
    // The patient's disease does not cover a relative's.
    const fits = (other: Words) =>
      (kind !== 'family' || ancestors.test(plain(other.text))) && (!risk || mentionsRisk(other.text))
    return sentences.some((other) => {
      const share = shareOf(stems, other)
      if (share < ENOUGH_OF_THE_SAME || !fits(other)) return false
      if (share >= ENOUGH) return true
      return own.size > 0 && [...own].every((name) => other.concepts.has(name))
    })
  }

  /** True if no sentence shares many of its words. */
  isNew(text: string): boolean {
    const { stems } = readWords(text)
    return stems.size >= 2 && this.#read().every((other) => shareOf(stems, other) < ENOUGH_OF_THE_SAME)
  }

  /** An allergy is covered only by a sentence about allergy to its cause: taking the drug does not cover it. */
  #coversAllergy(stems: ReadonlySet<string>): boolean {
    const causes = [...stems].filter((stem) => !/^(alerg|remed|medic|alime)/.test(stem))
    return this.#read().some(
      ({ concepts: own, stems: other }) =>
        own.has(ALLERGY) && (causes.length === 0 || causes.some((stem) => other.has(stem))),
    )
  }

  /**
   * True if the record has one of the doses, or does not name the drug: the present dose does not cover the new one.
   */
  coversDose(text: string, drugs: readonly string[] = drugNames(text)): boolean {
    const doses = drugs.length > 0 ? dosesIn(tokensOf(text)) : []
    if (doses.length === 0) return true
    const naming = this.#read().filter(({ text }) => drugs.some((name) => plain(text).includes(name)))
    return (
      naming.length === 0 ||
      naming.some(({ text }) => {
        const recorded = quantitiesOf(text)
        return doses.some((dose) => recorded.some((other) => sameQuantity(dose, other)))
      })
    )
  }
}

/** Remembered, because every offer with a dose is compared with the same sentences. */
const quantitiesOf = remembered((text) => quantitiesIn(tokensOf(text)))

const shareOf = (stems: ReadonlySet<string>, other: Words): number => {
  let shared = 0
  for (const stem of stems) if (other.stems.has(stem)) shared++
  return shared / stems.size
}

const isConcept = (word: string, own: ReadonlySet<string>) =>
  concepts.some(([pattern, name]) => own.has(name) && pattern.test(word))
