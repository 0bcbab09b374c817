import { remembered } from '../../remembered.ts'
import { plain } from '../../text.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { tokensOf } from '../safety/words.ts'
import { fillerPhrases, fillersAnywhere, fillersBeforeComma, shortForms, stopWords } from './speech.ts'

const W = '\\p{L}\\p{N}'
const word = (list: readonly string[]) => list.map((item) => item.replace(/ /g, '\\s+')).join('|')
const phrasePattern = new RegExp(
  `(?<![${W}])(?:${word([...fillerPhrases].sort((a, b) => b.length - a.length))})(?![${W}])[,]?`,
  'giu',
)
const anywherePattern = new RegExp(`(?<![${W}])(?:${word(fillersAnywhere)})(?![${W}])[,]?`, 'giu')
// At the head of a clause, and before a comma: 'É, então, ai, isso é' -> 'isso é'.
const commaPattern = new RegExp(`(^|[,.;?!]\\s*)(?:${word(fillersBeforeComma)})\\s*(?=[,.;?!]|$)[,]?`, 'giu')
const wordPattern = new RegExp(`(?<![${W}])(?:${word(shortForms.map(([spoken]) => spoken))})(?![${W}])`, 'giu')
const written = new Map(shortForms)
// 'eu tô, eu tô com' and 'quando eu, quando eu vou' are one start, said twice.
const stutter = new RegExp(`(?<![${W}])(?<!vez em )((?:[${W}-]+\\s+){0,3}[${W}-]+),?(?:\\s+\\1(?![${W}]))+`, 'giu')
const repeated = new RegExp(`(?<![${W}])(?<!vez em )([${W}-]+(?:\\s+[${W}-]+){0,3}),\\s+(?=\\1(?![${W}]))`, 'giu')
const danglingComma =
  /(?<![\p{L}])(?!quando, quando )(uns|umas|que|você|senhor|senhora|parece|seria|seriam|tentar|quando|porque|se|o|a|os|as|um|uma|no|na|do|da|de|com|em|mas|para|e|ou|eu|seu|sua|meu|minha|já|não acho que|acho que|tirando|exceto),\s+(?!(?:é|mas|só)\s)/giu
/** 'Não acho jeito de, eu não consigo sair': an abandoned start of a sentence that named nothing yet. */
const givenUp =
  /(^|[,.;?!]\s+)((?:[\p{L}-]+\s+){0,6}(?:um|uma|uns|umas|o|a|os|as|meu|minha|seu|sua|de|do|da|em|no|na|por)|(?:eu\s+)?acho que),\s+(?=(?:eu|ele|ela|a gente|você)\s)|(^|[,.;?!]\s+)((?:[\p{L}-]+\s+){0,6}(?:um|uma|uns|umas)),\s+(?=não\s)/giu
/** Drops an abandoned start, unless it names something of the lexicon. */
const unlessNamed = (whole: string, before = '', start = '', lead = '', other = '') =>
  mentionsIn(tokensOf(start || other)).length > 0 ? whole : before || lead
/** Spoken numbers may rightly repeat: 'nove nove três'. */
const numeral = /^(zero|um|uma|dois|duas|tr[eê]s|quatro|cinco|seis|sete|oito|nove|dez|\d+)$/i

const restart = (whole: string, first: string) => (numeral.test(first) && !whole.includes(',') ? whole : first)

/** Whether a word comes twice close by: most lines have none, and the search for repeated phrases is slow. */
function repeats(text: string): boolean {
  const words: string[] = text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
  return words.some((word, at) => words.slice(at + 1, at + 5).includes(word))
}

/** One line as speech gives it -> the same words without fillers, stutters and short forms. Numbers stay as spoken. */
export function normalise(text: string): string {
  let out = text
    .replace(/\s+/g, ' ')
    .replace(/…|\.{2,}/g, '.')
    .trim()
  out = out
    .replace(/,?\s*(?<![\p{L}])né\?/giu, ', é isso?')
    .replace(/,\s*(?:certo|correto|não é|é isso mesmo)\?/giu, ', é isso?')
    .replace(/(?<![\p{L}])(tá|sabe|ok|tá bom|tudo bem|certo|hein)\?/giu, '.')
  out = out.replace(
    /(?<![\p{L}])(n|d|pel)[oa] que (?:a gente chama|nós chamamos|chamamos|se chama) de(?![\p{L}])/giu,
    (_, tie: string) => (/d/i.test(tie) ? 'de' : /n/i.test(tie) ? 'em' : 'por'),
  )
  out = out.replace(phrasePattern, ' ').replace(anywherePattern, ' ')
  for (let turn = 0; turn < 3; turn++) out = settle(out.replace(commaPattern, '$1'))
  out = out.replace(
    /(?<![\p{L}])tipo(?=,|\s+(?:que|um|uma|eu|não|bem|muito|na|no|dormi|sair|ver|ficar|sinto)\s|\s+\p{L}+(?:ei|ando|endo)(?![\p{L}]))[,]?/giu,
    ' ',
  )
  out = settle(out)
  const again = repeats(out)
  if (again) for (let turn = 0; turn < 2; turn++) out = out.replace(repeated, '').replace(stutter, restart)
  out = out.replace(/(?<![\p{L}])(?:o|a) (?:seu|sua|meu|minha),? (?=(?:o|a) \p{L})/giu, '')
  out = out.replace(/que (?:seja|é), que (esteja|está),? /giu, 'que $1 ')
  out = out.replace(/(?<![\p{L}])(ficar|ser|estar), (?=(?:mais|muito|bem|com|sem) )/giu, '$1 ')
  out = out.replace(givenUp, unlessNamed)
  out = out.replace(danglingComma, '$1 ').replace(/(?<![\p{L}])(?:uma|um|o|a|os|as)\s+(?=(?:um|uma)\s)/giu, '')
  if (again) out = out.replace(stutter, restart)
  out = out.replace(/(?<![\p{L}])tá\s+(?=(?:bom|certo|ótimo)(?![\p{L}]))/giu, '')
  out = out.replace(wordPattern, (found) => written.get(found.toLowerCase()) ?? found)
  out = out
    .replace(
      /(?<![\p{L}])tão(?=\s+(?:[ao]s|sim|não|com|em dia|tod[oa]s|n[oa]s?|\p{L}+ndo|inchad\p{L}+)(?![\p{L}]))/giu,
      'estão',
    )
    .replace(/(^|[.?!]\s)tão(?=[,.;])/giu, '$1estão')
  out = out
    .replace(/(?<![\p{L}])para gente(?![\p{L}])/giu, 'para a gente')
    .replace(
      /(?<![\p{L}])(?:e|mas|porque|que|ou|aí|então|tipo|(?<!(?<![\p{L}])(?:quando|se|senhor|senhora|você|ele|ela|eu|não|só|nunca) )para)(?=[.?!]|$)/giu,
      '',
    )
  return settle(out)
}

/** Matches texts that a step of settle would change: most texts have none of it, and there are very many. */
const unsettled =
  / {2}|[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| [,.;?!]|[,;] ?[,;.?!]|[.?!] ?[.,;?!]|^[ ,.;?!]|[ ,;]$/

/** Spaces and punctuation after words were taken out. */
export function settle(text: string): string {
  if (!unsettled.test(text)) return text
  return text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;?!])/g, '$1')
    .replace(/([,;])(?:\s*[,;])+/g, '$1')
    .replace(/[,;]+\s*([.?!])/g, '$1')
    .replace(/([.?!])(?:\s*[.,;])+/g, '$1')
    .replace(/(^|[.?!]\s)\s*[,.;?!]+\s*/g, '$1')
    .replace(/^[\s,.;?!]+/, '')
    .replace(/[\s,;]+$/, '')
    .trim()
}

export const words = remembered(
  (text: string): readonly string[] => plain(text).match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [],
)

/** The words that say something, cut to stems: how statements are compared. */
export const stems = remembered(
  (text: string): ReadonlySet<string> =>
    new Set(
      words(text)
        .filter((w) => w.length > 1 && !stopWords.has(w))
        .map((w) => w.slice(0, 5)),
    ),
)
