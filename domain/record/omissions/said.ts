import { plain } from '../../text.ts'
import { symptoms } from '../extractive/lexicon/clinical.ts'
import { stems, words } from '../extractive/normalise.ts'
import type { Section } from '../record.ts'
import { drugNames } from './kind.ts'

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

type Saying = { stems: ReadonlySet<string>; things: ReadonlySet<string> }

const read = (text: string): Saying => {
  const said = plain(text)
  return {
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
  stems: new Set([...a.stems, ...b.stems]),
  things: new Set([...a.things, ...b.things]),
})

/** What a record says by now: whether another sentence would say it again. */
export class Said {
  readonly #texts = new Set<string>()
  readonly #sayings: Saying[] = []
  readonly #all = new Set<string>()
  readonly #words = new Set<string>()

  constructor(sections: readonly Pick<Section, 'sentences'>[]) {
    for (const { sentences } of sections) {
      let before: Saying | undefined
      for (const { text } of sentences) before = this.#add(text, before)
    }
  }

  add(text: string): void {
    this.#add(text, undefined)
  }

  #add(text: string, before: Saying | undefined): Saying {
    const saying = read(text)
    this.#texts.add(text)
    this.#sayings.push(before ? both(before, saying) : saying)
    for (const stem of saying.stems) this.#all.add(stem)
    for (const word of words(text)) this.#words.add(word)
    return saying
  }

  /** The word, or one of its beginning. */
  names(word: string): boolean {
    return (
      this.#words.has(word) ||
      this.#all.has(word.slice(0, 5)) ||
      this.#sayings.some(({ things }) => thing(word, things))
    )
  }

  covers(text: string): boolean {
    if (this.#texts.has(text)) return true
    const { stems, things } = read(text)
    if (stems.size === 0) return true
    if (drugNames(text).some((name) => !this.names(name))) return false
    if (/alerg/.test(plain(text))) return this.#coversAllergy(stems)
    return this.#sayings.some((other) => {
      const share = shareOf(stems, other)
      if (share >= ENOUGH) return true
      return things.size > 0 && share >= ENOUGH_OF_THE_SAME && [...things].every((name) => other.things.has(name))
    })
  }

  /** Hardly a word of it is anywhere in one sentence. */
  isNew(text: string): boolean {
    const { stems } = read(text)
    return stems.size >= 2 && this.#sayings.every((other) => shareOf(stems, other) < ENOUGH_OF_THE_SAME)
  }

  /** An allergy is told where its cause is told as one: the same drug taken for a headache does not tell it. */
  #coversAllergy(stems: ReadonlySet<string>): boolean {
    const causes = [...stems].filter((stem) => !/^(alerg|remed|medic|alime)/.test(stem))
    return this.#sayings.some(
      ({ things, stems: other }) =>
        things.has(ALLERGY) && (causes.length === 0 || causes.some((stem) => other.has(stem))),
    )
  }
}

const shareOf = (stems: ReadonlySet<string>, other: Saying): number => {
  let shared = 0
  for (const stem of stems) if (other.stems.has(stem)) shared++
  return shared / stems.size
}

const thing = (word: string, things: ReadonlySet<string>) =>
  same.some(([pattern, name]) => things.has(name) && pattern.test(word))
