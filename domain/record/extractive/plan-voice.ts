import { plain } from '../../text.ts'
import { infinitive } from '../voice/imperative.ts'
import { onlyMeasures } from './lexicon/plan.ts'
import { settle, uncapitalise } from '../voice/normalise.ts'

const leads: readonly RegExp[] = [
  /^(?:então|e|mas|aí|agora|porque|bom|certo|é|só|também|além disso|enquanto isso|nesse momento|no entanto),?\s+/iu,
  /^(?:e\s+)?(?:o\s+)?que\s+(?:eu|a gente)\s+[\p{L}\s]{2,40}?\s+(?:é|seria)(?:[,:]|\s+que)?\s+/iu,
  /^(?:(?:a gente|nós) )?(?:combina|combinamos|faz|fazemos|vai fazer) (?:o seguinte|assim|uma coisa)[:,]\s+/iu,
  /^(?:uma coisa importante|outra coisa|senão|olha|por isso(?: que)?|nesse caso|a princípio|nesse ponto|certo),?\s+/iu,
  /^(?:(?:eu\s+)?acho\s+(?:que\s+)?)?(?:é|seria)?\s*(?:bem |muito |mais )?(?:melhor|importante|interessante)\s+(?:para (?:nós|a gente|mim),?\s+)?(?:que\s+)?(?:o senhor\s+|a senhora\s+|você\s+|ela\s+|ele\s+)?/iu,
  /^o que (?:eu |a gente )?(?:vou|vamos|vai|quero|queria) fazer(?: (?:é|agora é))?(?:,| é)?\s+/iu,
  /^(?:eu\s+)?(?:diria|ia sugerir|ia propor|sugeriria)\s+(?:para|que|de)\s+(?:você\s+|o senhor\s+|a senhora\s+|a gente\s+)?/iu,
  /^(?:acho que )?(?:seria|é) (?:bom|interessante|uma boa ideia|legal)\s+(?:a gente\s+|você\s+|o senhor\s+|a senhora\s+)?(?=\p{L}+r(?![\p{L}]))/iu,
  /^não (?:tem|há|vejo) nada (?:aqui )?que me preocupe[^,]*,\s+(?:então\s+)?/iu,
  /^o ideal (?:é|seria) (?:que )?(?:você |o senhor |a senhora |a gente )?(?=\p{L}+r(?![\p{L}]))/iu,
  /^(?:vai\s+)?precisar\s+(?:de\s+)?(?=\p{L}+r(?![\p{L}]))/iu,
  /^(?:eu|a gente)\s+(?:acho|acredito|sugiro|sugeriria|preferia|prefiro)\s+(?:que\s+)?/iu,
  /^(?:eu\s+|a gente\s+)?(?:te |lhe )?(?:aconselho|recomendo|recomendaria|oriento|sugiro|vou recomendar|sugeriria)\s+(?:o senhor\s+|a senhora\s+|você\s+)?(?:a\s+|que\s+)?/iu,
  /^(?:eu\s+|a gente\s+)?(?:também\s+)?(?:gostaria|quero|queria|preciso|prefiro)\s+(?:também\s+)?que\s+(?:o senhor\s+|a senhora\s+|você\s+|ela\s+|ele\s+)?/iu,
  /^(?:você|o senhor|a senhora|ele|ela)\s+(?:só\s+)?(?:deve|deveria|pode|precisa|precisaria|tem que|vai|poderia|consegue)\s+(?:de\s+|tentar,?\s+)?/iu,
  /^(?:eu|a gente)?\s*(?:vou|vai|vamos|posso|pode|quero|queria|gostaria de|preciso|precisa|deve)\s+(?:te |lhe )?(?=\p{L}+r(?![\p{L}]))/iu,
  /^(?:para\s+)?(?:você|o senhor|a senhora)\s+(?=\p{L}+r(?![\p{L}]))/iu,
]

const kin = 'irmão?|mãe|pai|filh[oa]|marido|esposa|mulher|namorad[oa]|av[óô]|ti[oa]|família|cuidadora?'
const ofAnother = new RegExp(
  `^(?:(?:e|mas|então) )*(?:eu )?(?:quero|gostaria|queria|prefiro|preciso|peço) que (?:[oa] )?(?:seu |sua )(${kin}) (\\p{L}.*)$`,
  'iu',
)
/** 'Quero que sua irmã fique com os remédios' -> 'irmã deve ficar com os remédios'. */
function askedOfAnother(text: string): string {
  const [, who, what = ''] = text.match(ofAnother) ?? []
  const done = infinitive(what.replace(/(?<![\p{L}])(?:te|lhe) /giu, ''))
  return who && done !== what ? `${who.toLowerCase()} deve ${done}` : text
}

/** What a doctor does while saying it. */
const doing: Record<string, string> = {
  dou: 'dar',
  peço: 'pedir',
  renovo: 'renovar',
  encaminho: 'encaminhar',
  prescrevo: 'prescrever',
  receito: 'receitar',
  solicito: 'solicitar',
  mantenho: 'manter',
  suspendo: 'suspender',
  reduzo: 'reduzir',
  associo: 'associar',
}
const doingNow = new RegExp(
  `(^|[,;] | e )(?:(?:eu|já|também|te|lhe) )*(${Object.keys(doing).join('|')})(?=(?: (?:você|o senhor|a senhora|el[ea]))? )`,
  'giu',
)
/** 'Se doer toma dipirona' -> 'se doer, tomar dipirona'. */
const ifThen =
  /^((?:se|caso|quando) (?:não )?\p{L}+(?:[aei]r)(?: (?:a |o |muita? )?(?!toma|usa|faz|passa)\p{L}+)?) (toma|tome|usa|use|faz|faça|passa|passe|pinga|pingue|dá|dê) (?=\p{L})/iu

/** 'Pode aumentar o apetite' tells what a drug does, and orders nothing. */
const effect =
  /^(?:(?:ele|ela|isso) )?podem? (aumentar|diminuir) (o|a) (apetite|fome|sono|peso|vontade|pressão)(?![\p{L}]).*$/iu
const effectNamed = (_: string, verb: string, the: string, what: string): string =>
  `possível ${/^a/i.test(verb) ? 'aumento' : 'diminuição'} d${the.toLowerCase()} ${what}`

const calledByName =
  /^(?:(?:seu|dona|senhora?|mãe|pai) )?\p{Lu}\p{Ll}+,\s+(?=(?:o que|eu|a gente|você|isso|pelo|pela|é|trata-se|acho|vamos|vou|não|se|o senhor|a senhora|minha|parece)\s)/u

const infinitives = '(?=(?:se )?(?:\\p{L}+(?:ar|er|ir|or|ôr)|ir)(?![\\p{L}]))'
const will =
  '(?:eu |a gente |nós )?(?:vou|vai|vamos|posso|podemos|quero|queria|gostaria de|preciso|precisamos|pretendo)(?: te| lhe| só| já)* '
const must = '(?:você |o senhor |a senhora |o paciente |ela |ele )?(?:tem que|precisa|deve|deveria|precisaria) (?:de )?'
const between = new RegExp(
  `((?:(?:,|;|:)\\s(?:e |aí |então )?|\\se\\s)(?:(?:eu |a gente )?(não ))?)(?:${will}|${must})${infinitives}`,
  'giu',
)
const forThat = new RegExp(`^((?:para|nas?|nos?|durante|quando) [^,]{2,40}?),? (?:${will})${infinitives}`, 'iu')
const wish =
  /([,;]\s)(?:e |aí |então )*(?:eu |a gente )?(?:quero|gostaria|preciso|queria|prefiro|recomendo|aconselho|peço|é importante|é bom) que (?:você |o senhor |a senhora |ela |ele )?/giu
/** What is decided anywhere in the sentence: 'como é alérgico, vou passar outro' -> 'como é alérgico, passar outro'. */
const decided = (text: string): string =>
  text
    .replace(/([,;]\s)aí,?\s+/giu, '$1')
    .replace(/que (?:seja|é), que (esteja|está),? /giu, 'que $1 ')
    .replace(/(,| e) (?:eu )?(?:acho|acredito) que (?:(?:é|seria) (?=com |\p{L}+r ))?/giu, '$1 ')
    .replace(/^isso [^,]*, mas (?=(?:também )?(?:eu )?(?:também )?(?:te )?(?:aconselh|recomend|sugir))/iu, '')
    .replace(wish, '$1')
    .replace(between, '$1')
    .replace(forThat, '$1, ')
    .replace(/,\s+(?:eu )?sei que [^,]+(?=, mas)/giu, '')
    .replace(
      /(^|[,;]\s)(?:eu |a gente )?(?:mas )?(?:já )?(?:sempre |também )?(?:te |lhe )?(?:recomendaria|recomendo|aconselho|aconselharia|sugiro|sugeriria|oriento)(?:,? (?:o senhor|a senhora|você))?(?: a)?,? (?:a )?(?=(?:se )?\p{L}+(?:ar|er|ir|or)(?![\p{L}]))/giu,
      '$1',
    )
    .replace(/(^|[,;]\s)(?:eu )?(?:acho que )?(?:vale|valeria) a pena /giu, '$1')
    .replace(/^(?:eu )?não (?:quero|gostaria) que (?:você |o senhor |a senhora |el[ea] )?(?=\p{L})/iu, 'não ')
    .replace(ifThen, (_, condition: string, verb: string) => `${condition}, ${infinitive(verb)} `)
    .replace(/^(?:isso|que) vai envolver (?:fazer )?/iu, '')
    .replace(/^(?:tem|existem?|há) (?:os|as|o|a|uns|umas|um|uma) /iu, '')
    .replace(/^mais,\s+/iu, '')
    .replace(/^(?:uns|umas) (?=\p{L}{4})/iu, '')
    .replace(
      /(?<![\p{L}])(pedir|fazer|colher|solicitar|providenciar|passar|tomar) (?:uns|umas) (?!\p{L}+ (?:dias|horas))/giu,
      '$1 ',
    )
    .replace(/(?<=(?<![\p{L}])(?:[oa]s?|n[oa]s?|d[oa]s?|pel[oa]s?|ao|à) )(?:seus?|suas?) (?=\p{L})/giu, '')
    .replace(/([,;]\s)não precisa (?:de|tomar|usar) (?=\p{L}{4})/giu, '$1sem necessidade de ')
    .replace(/(, )para de (?=\p{L}+r(?![\p{L}]))/giu, '$1parar de ')
    .replace(/ com a gente(?=[,.]|$)/giu, '')
    .replace(/^(?:talvez )?(?:em|de|por|a) (?=(?:o|os|as) \p{L})/iu, '')
    .replace(
      /(, (?:e |aí )?)(?:eu )?(?:já )?(?:te )?encaminho(?: (?:você|o senhor|a senhora|el[ea]))? (?=para|a[os]? |à )/giu,
      '$1encaminhamento ',
    )
    .replace(/(^|[,;]\s)(?:eu |a gente )?não (?:vou|vamos) (?:te |lhe )?(?=\p{L}+r(?![\p{L}]))/giu, '$1não ')
    .replace(
      /^(?:(?:eu )?não (?:acho|acredito) que (?:você |o senhor |a senhora )?(?:precise|seja preciso|seja necessári[oa])|não (?:é )?(?:precisa|preciso|necessári[oa]|há necessidade))(?: de)?(?: nada como| tomar| usar| um| uma)* (?=\p{L}{4})/iu,
      'sem necessidade de ',
    )
    .replace(
      /para (?:eu |a gente )?(?:me ver|ver (?:você|o senhor|a senhora|ela|ele))(?: de novo)?(?![\p{L}])/giu,
      'para reavaliação',
    )
    .replace(/(?<![\p{L}])ligar? (?:de volta )?para (?:mim|a gente|nós)(?![\p{L}])/giu, 'ligar')
    .replace(doingNow, (_, before: string, verb: string) => `${before}${doing[verb.toLowerCase()] ?? verb}`)

/** 'Se piorar você volta' -> 'se piorar, voltar'. */
const thenYou =
  /(?<![\p{L}])((?:se|caso) [^,]{3,40}?),? (?:você|o senhor|a senhora) (?:me |já )?(volta|liga|procura|chama|vem)(?![\p{L}])/giu

const observed =
  /^(?:na câmera,? |pela câmera,? |pelo vídeo,? )?(?:(?:eu )?(?:estou vendo|vejo|notei|percebi|observo|reparei|d[áa]r? para (?:ver|ouvir|sentir|palpar|notar))(?: aqui)?(?: que)?|aqui,?) /iu
/** 'Olhando para a sua garganta, ela parece vermelha' -> 'garganta parece vermelha'. */
const lookingAt =
  /^(?:olhando|vendo|examinando|palpando|auscultando) (?:para )?(?:(?:o|a|os|as|seu|sua|seus|suas) ){1,2}([^,]{3,30}),(?: el[ea]s?)?\s/iu
/** 'Renata, vejo você vestida com cuidado': whose name it is stands above the record. */
const seenOf =
  /^(?:(?:[Ss]eu|[Dd]ona) )?\p{Lu}\p{Ll}+, (?=(?:eu )?(?:vejo|estou vendo|noto|notei|percebo|percebi|observo)(?![\p{L}]))/u
/** 'Catorze quilos, noventa centímetros' -> 'peso catorze quilos, estatura noventa centímetros'. */
const measuresNamed = (text: string): string =>
  uncapitalise(text)
    .replace(/^(?:com |pesa |pesando )?(?=[^,]*(?:quilos?|kg)(?![\p{L}]))(?!peso )/iu, 'peso ')
    .replace(
      /(^|,? e |, )(?:com |mede )?(?=(?:[\p{L}\d]+ ){1,7}(?:centímetros?|cm)(?![\p{L}]))(?!peso |altura |estatura )(?![^,]*quilos?)/iu,
      '$1estatura ',
    )
/** What an examination shows, without who saw it. */
export const findingVoice = (text: string): string =>
  onlyMeasures.test(plain(text))
    ? measuresNamed(text)
    : planVoice(
        uncapitalise(text.replace(seenOf, ''))
          .replace(observed, '')
          .replace(lookingAt, '$1 ')
          .replace(/^(?:você |o senhor |a senhora |el[ea] )?parece (?:estar )?(?=\p{L}+ndo |bem(?![\p{L}]))/iu, '')
          .replace(/, (?:e )?está (?=\p{L}+ndo )/giu, ', ')
          .replace(/^([oa]s?) (?:seus?|suas?) /iu, '$1 ')
          .replace(/,? mas não (?:vejo|tem|há|vi) (?:nenhuma? )?/giu, ', sem ')
          .replace(/^(?:você|o senhor|a senhora|ela|ele) /iu, ''),
        false,
      )

/** A doctor's spoken plan -> the register of a note: 'eu vou te pedir uns exames' -> 'pedir uns exames'. */
export function planVoice(text: string, orders = true): string {
  // 'Renata, o que você me conta é ...': the name is no part of it. 'Losartana, cinquenta' keeps its head.
  let out = uncapitalise(
    text.replace(calledByName, '').replace(/(?<=(?<![\p{L}])(?:mas|e|então|olha),? )\p{Lu}\p{Ll}{2,}, /u, ''),
  )
  // 'Pode se inscrever': told apart from the condition 'se inscrever'.
  out = out.replace(
    /(?<![\p{L}])((?:pode|deve|deveria|precisa|tem que|vai|poderia)|(?:recomendo|aconselho|sugiro|oriento)[, ]+(?:com certeza,? )?(?:você |o senhor |a senhora )?a) se (\p{L}+(?:ar|er|ir))(?![\p{L}])/giu,
    '$1 $2-se',
  )
  if (orders) out = askedOfAnother(out).replace(effect, effectNamed)
  for (let turn = 0; turn < 4; turn++) for (const lead of leads) out = uncapitalise(out.replace(lead, ''))
  out = out.replace(
    thenYou,
    (_, condition: string, verb: string) => `${condition}, ${verb === 'vem' ? 'vir' : `${verb}r`}`,
  )
  if (orders) out = decided(out)
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
      /^(?:a gente (?:se vê|se fala|conversa)(?: de novo)?|se fala de novo|nos falamos|nos vemos|te espero|(?:te )?vejo(?: de novo)?(?= (?:em|daqui|na|no|dia|amanhã))|espero (?:você|o senhor|a senhora)|quero te ver|preciso vê-l[oa])(?=\s)/iu,
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
      /(^|[,.;]\s|(?<![\p{L}])(?:que|se|quando|porque|caso|e|mas|onde|como|então)\s)(?:você|o senhor|a senhora)\s+(?!e\s)/giu,
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
