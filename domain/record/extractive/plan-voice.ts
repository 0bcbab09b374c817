import { infinitive } from './lexicon/imperative.ts'
import { settle, uncapitalise } from './normalise.ts'

const leads: readonly RegExp[] = [
  /^(?:então|e|mas|aí|agora|porque|bom|certo|é|só|também|além disso|enquanto isso|nesse momento|no entanto),?\s+/iu,
  /^(?:e\s+)?(?:o\s+)?que\s+(?:eu|a gente)\s+[\p{L}\s]{2,40}?\s+(?:é|seria)(?:[,:]|\s+que)?\s+/iu,
  /^(?:eu|a gente)\s+(?:acho|acredito|sugiro|sugeriria|preferia|prefiro)\s+(?:que\s+)?/iu,
  /^(?:eu\s+|a gente\s+)?(?:te |lhe )?(?:aconselho|recomendo|recomendaria|oriento|sugiro|vou recomendar|sugeriria)\s+(?:o senhor\s+|a senhora\s+|você\s+)?(?:a\s+|que\s+)?/iu,
  /^(?:eu\s+|a gente\s+)?(?:gostaria|quero|queria|preciso|prefiro)\s+que\s+(?:o senhor\s+|a senhora\s+|você\s+)?/iu,
  /^(?:você|o senhor|a senhora|ele|ela)\s+(?:só\s+)?(?:deve|deveria|pode|precisa|precisaria|tem que|vai|poderia|consegue)\s+(?:de\s+|tentar,?\s+)?/iu,
  /^(?:eu|a gente)?\s*(?:vou|vai|vamos|posso|pode|quero|queria|gostaria de|preciso|precisa|deve)\s+(?:te |lhe )?(?=\p{L}+r(?![\p{L}]))/iu,
  /^(?:para\s+)?(?:você|o senhor|a senhora)\s+(?=\p{L}+r(?![\p{L}]))/iu,
]

const calledByName =
  /^(?:(?:seu|dona|senhora?|mãe|pai) )?\p{Lu}\p{Ll}+,\s+(?=(?:o que|eu|a gente|você|isso|pelo|pela|é|trata-se|acho|vamos|vou|não|se|o senhor|a senhora|minha|parece)\s)/u

/** A doctor's spoken plan -> the register of a note: 'eu vou te pedir uns exames' -> 'pedir uns exames'. */
export function planVoice(text: string, orders = true): string {
  // 'Renata, o que você me conta é ...': the name is no part of it. 'Losartana, cinquenta' keeps its head.
  let out = uncapitalise(text.replace(calledByName, ''))
  for (let turn = 0; turn < 4; turn++) for (const lead of leads) out = uncapitalise(out.replace(lead, ''))
  out = out
    .replace(/,\s*(?:dona|seu)\s+\p{Lu}\p{L}+(?=[,.]|$)/gu, '')
    .replace(/,\s*(?:mãe|mãezinha|pai|paizinho|minha filha|meu filho)(?=[,.]|$)/giu, '')
    .replace(/^(?:dona|seu|senhor|senhora|mãe|pai)\s*(?:\p{Lu}\p{L}+)?,\s*/iu, '')
    .replace(
      /^(?:eu\s+)?acho\s+que\s+(?:a senhora |o senhor |você )?(?:está com|tem|é|seja)\s+(?:uma?\s+)?/iu,
      'provável ',
    )
    .replace(/^(?:(?:tudo )?isso(?: aí)?|isto) é (?:uma?\s+)?/iu, '')
    .replace(
      /^(?:o que (?:você |o senhor |a senhora )?(?:me )?(?:conta|contou|descreve|relata) )é (?=compatível)/iu,
      '',
    )
    .replace(/^seja (?:uma?\s+)?/iu, 'provável ')
    .replace(/^é (?=uma?\s+\p{L}{4})/iu, '')
    .replace(
      /^(?:a gente se vê|nos vemos|te espero|espero (?:você|o senhor|a senhora)|quero te ver|preciso vê-l[oa])(?=\s)/iu,
      'retorno',
    )
    .replace(
      /^(?:as )?(?:coisas|sinais)?\s*(?:para|que precisa) ficar de olho\s+(?:seriam|são|é|em)?\s*/iu,
      'sinais de alerta: ',
    )
    .replace(/^eu,?\s+(\p{L}+[aei])ria(?![\p{L}])/iu, '$1r')
    .replace(/^(\p{L}+[aei])ria\s+(?=\p{L})/iu, (whole, stem: string) =>
      /^(?:se|te|have|gosta|pode|deve|precisa|fica)/i.test(stem) ? whole : `${stem}r `,
    )
    .replace(
      /(^|[,.;]\s|(?<![\p{L}])(?:que|se|quando|porque|caso|e|mas|onde|como|então)\s)(?:você|o senhor|a senhora)\s+/giu,
      '$1',
    )
    .replace(/(?<![\p{L}])se se(?![\p{L}])/giu, 'se')
    .replace(/(?<![\p{L}])você(?![\p{L}])/giu, 'o paciente')
    .replace(/(?<![\p{L}])(o|a) senhora?(?![\p{L}])/giu, (_, article: string) =>
      article.toLowerCase() === 'a' ? 'a paciente' : 'o paciente',
    )
    .replace(/(?<![\p{L}])(?:por|para) o paciente/giu, (found) => (/^por/i.test(found) ? 'pelo paciente' : found))
    .replace(/(?<![\p{L}])para a gente (?=\p{L}+r(?![\p{L}]))/giu, 'para ')
    .replace(/(?<![\p{L}])para a gente(?![\p{L}])/giu, 'para nós')
    .replace(/(?<![\p{L}])te\s+/giu, '')
    .replace(/(?<![\p{L}])me (?=lig|procur|avis)/giu, '')
    .replace(/(?<![\p{L}])(?:a gente|eu)\s+/giu, '')
  return settle(orders ? infinitive(out) : out)
}
