import { settle } from './normalise.ts'

const have = '(?:tem|teve|tinha|sente|sentiu|sentia|apresenta|apresentou|está com|estava com|ficou com|refere|notou|percebeu|reparou em|tem tido|há|houve|tem sentido)'
const none = '(?:nenhum(?:a)?|qualquer|algum(?:a)?|alguns|algumas|mais nenhum(?:a)?)'
const notHave = new RegExp(`(?:^|(?<=[,;] )|(?<= e ))(?:também )?não ${have} (?:${none} )?`, 'giu')
const never = new RegExp(`^nunca ${have} (?:${none} )?`, 'iu')
const present = /^(?:refere que )?(?:está com|estava com|vem apresentando|sente|tem sentido) /iu
const since = /(?:,\s*)?(?:já\s+)?(?:faz|tem)\s+(?:mais ou menos\s+|cerca de\s+)?((?:uns|umas|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|\d+|alguns|algumas|muitos|muito|pouco|poucos)\b[^,.;]{0,12}?(?:dias?|semanas?|m[eê]s|meses|anos?|horas?|minutos?|tempo))/giu

/** Third-person statement -> the register of a note: 'não teve febre' -> 'nega febre', 'faz três dias' -> 'há três dias'. */
export function clinicalRegister(text: string): string {
  return settle(
    text
      .replace(since, ' há $1')
      .replace(never, 'nega ')
      .replace(notHave, 'nega ')
      .replace(present, 'refere ')
      .replace(/(?<![\p{L}])refere (uma|um) (?=\p{L})/giu, 'refere ')
      .replace(/\bnão é bem (uma |um )/giu, 'não exatamente '),
  )
}

const noun = /^(?:nenhum(?:a)?|algum(?:a)?|alguns|algumas|qualquer|mais algum(?:a)?|muit[ao]s?)\s+/iu
export const denied = (core: string): string => `nega ${core.replace(noun, '')}`
