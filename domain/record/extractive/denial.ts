import { plain } from '../../text.ts'
import { drug, illness, symptom } from './lexicon/clinical.ts'
import { thirdPersonForms } from '../voice/verbs.ts'
import { settle, uncapitalise } from '../voice/normalise.ts'

const have =
  '(?:tem|teve|tinha|sente|sentiu|sentia|apresenta|apresentou|está com|estava com|ficou com|refere|notou|percebeu|reparou em|tem tido|há|houve|tem sentido)'
const none = '(?:nenhum(?:a)?|qualquer|algum(?:a)?|alguns|algumas|mais nenhum(?:a)?)'
const notHave = new RegExp(
  `(?:^|(?<=[,;] )|(?<= e ))(?:também )?não ${have} (?:${none} )?(?=((?:[\\p{L}-]+ ?){1,5}))`,
  'giu',
)
const never = new RegExp(`^nunca ${have} (?:${none} )?`, 'iu')
/** 'Vômito não', 'diabetes não': the denial comes after what it denies. */
const postposed = /(^|[,.;]\s*(?:não,\s*)?(?:mas |e |só |porém )?)((?:\p{L}+ ){0,2}?\p{L}{3,}),? não(?=[,.;]|$)/giu
/** Only what a patient may have or not is denied; 'não tem certeza' stays as it is. */
const deniable = new RegExp(
  `${symptom.source}|${illness.source}|${drug.source}|\\barmas?\\b|drog|alcool|cigarr|alerg|historico|pensamento|ideia|cirurgi|remedio|medica`,
)
const isThird = (text: string) =>
  (thirdPersonForms.has(plain(text)) || /^\w{3,}(ou|eu|iu)$/.test(plain(text))) &&
  !/^(tosse|sono|nada)$/.test(plain(text))
const present = /^(?:refere que )?(?:está com|estava com|vem apresentando|sente|tem sentido) /iu
const since =
  /(?:,\s*)?(?:já\s+)?(?:faz|(?<=^|[,.;]\s*|(?:\p{L}(?:ou|eu|iu)|(?<![\p{L}])(?:já|isso|e|mas))\s+)tem)\s+(?:mais ou menos\s+|cerca de\s+)?((?:uns|umas|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|\d+|alguns|algumas|muitos|muito|pouco|poucos)\b[^,.;]{0,12}?(?:dias?|semanas?|m[eê]s|meses|anos?|horas?|minutos?|tempo))/giu

/** Third-person statement -> the register of a note: 'não teve febre' -> 'nega febre', 'faz três dias' -> 'há três dias'. */
export function clinicalRegister(text: string): string {
  return settle(
    text
      .replace(since, ' há $1')
      .replace(/^sem (?=((?:[\p{L}-]+ ?){1,4}))/iu, (whole, what: string) =>
        deniable.test(plain(what)) ? 'nega ' : whole,
      )
      .replace(never, 'nega ')
      .replace(notHave, (whole, what: string) => (deniable.test(plain(what)) ? 'nega ' : whole))
      .replace(postposed, (whole, before: string, what: string) =>
        /(?<![\p{L}])(?:n[oa]s?|em|de|não|nunca|nem|sem|que|eu|acha|também|ainda|acho|mas|muito|bem|hoje|agora)(?![\p{L}])/iu.test(
          what,
        ) ||
        (!deniable.test(plain(what)) && !isThird(what)) ||
        drug.test(plain(what))
          ? whole
          : isThird(what)
            ? `${before}não ${what}`
            : `${before}nega ${uncapitalise(what)}`,
      )
      .replace(
        /(^|[,.;]\s*(?:mas |e )?)((?:\p{L}+ )?\p{L}{4,}(?: (?:à|de|n[oa]|em|d[oa]) \p{L}{3,})?) sim(?=[,.;]|$)/giu,
        (whole, before: string, what: string) =>
          /^(?:tem|teve|sente|está|toma|usa) /iu.test(what)
            ? `${before}${what}`
            : deniable.test(plain(what))
              ? `${before}refere ${what}`
              : whole,
      )
      .replace(inverted, (whole, before: string, what: string, verb: string) =>
        deniable.test(plain(what)) && !/(?<![\p{L}])(?:não|nunca|nem|sem|nada|já|que)(?![\p{L}])/iu.test(what)
          ? `${before}${verb} ${uncapitalise(what).replace(/^(?:o|a|os|as) /iu, '')}`
          : whole,
      )
      .replace(refusedAfter, (whole, before: string, what: string) =>
        deniable.test(plain(what)) ? `${before}nega ${uncapitalise(what).replace(/^(?:o|a|os|as) /iu, '')}` : whole,
      )
      .replace(nobody, (whole, before: string, what: string) =>
        deniable.test(plain(what)) ? `${before}nega ${uncapitalise(what)} na família` : whole,
      )
      .replace(named, '$1$3')
      .replace(/(?<![\p{L}])(não [^.;]+?),? não(?=[.;]|$)/giu, '$1')
      .replace(
        /(?<![\p{L}])(tem|está|usa|consegue|toma|começou(?!, \p{L}+(?:ou|eu|iu) )|teve|sente),\s+(?!não|nega|nem|mas|e |nunca)/giu,
        '$1 ',
      )
      .replace(/(?<![\p{L}])(não [^.;,]+), não(?=,)/giu, '$1')
      .replace(/(?<![\p{L}])(?:não|nada),? (?=nega )/giu, '')
      .replace(present, 'refere ')
      .replace(/(?<![\p{L}])refere (uma|um) (?=\p{L})/giu, 'refere ')
      .replace(/\bnão é bem (uma |um )/giu, 'não exatamente '),
  )
}

/** 'Tosse tem', 'o apetite eu tenho': what is had comes first. */
const inverted = /(^|[.;]\s+)((?:\p{L}+ ){0,3}\p{L}{3,}),? (tem|teve|sente|toma|usa)(?=[.;]|$)/giu
/** 'Alergia, não tem', 'trombose nunca teve', 'cirurgia nenhuma'. */
const refusedAfter =
  /(^|[.;]\s+)((?:\p{L}+ (?:e |ou )?){0,3}?\p{L}{3,}),? (?:(?:não|nunca) (?:tem|teve|sente|sentiu|toma|usa|fez)|nenhuma?|nunca)(?=[.;]|$)/giu
/** 'Trombose, ninguém que eu saiba'. */
const nobody = /(^|[.;]\s+)((?:\p{L}+ ){0,2}\p{L}{3,}),? ninguém(?: que saiba| teve| tem)?(?=[.;]|$)/giu
/** 'Vomitar vomitou duas vezes', 'acordar já acordou': the verb is named before it is told. */
const named = /(^|[.;]\s+)(\p{L}{3,})(?:ar|er|ir),? ((?:já |só |nunca )?\2)/giu

const noun = /^(?:nenhum(?:a)?|algum(?:a)?|alguns|algumas|qualquer|mais algum(?:a)?|muit[ao]s?)\s+/iu
// 'Alergia a nenhum remédio', 'em algum lugar': denied, they are one.
const inner = /((?<![\p{L}])(?:a|de|com)\s)(?:nenhuma?|alguma?|qualquer)\s/giu
const anything = /\s+(?:a|de|com|para)\s+(?:nenhuma|alguma|qualquer)\s+coisa(?![\p{L}])/giu
export const denied = (core: string): string =>
  `nega ${core
    .replace(anything, '')
    .replace(noun, '')
    .replace(/^(?:o|a|os|as) (?=\p{L}{4})/iu, '')
    .replace(inner, '$1')
    .replace(/(?<![\p{L}])(e|ou|nem) (?:nenhuma?|alguma?) /giu, '$1 ')
    .replace(/, (?:alguma?|nenhuma?) (\p{L}+)$/iu, ' ou $1')}`
