// The words of dictated findings: fillers, clinical terms for lay ones, and what a doctor asks the patient to do.
import { plain } from '#domain/text.ts'
import dictation from '../lexicon/dictation.json' with { type: 'json' }
import signs from '../lexicon/exam-signs.json' with { type: 'json' }
import type { Token } from '../safety/words.ts'

export const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** Words between those of a phrase, and words that say nothing in a note. */
export const fillers = set(
  'os gente fizemos trouxe aquela aquele aquilo suas seus tua teu mostra mostrou deu veio ta to tava esta estao sao era eu bem muito muita tao meio um uma uns umas pouco pouquinho bastante assim aqui ai la so cima ja tambem mesmo ate oh o viu ne tipo agora entao ' +
    'seu sua dele dela ele ela que isso esse essa este esta tudo toda todo ok bom e ha eh hum ah certo beleza pronto calma desculpa vendo vejo ouvindo escuto ouco percebo noto parece fica ficou acho hoje ainda ' +
    'tiquinho pouquinha voce pra pro mim primeiro sinta digo outro outra beleza dona doutora doutor senhor senhora mae vem cara coisa negocio tal nisso dai de novo mais dito dita anoto anotem anota consta',
)
export const links = set('de da do das dos em no na nos nas com e a ao as aos à às por para pelo pela entre ou ate')
export const denials = set('nao sem nem nenhum nenhuma nada nunca')
export const having = set('tem tinha tenho palpo sinto ha vejo ouco escuto aparece tendo noto percebo existe apalpo')
/** Orders of a doctor to the patient. The words after it up to the finding are no finding. */
export const orders = set(
  'olha abre abaixa fecha respira puxa solta deita senta vira levanta estica empurra aperta encosta engole tira mostra diz fala faz anda fica segura relaxa deixa vou vamos vamo pode poe bota sobe suba ' +
    'desce espera abro aperto levanto passo olho olhar ver examinar escutar apalpar medir pesar dobra roda feche abra deite sente levante diga faca poe ponha suba tenta acompanha segue mexe cruza poder pega',
)

type Variant = { words: readonly string[]; note: string }
export const keyOf = (word: string): string => word.replace(/oes$/, 'ao').replace(/ais$/, 'al').replace(/s$/, '')
/** 'molinha', 'vermelhinho' without the diminutive. */
export const plainSize = (word: string): string => word.replace(/z?inh([ao])s?$/, (_, end: string) => end)

const phrases = new Map<string, Variant[]>()
for (const [note, say] of [...Object.entries(signs), ...Object.entries(dictation.phrases)])
  for (const variant of say.split(';')) {
    const words = variant.trim().split(/\s+/).map(keyOf)
    const first = words[0] ?? ''
    phrases.set(
      first,
      [...(phrases.get(first) ?? []), { words, note }].sort((a, b) => b.words.length - a.words.length),
    )
  }
export const nouns = new Map(
  Object.entries(dictation.words).flatMap(([note, say]) => say.split(' ').map((word) => [keyOf(word), note] as const)),
)
type Adjective = { note: string; noun: string | undefined; general: boolean }
const general = set(dictation.general)
/** Lists every spoken form of an adjective: 'vermelho', 'vermelha', 'vermelhos', 'vermelhas'. */
const formsOf = (word: string): string[] =>
  (word.endsWith('o') ? [word, `${word.slice(0, -1)}a`] : [word]).flatMap((one) => [
    one,
    one.endsWith('l') ? `${one.slice(0, -1)}is` : one.endsWith('r') ? `${one}es` : `${one}s`,
  ])
/** Adjectives by their spoken form. `noun`: the finding for a denial, 'sem edema'; without it a denial is impossible. */
export const adjectives = new Map<string, Adjective>(
  Object.entries(dictation.adjectives).flatMap(([key, say]) => {
    const [note = '', noun] = key.split('|')
    const adjective = { note, noun, general: general.has(note) }
    return say.split(' ').flatMap((word) => formsOf(word).map((form) => [form, adjective] as const))
  }),
)
export const terms = new Set(dictation.keep.split(' ').map(keyOf))
export const sites = new Set(dictation.sites.split(' ').map(keyOf))
/** Whether the lexicon of findings knows the word. */
export const isClinical = (word: string): boolean =>
  nouns.has(keyOf(word)) ||
  adjectives.has(word) ||
  terms.has(keyOf(word)) ||
  sites.has(keyOf(word)) ||
  functions.has(word) ||
  qualities.has(word)
export const takenBack = set('digo alias minto corrigindo perdao')
/** Wordings that name only a place. */
export const places = new Set(dictation.places.split('; '))
/** Organs, and signs that say nothing without a quality: 'ausculta cardíaca', 'reflexo aquileu'. */
export const bodies = new Set(dictation.bodies.split('; '))
/** Functions that say nothing without a quality: 'força', 'pulsos', 'marcha'. */
export const functions = set(dictation.functions)
/** Words of a report that are written in capitals. */
export const abbreviations = set(dictation.abbreviations)
/** Signs that are named after a person. */
export const eponyms = set(dictation.eponyms)
/** Adjectives whose written and spoken forms are the same. */
export const qualities = set(dictation.qualities)
/** Wordings of phrases that lean on a finding: 'hiperfonética'. */
export const leaning = new Set(dictation.leaning.split('; '))
/** Wordings of phrases that say nothing without their place: 'movimento completo'. */
export const placeless = new Set(dictation.placeless.split('; '))
const untouched = new Set([...functions, ...set(dictation.untouched)])
/** Whether a hand can press it: 'fundo' and 'sensibilidade' are no places. */
export const isTouched = (site: string): boolean => !untouched.has(plain(site))
const bearers = new Map(Object.entries(dictation.bearers).map(([note, say]) => [note, set(say)] as const))
/** Whether the adjective has its clinical meaning beside this noun: only eyes and skin are icteric. */
export const suits = (note: string, noun: string): boolean => bearers.get(note)?.has(plain(noun)) ?? true
const local = new Set(dictation.local.split(' ').map(keyOf))
/** Whether a finding says nothing without its place: 'dor', 'nódulo'. */
export const isLocal = (word: string): boolean => local.has(keyOf(plain(word).split(' ')[0] ?? ''))

export const units: Record<string, string> = {
  cm: 'cm',
  mm: 'mm',
  kg: 'kg',
  g: 'g',
  ml: 'mL',
  '%': '%',
  grau: 'graus',
  bpm: 'bpm',
  irpm: 'irpm',
  mg: 'mg',
  metro: 'm',
}

/** Where a phrase that begins at this token ends, and its wording. */
export function phraseAt(tokens: readonly Token[], from: number, to: number): { note: string; to: number } | undefined {
  for (const { words, note } of phrases.get(keyOf(tokens[from]?.word ?? '')) ?? []) {
    let at = from + 1
    let fits = true
    for (const word of words.slice(1)) {
      let skipped = 0
      while (at < to && skipped < 3 && !same(word, tokens[at]) && skips(tokens[at])) {
        at += 1
        skipped += 1
      }
      if (at >= to || !same(word, tokens[at])) {
        fits = false
        break
      }
      at += 1
    }
    if (fits) return { note, to: at }
  }
  return undefined
}
const same = (word: string, token: Token | undefined): boolean =>
  token !== undefined && (keyOf(token.word) === word || keyOf(plainSize(token.word)) === word)
const skips = (token: Token | undefined): boolean =>
  token !== undefined && (fillers.has(token.word) || links.has(token.word))

/** Feminine words that do not end in 'a'. */
const feminine = set('orofaringe pele face base mão pálpebra força região')
/** Gives an adjective the gender and number of the noun before it, or of its spoken form. */
export function agree(note: string, said: string, noun: string | undefined): string {
  const model = noun ?? said
  const many = /s$/.test(model) && !/[íê]s$/.test(model)
  const female = noun ? /(a|dade|gem|ção)s?$/.test(noun) || feminine.has(noun.replace(/s$/, '')) : /as?$/.test(said)
  const base = female && note.endsWith('o') ? `${note.slice(0, -1)}a` : note
  if (!many) return base
  return base.endsWith('al') ? `${base.slice(0, -1)}is` : base.endsWith('r') ? `${base}es` : `${base}s`
}
