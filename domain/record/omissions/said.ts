import { remembered } from '../../remembered.ts'
import { plain } from '../../text.ts'
import { ancestors, symptoms } from '../extractive/lexicon/clinical.ts'
import { stems, words } from '../extractive/normalise.ts'
import type { Section } from '../record.ts'
import { drugsIn } from '../safety/drug.ts'
import { type Quantity, quantitiesIn, sameQuantity } from '../safety/numbers.ts'
import { type Token, tokensOf } from '../safety/words.ts'
import { drugNames, type OmissionKind, tellsRisk } from './kind.ts'

/** So much of what a sentence says, in one sentence of the record or two neighbours, and the record says it. */
const ENOUGH = 0.6
/** Where both name the same things, in whatever words. */
const ENOUGH_OF_THE_SAME = 0.3

const ALLERGY = 'alergia'
/** Said by a patient and by a clinician in different words. */
const same: readonly (readonly [RegExp, string])[] = [
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
/** They carry a sentence and tell nothing by themselves. */
const carriers = new Set(
  'refer relat negou nega apres pacie sente senti ficou parec desde dia dias anos ano seman mes meses horas hora vezes vez perio uso usa toma tomar solic pedir inici manha noite norma'.split(
    ' ',
  ),
)

type Saying = { text: string; stems: ReadonlySet<string>; things: ReadonlySet<string> }

const read = (text: string): Saying => {
  const said = plain(text)
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
    things: new Set(same.filter(([pattern]) => pattern.test(said)).map(([, name]) => name)),
  }
}
const both = (a: Saying, b: Saying): Saying => ({
  text: `${a.text} ${b.text}`,
  stems: new Set([...a.stems, ...b.stems]),
  things: new Set([...a.things, ...b.things]),
})

const inDoses = /^(mg|mcg|g|ml|ui|gota|jato)$/
/** How much of a drug: what has a unit of doses, or stands right behind its name. */
function dosesIn(tokens: readonly Token[]): Quantity[] {
  const named = new Set(drugsIn(tokens).map((one) => one.words.at(-1)))
  const before = (at: number) => tokens.slice(0, at).findLast(({ kind }) => kind === 'word')?.word
  return quantitiesIn(tokens).filter(
    ({ unit, known, from, value }) =>
      (known && inDoses.test(unit)) || (unit === '' && value > 1 && named.has(before(from))),
  )
}

/** What a record says by now: whether another sentence would say it again. */
export class Said {
  readonly #texts = new Set<string>()
  readonly #sayings: Saying[] = []
  readonly #all = new Set<string>()
  readonly #words = new Set<string>()
  /** Read when first asked for: of most records everything is said in its own words. */
  #unread: readonly Pick<Section, 'sentences'>[]

  constructor(sections: readonly Pick<Section, 'sentences'>[]) {
    this.#unread = sections
    for (const { sentences } of sections) for (const { text } of sentences) this.#texts.add(text)
  }

  #read(): readonly Saying[] {
    const sections = this.#unread
    this.#unread = []
    for (const { sentences } of sections) {
      let before: Saying | undefined
      for (const { text } of sentences) before = this.#add(text, before)
    }
    return this.#sayings
  }

  add(text: string): void {
    this.#read()
    this.#texts.add(text)
    this.#add(text, undefined)
  }

  #add(text: string, before: Saying | undefined): Saying {
    const saying = read(text)
    this.#sayings.push(before ? both(before, saying) : saying)
    for (const stem of saying.stems) this.#all.add(stem)
    for (const word of words(text)) this.#words.add(word)
    return saying
  }

  /** To the letter. */
  has(text: string): boolean {
    return this.#texts.has(text)
  }

  /** The word, or one of its beginning; of a name of several, each. */
  names(name: string): boolean {
    const sayings = this.#read()
    return name
      .split(' ')
      .every(
        (word) =>
          this.#words.has(word) || this.#all.has(word.slice(0, 5)) || sayings.some(({ things }) => thing(word, things)),
      )
  }

  covers(text: string, kind: OmissionKind): boolean {
    if (this.has(text)) return true
    const sayings = this.#read()
    const { stems, things } = read(text)
    if (stems.size === 0) return true
    const drugs = drugNames(text)
    if (drugs.some((name) => !this.names(name))) return false
    if (/alerg/.test(plain(text))) return this.#coversAllergy(stems)
    if (!this.coversDose(text, drugs)) return false
    const risk = tellsRisk(text)
    // What somebody of the family has is not told by the patient's having it.
    const fits = (other: Saying) =>
      (kind !== 'family' || ancestors.test(plain(other.text))) && (!risk || tellsRisk(other.text))
    return sayings.some((other) => {
      const share = shareOf(stems, other)
      if (share < ENOUGH_OF_THE_SAME || !fits(other)) return false
      if (share >= ENOUGH) return true
      return things.size > 0 && [...things].every((name) => other.things.has(name))
    })
  }

  /** Hardly a word of it is anywhere in one sentence. */
  isNew(text: string): boolean {
    const { stems } = read(text)
    return stems.size >= 2 && this.#read().every((other) => shareOf(stems, other) < ENOUGH_OF_THE_SAME)
  }

  /** An allergy is told where its cause is told as one: the same drug taken for a headache does not tell it. */
  #coversAllergy(stems: ReadonlySet<string>): boolean {
    const causes = [...stems].filter((stem) => !/^(alerg|remed|medic|alime)/.test(stem))
    return this.#read().some(
      ({ things, stems: other }) =>
        things.has(ALLERGY) && (causes.length === 0 || causes.some((stem) => other.has(stem))),
    )
  }

  /** What is taken by now does not tell to what it is raised. */
  coversDose(text: string, drugs: readonly string[] = drugNames(text)): boolean {
    const doses = drugs.length > 0 ? dosesIn(tokensOf(text)) : []
    if (doses.length === 0) return true
    const naming = this.#read().filter(({ text }) => drugs.some((name) => plain(text).includes(name)))
    return (
      naming.length === 0 ||
      naming.some(({ text }) => {
        const told = quantitiesOf(text)
        return doses.some((dose) => told.some((other) => sameQuantity(dose, other)))
      })
    )
  }
}

/** Every offer with a dose is held against the same sentences. */
const quantitiesOf = remembered((text) => quantitiesIn(tokensOf(text)))

const shareOf = (stems: ReadonlySet<string>, other: Saying): number => {
  let shared = 0
  for (const stem of stems) if (other.stems.has(stem)) shared++
  return shared / stems.size
}

const thing = (word: string, things: ReadonlySet<string>) =>
  same.some(([pattern, name]) => things.has(name) && pattern.test(word))
