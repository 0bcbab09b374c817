import { capital } from '../note/wording.ts'
import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { drugIds } from './concepts.ts'
import { drugsIn } from './drug.ts'
import { flagOf } from './evidence.ts'
import { drugsGiven } from './given.ts'
import { drugFamilies, familyWords } from './lexicon/drugs.ts'
import type { Dialogue, ReadLine } from './reading.ts'
import { deniesNext, isGeneral, isJoining, isLight, stemOf, type Token, tokensOf } from './words.ts'

/**
 * An allergen: its words, the stem that names are compared by, and its drugs. `noted`: the patient's list or
 * context names it. `told`: which one does; `against`: how the consultation denies it, in `lines`; empty if it does not.
 */
export type Allergen = {
  said: string
  stem: string
  ids: readonly string[]
  lines?: readonly ReadLine[]
  noted?: { told: string; against: string }
}

export const tellsAllergy = /^alergi/
const relative = /^(mae|pai|irma|irmao|filho|filha|marido|esposa|avo|familia)$/
const leads =
  /^(a|ao|aos|as|à|de|da|do|com|por|para|e|ou|tambem|principalmente|medicamento|medicamentos|remedio|remedios|uso)$/
export const noAllergen =
  /^(algum\w*|alguma|nada|nenhum\w*|coisa|coisas|remedios?|medicamentos?|medicacao|medicacoes|alimentos?|comida|conhecid\w*|sabid\w*|sim|nao|tipo|isso|respiratoria|rinite|pele|forte|grave|leve|reacao|inchaco|uma|um|tambem|quando|que|ele|ela|eu|mais|muito|desde|crianca|cronica|nasal|sazonal|ja|agora|hoje|antes|fica|ficou|tenho|tive|tem|teve)$/
const span = 7

/** 'Sou alérgica a dipirona e iodo', 'alergia: penicilina'. A denial or a relative's allergy names none. */
function allergensIn(tokens: readonly Token[]): Allergen[] {
  const out: Allergen[] = []
  tokens.forEach((token, at) => {
    if (!tellsAllergy.test(token.word)) return
    const before = tokens.slice(Math.max(0, at - 4), at).map((one) => one.word)
    if (before.some((word) => deniesNext(word)) || before.some((word) => relative.test(word))) return
    let listing = false
    for (let next = at + 1; next < Math.min(at + 1 + span, tokens.length); next++) {
      const one = tokens[next]
      if (!one || /^[.?!;()]$/.test(one.word) || deniesNext(one.word) || /^(mas|com)$/.test(one.word)) break
      if (one.word === ',' || one.word === ':' || one.word === '/') {
        listing ||= one.word === ':'
        continue
      }
      // 'Alergia a poeira, espirro muito': after a comma only a bare name goes on.
      const bare = /^([,.;?!)]|e|ou)?$/.test(tokens[next + 1]?.word ?? '')
      if (tokens[next - 1]?.word === ',' && !bare && !leads.test(one.word)) break
      if (leads.test(one.word)) {
        listing = true
        continue
      }
      const drug = drugsIn([one])[0]
      if (noAllergen.test(one.word) || isJoining(one.word) || isLight(one.word) || isGeneral(one.word)) {
        if (out.length > 0 && !drug) break
        continue
      }
      if (!listing && !drug && tokens[next - 1]?.word !== ':') break
      out.push({ said: one.said, stem: one.stem, ids: drug?.ids ?? [] })
      if (!drug && !/^(,|e|ou)$/.test(tokens[next + 1]?.word ?? '')) break
    }
  })
  return out
}

/** Returns the allergens that a line names, or that answer a question about allergies. */
export function spokenAllergens(dialogue: Dialogue): Allergen[] {
  const out: Allergen[] = []
  for (const line of dialogue.lines) {
    for (const sentence of line.sentences)
      if (!sentence.question) {
        const named = [...allergensIn(sentence.tokens), ...(line.speaker === 'doctor' ? [] : harming(sentence.tokens))]
        out.push(...named.map((one) => ({ ...one, lines: [line] })))
      }
    if (line.speaker === 'patient' || !asksAllergy(line)) continue
    for (const index of line.linked) {
      const reply = dialogue.lines[index]
      if (reply && index > line.index && reply.speaker !== 'doctor')
        out.push(...answered(reply).map((one) => ({ ...one, lines: [line, reply] })))
    }
  }
  return unique(out)
}

const asksAllergy = (line: ReadLine): boolean =>
  line.sentences.some(
    (sentence) => sentence.question && sentence.tokens.some((token) => tellsAllergy.test(token.word)),
  ) &&
  // 'Toma algum remédio? Tem alergia?': what is named may be what is taken.
  line.sentences.filter((sentence) => sentence.question).length === 1

/** Allergens that are no drugs of the list. Patients use iodine and contrast as one word. */
const substances: readonly (readonly string[])[] = [
  ['iodo', 'contraste', 'iodado', 'iodada'],
  ['latex'],
  ['esparadrapo'],
  ['camarao'],
  ['amendoim'],
]
const stemIn = (word: string): string => tokensOf(word)[0]?.stem ?? word
const alike = (stem: string): readonly string[] =>
  substances.map((group) => group.map(stemIn)).find((group) => group.includes(stem)) ?? [stem]

/** Drugs, or else what else may harm. */
export function causesIn(tokens: readonly Token[]): Allergen[] {
  const drugs = drugsIn(tokens).map((drug) => ({ said: drug.said, stem: stemIn(drug.said), ids: drug.ids }))
  if (drugs.length > 0) return drugs
  const told = substances.flatMap((group) => tokens.find(({ word }) => group.includes(word)) ?? [])
  return told.map(({ said, stem }) => ({ said, stem, ids: [] }))
}

const harmed =
  /\b(?:inch(?:ei|ou) (?:tod[oa]|inteir[oa]|[ao]s? (?:boca|rosto|cara|labios?|lingua|garganta|olhos?))|fi(?:co|ca|quei|cou) com (?:[ao]s? )?(?:boca|rosto|cara|labios?|lingua|garganta|olhos?|corpo) (?:tod[oa] )?(?:inchad|empolad|vermelh)[oa]s?|pass(?:ei|ou) (?:muito )?mal|me dei mal|fi(?:quei|cou) (?:tod[oa] )?(?:empolad|inchad|vermelh|pintad)[oa]|(?:me )?empol(?:ei|ou)|deu reacao|tive (?:uma )?reacao)\b/
const byIt = /^(com|tomando|tomar|tomei|tomou|usei|usar|dipirona|depois|apos|a|ao)$/

/** 'Passei mal com dipirona', 'ibuprofeno não dou porque empolou todo': an allergy without that word. */
export function harming(tokens: readonly Token[]): Allergen[] {
  const words = tokens.map(({ word }) => word)
  const said = words.join(' ')
  const found = harmed.exec(said)
  if (!found || words.some((word) => relative.test(word) || /^(melhor|se|falta)/.test(word))) return []
  const before = said.slice(0, found.index).trim().split(' ')
  if (before.slice(-2).some((word) => deniesNext(word))) return []
  const after = said.slice(0, found.index + found[0].length).split(' ').length
  const rest = tokens.slice(after)
  return rest.some(({ word }) => byIt.test(word)) ? causesIn(rest) : causesIn(tokens.slice(0, after))
}

/** 'Alergia?' 'A dipirona.', 'Só iodo.': what is named in an answer that does not deny. */
const answered = (reply: ReadLine): Allergen[] =>
  reply.tokens.some((token) => deniesNext(token.word))
    ? []
    : reply.sentences
        .filter((sentence) => !sentence.tokens.some((token) => relative.test(token.word)))
        .flatMap((sentence) => causesIn(sentence.tokens))

export const unique = (list: readonly Allergen[]): Allergen[] => [
  ...new Map(list.map((one) => [one.stem, one])).values(),
]
export const isSame = (one: Allergen, other: Allergen): boolean =>
  alike(one.stem).includes(other.stem) || one.ids.some((id) => other.ids.includes(id))

/** SF8: the talk or an earlier note names an allergy, and the record does not. */
export function allergyAlerts(
  sections: readonly { canonical: CanonicalKey; content: string }[],
  allergens: readonly Allergen[],
): Flag[] {
  const named = sections.flatMap(({ canonical, content }) =>
    sentencesOf(content).flatMap((tokens) => speakingOfAllergy(tokens, canonical)),
  )
  const stems = new Set(named.map((token) => token.stem))
  const ids = new Set(drugsIn(named).flatMap((drug) => drug.ids))
  return allergens
    .filter(
      (allergen) => !alike(allergen.stem).some((stem) => stems.has(stem)) && !allergen.ids.some((id) => ids.has(id)),
    )
    .map(({ said, lines = [], noted }) => {
      const told = noted?.told ?? `a consulta fala de alergia a “${said}”`
      const flag = flagOf('allergy', `${capital(told)}, e o registro não diz${denialIn(noted)}.`, lines)
      // The doctor decides first which of two statements is true.
      return noted?.against ? flag : { ...flag, offer: `Alergia a ${said}.` }
    })
}

/** Adds the words of the talk that contradict a note: the doctor decides which is true. */
const denialIn = (noted: Allergen['noted']): string => (noted?.against ? `; ${noted.against}` : '')

const sentencesOf = (content: string): (readonly Token[])[] =>
  content.split(/[.!?]\s+|\n+/).map((text) => tokensOf(text))
const gives =
  /^(prescrev\w*|prescrit\w*|receit\w*|inici\w*|mant\w*|tom\w*|us\w*|introduz\w*|administr\w*|fa[cz]\w*|dad[oa]s?)$/

/** Among the diseases it is read as an allergy; in the story of the complaint it is easily overlooked. */
const reacts = /^(reac(ao|oes)|empol\w+|empipoc\w+|anafil\w+)$/

/**
 * What a sentence says of an allergy: all of it, or, where it gives something too, what it names as allergen. A drug that
 * only stands there because it was prescribed, a relative's allergy and a denial say nothing of it.
 */
function speakingOfAllergy(tokens: readonly Token[], section: CanonicalKey): readonly Token[] {
  const at = tokens.findIndex(({ word }) => tellsAllergy.test(word))
  if (at < 0 && section === 'hpp') {
    const reaction = tokens.findIndex(({ word }) => reacts.test(word))
    const denied = tokens.slice(Math.max(0, reaction - 2), Math.max(0, reaction)).some(({ word }) => deniesNext(word))
    return reaction < 0 || denied ? [] : tokens
  }
  if (at < 0) return []
  const words = tokens.map(({ word }) => word)
  if (words.some((word) => relative.test(word)) || words.slice(0, at).some((word) => deniesNext(word))) {
    const stems = new Set(allergensIn(tokens).map(({ stem }) => stem))
    return tokens.filter(({ stem }) => stems.has(stem))
  }
  const given = words.findIndex((word) => gives.test(word))
  return given < 0 ? tokens : given < at ? tokens.slice(at) : tokens.slice(0, given)
}

const family = (id: string): readonly string[] => {
  for (const line of drugFamilies) {
    const ids = line.split('|').flatMap((name) => drugIds(name))
    if (ids.includes(id)) return ids
  }
  return [id]
}
/** Returns the drugs of an allergen, and those of their families. */
export const familyOf = (allergen: Allergen): readonly string[] => {
  const meant = familyWords.filter(([word]) => stemOf(word, tokensOf(word)[0]?.word ?? '') === allergen.stem)
  return [...allergen.ids, ...meant.flatMap(([, member]) => drugIds(member))].flatMap(family)
}

/** SF7: the talk does not name the allergen of the record. */
export function inventedAllergies(statement: Statement, dialogue: Dialogue): Flag[] {
  return allergensIn(statement.tokens)
    .filter((one) => !dialogue.whole.has(`s${one.stem}`) && !one.ids.some((id) => dialogue.drugs.has(id)))
    .map((one) => ({ kind: 'support', message: `Ninguém falou de “${one.said}” na consulta.` }))
}

/** The drugs that a plan's sentence gives although the patient is allergic to them or their family. */
export function givenAgainst<A extends Allergen>(
  tokens: readonly Token[],
  section: CanonicalKey,
  allergens: readonly A[],
) {
  if (!/^(conduta|orientacoes)$/.test(section) || allergens.length === 0) return []
  return drugsGiven(tokens).flatMap((drug) => {
    const cause = allergens.find((allergen) => familyOf(allergen).some((id) => drug.ids.includes(id)))
    return cause ? [{ drug, cause }] : []
  })
}

/** SF8: a plan that gives what the patient is allergic to, or its family. */
export const allergyFlags = (statement: Statement, section: CanonicalKey, allergens: readonly Allergen[]): Flag[] =>
  givenAgainst(statement.tokens, section, allergens).map(({ drug, cause }) => {
    const told = cause.noted?.told ?? `na consulta foi dita alergia a “${cause.said}”`
    const message = `“${drug.said}”: ${told}${denialIn(cause.noted)}.`
    return flagOf('allergy', message, cause.lines ?? [])
  })
