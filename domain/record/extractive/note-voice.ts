import { plain } from '../../text.ts'
import { drug, illness, symptom } from './lexicon/clinical.ts'
import { asides, breaths, corrections, talkOnly } from './lexicon/note-asides.ts'
import { afterDenial, clinicalForms, hasOne } from './lexicon/note-forms.ts'
import { numeral, timeUnit } from './lexicon/number.ts'
import { disease } from './lexicon/plan.ts'
import { thirdPersonForms } from '../voice/verbs.ts'
import { finish, settle, uncapitalise, words } from '../voice/normalise.ts'
import { type Rewriting, rewriter } from './rewriting.ts'

const rewrite = (text: string, rules: Rewriting) => rules.reduce((out, [from, to]) => out.replace(from, to), text)

const lead =
  /^(?:(?:é que|é também porque|é bem,|ou(?! seja)|é só que|é porque|é isso|só que|o problema é que|o que acontece é que|a questão é que|é bem assim|é assim|aí|ah|então|assim|bom|no caso|que|e|mas|porque|também|é,|fora isso|tirando isso)(?:,\s*|\s+))+/iu

/** How much and how long, as a note says it: 'faz uns dois meses' -> 'há cerca de dois meses'. */
const amounts: Rewriting = [
  [
    new RegExp(
      `(?<![\\p{L}])(?:acha que |talvez )?(?:(?:mais ou menos |por volta de )?(?:uns|umas)|mais ou menos)\\s+(?=${numeral}(?![\\p{L}]))`,
      'giu',
    ),
    'cerca de ',
  ],
  [new RegExp(`(?<![\\p{L}])(?:acha que|sei lá|deve ser)\\s+(?=cerca de |${numeral}\\s+\\p{L})`, 'giu'), ''],
  [
    new RegExp(`(?<![\\p{L}])(?:há\\s+)?((?:cerca de\\s+)?${numeral}\\s+${timeUnit})\\s+atrás(?![\\p{L}])`, 'giu'),
    'há $1',
  ],
  [/(?<![\p{L}])(?:há )?(?:uns|alguns) (dias|meses|anos|minutos) atrás(?![\p{L}])/giu, 'há alguns $1'],
  [
    new RegExp(
      `(?<![\\p{L}])há ((?:${numeral}|um pouco mais de ${numeral}) ${timeUnit}),? mais ou menos(?![\\p{L}])`,
      'giu',
    ),
    'há cerca de $1',
  ],
  [/(?<![\p{L}])uns (dias|meses|anos|minutos|segundos)(?![\p{L}])/giu, 'alguns $1'],
  [/(?<![\p{L}])umas (horas|semanas|vezes|noites)(?![\p{L}])/giu, 'algumas $1'],
  [/(?<![\p{L}])cerca de cerca de /giu, 'cerca de '],
  [/(?<![\p{L}])(tem|teve|refere|com|nega|sente|sentiu|são|levou|toma|fez) (?:uns|umas) (?=\p{L})/giu, '$1 '],
  [/^(?:uns|umas) (?=\p{L}{3})/iu, ''],
]
/** A denied thing in the words of a note. */
export const noteItem = (item: string): string => settle(rewrite(item, register).replace(/^uma? /iu, ''))
/** What an answer says before, after and instead of itself. */
const talk: Rewriting = [
  [/(^|[;,.]\s+)(?:não,? )*não diria (?:isso|que sim),?\s*/giu, '$1'],
  [/^(?:provavelmente|talvez),? (?=não,)/iu, ''],
  [/^(?:não,? )+(?=nenhum|não )/iu, ''],
  [/^não diria que (?:teve|tem),? (?=nega)/iu, ''],
  [/(nega [^;.]+), não (?:teve|tem)(?=[;.]|$)/giu, '$1'],
  [/ nem nenhuma? (?=\p{L})/giu, ' nem '],
  [/[;,]?\s*(?:mas )?(?:acha que )?o histórico é só isso.*$/iu, ''],
  [/[;,]?\s*(?:é|foi|era) (?:só |basicamente )?isso (?:que|mesmo)(?![\p{L}]).*$/iu, ''],
  [/(?<![\p{L}])acha que (?=há )/giu, ''],
  [/,? mais ou menos,? que (?=\p{L})/giu, ' '],
  [/,\s*meio$/iu, ''],
  [/^(?:é bem, )?(?:todo mundo|toda pessoa|todo \p{L}+|qualquer pessoa) [^;]*?, mas (?=\p{L})/iu, ''],
  [/(?<![\p{L}])às vezes é que /giu, 'às vezes '],
  [/(?<![\p{L}])lá pelas (?=\p{L})/giu, 'por volta das '],
  [/^é [oa]s?,? é /iu, ''],
  [/(?<![\p{L}])mas nada (?=nega )/giu, 'mas '],
  [/,? (?:mas )?(?:não,? )?nada (?:de )?(?:nada )?(?:muito )?(?:grave|sério|demais|demais assim)(?=[.;]|$)/giu, ''],
  [/(?<![\p{L}])(?:umas|uns) (?=uma?(?![\p{L}]))/giu, ''],
  [/^(?:acha que )?(?:não|nada),? nenhuma?,? (\p{L}[^;]*?)(?: que saiba)?$/iu, 'nega $1'],
  [/(?<![\p{L}])(\p{L}+), (\p{L}{3,}(?:ar|er|ir)), (?=(?:uma?|o|a|os|as) )/giu, '$1 $2 '],
]
/** 'Não faz nada física, pesada': of 'nada', not of the 'coisa' that was asked for. */
const nothing = /(?<![\p{L}])nada (?:\p{L}+(?:ic|[aei]d|os)a(?:, |(?=[;.]|$)))+/giu
const masculine = (found: string) => found.replace(/a(?=,|$| $)/gu, (letter, at: number) => (at < 5 ? letter : 'o'))
/** 'É uma dor latejante', 'é no meio do peito': what is, without its verb. */
const itIs =
  /^(?:é|são|foi|era|eram) (?:(?:um |uma )?(?:tipo|espécie) de |(?:o|a|os|as|um|uma|uns|umas) (?!pouco|tanto)(?=\p{L}{3})|(?=(?:n[oa]s?|d[oa]s?|em|de|mais|só|bem|fezes|dor|dores) ))/iu

export const approximate = (text: string): string => settle(rewrite(text, amounts))

/** Words of a talk for which a note has its own. */
const register: Rewriting = [
  [/(?<=(?<![\p{L}])(?:a|o|as|os|n[oa]s?|d[oa]s?|com|de|em) )(?:sua|seu|suas|seus) (?=\p{L})/giu, ''],
  [/(?<![\p{L}])fazer xixi(?![\p{L}])/giu, 'urinar'],
  [/(?<![\p{L}])(?:quando|ao) (?:vai fazer|faz) xixi(?![\p{L}])/giu, 'ao urinar'],
  [/(?<![\p{L}])faz xixi(?![\p{L}])/giu, 'urina'],
  [/(?<![\p{L}])fazendo xixi(?![\p{L}])/giu, 'urinando'],
  [/(?<![\p{L}])o xixi(?![\p{L}])/giu, 'a urina'],
  [/(?<![\p{L}])xixi(?![\p{L}])/giu, 'urina'],
  [/(?<![\p{L}])fazer cocô(?![\p{L}])/giu, 'evacuar'],
  [
    /(?<![\p{L}])(vai|ir|indo|foi|ia|vou)((?: \p{L}+){0,2}) no (banheiro|médico|hospital|pronto-socorro|posto)(?![\p{L}])/giu,
    '$1$2 ao $3',
  ],
  [/(?<![\p{L}])(vai|ir|indo|foi|ia|vou) na (clínica|farmácia|escola|emergência)(?![\p{L}])/giu, '$1 à $2'],
  [/(?<![\p{L}])(?:é|era|foi) tipo (?=uma?\s)/giu, 'como '],
  [/(?<![\p{L}])tipo (?=que |em |com |se |na |no |quando |está|eu |não |muito|bem |meio |umas? |uns )/giu, ''],
  [/(?<![\p{L}])que nem (?=uma?\s|\p{L}+ de )/giu, 'como '],
  [/(?<![\p{L}])meio que (?=\p{L})/giu, ''],
  [
    /(?<![\p{L}])meio (?=(?:frac|quent|estranh|mal(?![\p{L}])|trist|tont|mol[ea]|rouc|verd|amarel|vermelh|nervos|zonz|chat|ruim|baix|alt|sec|enjoad|cansad|perdid|dolorid|inchad|quiet|infeliz|disparad|desanimad|abatid|prees|travad|torto|torta|assustad|preocupad|confus|esquisit|dormente|fechad|entupid|irritad|clar|escur|grand|pesad|apertad|rápid)\p{L}*)/giu,
    'um pouco ',
  ],
  [/(?<![\p{L}])(bem|um pouco) (\p{L}+), \1 (?=\p{L})/giu, '$1 $2, '],
  [/(?<=(?<![\p{L}])(?:que|não|porque|quando|já|também|ainda|ela|ele) )está se sentindo(?![\p{L}])/giu, 'se sente'],
  [/(?<![\p{L}])está se sentindo(?![\p{L}])/giu, 'sente-se'],
  [/(?<=(?<![\p{L}])(?:que|se|quando|porque|e|onde) )você (?=\p{L})/giu, ''],
  [/^se sente(?![\p{L}])/iu, 'sente-se'],
  [/^se sentiu(?![\p{L}])/iu, 'sentiu-se'],
  [/(?<![\p{L}])não dói (?:nada|não)(?![\p{L}])/giu, 'não dói'],
  [/(?<![\p{L}])é só que (?=\p{L})/giu, 'só '],
  [/(?<![\p{L}])só que (?=\p{L})/giu, 'mas '],
  [/(?<![\p{L}])mas (?:é|foi) que (?=\p{L})/giu, 'mas '],
  [/(?<![\p{L}])direitinho(?![\p{L}])/giu, 'bem'],
  [/(?<![\p{L}])((?:quiet|mol|fraqu|cansad|tont|enjoad)\p{L}{0,1})inh([oa])(?![\p{L}])/giu, '$1$2'],
  [/(?<![\p{L}])(?:lá|aqui|ali) (?=em|n[oa]s?|d[oa]s?|embaixo|atrás|dentro|por)/giu, ''],
  [/(?<![\p{L}])(?<!não )(?:sabe|viu|né|entende),?\s*(?=[.,]|$)/giu, ''],
  [/,?\s*(?<![\p{L}])(?:aqui|sim|mesmo|já|de verdade|com certeza)(?=[.]?$|,| e (?:não|est|tem))/giu, ''],
  [/,\s*(?:e )?(?:é |foi )?(?:só|somente) isso(?: mesmo)?(?=[.,]|$)/giu, ''],
  [
    /,?\s*(?:nada d(?:e |is|em)\p{L}*|graças a deus|por aí|e só|mais nada|sei lá|não sabe(?: bem| dizer)?|essas coisas|esse tipo de coisa|com certeza|acha)(?=[.]?$)/giu,
    '',
  ],
]
/** A sentence cut off while it was spoken ends on a word that waits for more. */
const openEnd =
  /[\s,]+(?:e|mas|que|porque|então|ou|é|tipo|um|uma|uns|umas|o|a|os|as|de|do|da|dos|das|em|no|na|com|(?<!(?:quando|se|senhor|senhora|ele|ela|não|nunca) )para|por|se|(?<!vez em )quando|como|seu|sua|então talvez|só|até|ainda|às vezes então|provavelmente|que (?:está|vai|tem))$/iu

/** Words that say nothing by themselves: a sentence made of these is talk. */
const empty = new Set(
  (
    'e ou sao foi era esta estava estao fica ficou ser estar tem teve ter ha vai vem faz fez da de do em no na com que se nao sim nem mais menos muito pouco bem mal tudo nada so ja ' +
    'ainda agora sempre nunca talvez provavelmente realmente tambem mesmo assim isso isto esse essa ele ela eles elas um uma o a os as por para ao acha achou acho sabe sabia diria ' +
    'disse dizer lembra lembrar ve viu ver parece pergunta perguntas boa bom coisa coisas jeito tipo verdade certo certeza claro normal tranquilo ideia fato questao problema resto ' +
    'sentido entende entendeu pensa pensou consegue data tempo vez dificil complicado demora boca chute qualquer depende varia outra outro fazer quer queria saber acontecendo pode ' +
    'cerca mais menos uns umas dois duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze vinte trinta quarenta cinquenta sessenta setenta oitenta noventa preocupacao principal fora tirando contar falar diferente grave serio constrangedor estranho chato'
  ).split(' '),
)
const clinicalShort = /\b(nega|refere|alerg\w+|normal|piora|melhora|dificil|estranh[oa]|nunca)\b/

/** What follows its topic without a colon: 'Dor: do lado esquerdo' -> 'Dor do lado esquerdo'. */
const leansOn =
  /^(?:(?:só|mais|principalmente|apenas|geralmente|às vezes) )?(?:tipo|aqui|embaixo|em|n[oa]s?|d[oa]s?|de|desde|à|ao|aos|às|quando|há|por|com|sem|entre|durante|para)(?![\p{L}])/iu
const movesOn =
  /^(?:vai|vem|desce|irradia|sobe|corre|anda|espalha|dura|durou|começou|começa|piora|piorou|melhora|melhorou|passa|passou|fica|ficou|some|sumiu|aparece|apareceu|aumenta|aumentou|voltou|volta|incomoda|atrapalha|diminuiu)(?![\p{L}])/iu
const copula = /^(?:é|são|está|estão|foi|era|fica) (?=\p{L})/iu

/** 'Amor, minha boca está roxa?': said to somebody else in the room. */
const toAnother =
  /^(?:[Aa]mor|[Mm]ãe|[Pp]ai|[Ff]ilh[oa]|[Bb]em), |^\p{Lu}\p{Ll}+, (?:vem|pega|traz|ajuda|me ajuda|olha|espera|fala|conta|segura)(?![\p{L}])/u

/** A statement of the patient in the voice of a note; empty where nothing is left that a record needs. */
export function noteVoice(text: string, ofKin = false): string {
  const [, head, rest] = text.match(/^([^:.]{2,40}): (.+)$/u) ?? []
  if (!head || !rest) {
    if (alone(text) || toAnother.test(text)) return ''
    const said = voiced(text, ofKin)
    const bare = plain(said).replace(/[.]$/, '')
    return talkOnly.some((talk) => talk.test(bare)) ? '' : said
  }
  const told = uncapitalise(
    voiced(rest, ofKin)
      .replace(/[.]$/, '')
      .replace(
        /^(?:el[ae]s?|iss[oa]|ess[ae] (?!(?:não|nunca|nem|jamais|já|só|\p{L}+(?:ou|eu|iu))(?![\p{L}]))\p{L}+) /iu,
        '',
      ),
  )
  if (/^(?:é |foi )?o que (?:ela|ele) (?:falou|disse)$/iu.test(told)) return ''
  if (!told && new RegExp(`(?<![\\p{L}])${numeral}(?![\\p{L}])`, 'iu').test(rest))
    return finish(`${head}: ${approximate(rest).replace(/^(?:é |um |uns |uma )+/iu, '')}`)
  if (!told) return /^não (?:sabe|lembra|mediu|tem certeza)/iu.test(rest) ? text : ''
  const plainly = told.replace(copula, '').replace(/^(?:um|uma|uns|umas) (?!pouco|dia|semana|hora|vez|ou |a )/iu, '')
  if (
    leansOn.test(plainly) ||
    movesOn.test(plainly) ||
    /^não (?:vai|anda|irradia|corre|espalha|desce)(?![\p{L}])/iu.test(plainly)
  )
    return finish(inNoteForm(uncapitalise(`${head} ${plainly}`)))
  return finish(`${head}: ${plainly}`)
}

const [withoutTalk, measured, registered] = [rewriter(talk), rewriter(amounts), rewriter(register)]

function voiced(text: string, ofKin: boolean): string {
  let out = uncapitalise(text.replace(/[.]+$/, ''))
  out = settle(out.replace(lead, ''))
  out = registered(measured(withoutTalk(out))).replace(nothing, masculine)
  if (!/^(?:é|foi|era) [oa]s? (?:\p{L}+ )?que /iu.test(out)) out = uncapitalise(out.replace(itIs, ''))
  out = inNoteForm(out, ofKin)
  for (let turn = 0; turn < 4 && openEnd.test(out); turn++) out = settle(out.replace(openEnd, ''))
  return saysNothing(out) ? '' : finish(out)
}

const [corrected, bare, breathless, named] = [
  rewriter(corrections),
  rewriter(asides),
  rewriter(breaths),
  rewriter(clinicalForms),
]
const bared = (text: string): string => {
  const once = bare(text)
  return once === text ? once : bare(once)
}
/** Without what is said around it, in the words and commas of a note. */
export function inNoteForm(said: string, ofKin = false): string {
  let out = named(breathless(bared(corrected(settle(said))))).replace(afterDenial, '; ')
  out = out.replace(/^uma? (?=(\p{L}+))/iu, (article, what: string) => (isComplaint(what) ? '' : article))
  const had = out.match(hasOne)
  return had?.[1] && (isComplaint(had[1]) || (!ofKin && isIllness(had[1]))) ? `refere ${out.slice(had[0].length)}` : out
}
/** 'Dor', 'uma tosse seca': the first word of what is had is the complaint itself. */
const isComplaint = (what: string) => symptom.test(plain(what.split(' ')[0] ?? ''))

/** 'Tem pressão alta' is told of the patient, unless the family is spoken of. */
const isIllness = (what: string) => {
  const name = plain(what).split(' ').slice(0, 2).join(' ')
  return illness.test(name) || disease.test(name)
}

/** One word that is no verb and no finding answers something; by itself it tells nothing. */
function alone(text: string): boolean {
  const [only = '', ...more] = words(text)
  if (more.length > 0 || thirdPersonForms.has(only) || /(?:ou|eu|iu)$/.test(only)) return false
  return ![symptom, drug, illness, disease].some((known) => known.test(only))
}

function saysNothing(text: string): boolean {
  const said = words(text)
  if (said.length === 0) return true
  if (/:/.test(text) || /^nega\b/.test(plain(text))) return false
  // 'É as costas', 'a mãe é a mãe dela': who or what, which the next sentence says with more.
  if (/^(?:e|sao|foi) (?:a|o|as|os) \w+$/.test(plain(text)) || /^(?:a|o) \w+ e (?:a|o) \w+ del[ea]\b/.test(plain(text)))
    return true
  return said.every((word) => empty.has(word)) && !(said.length >= 2 && clinicalShort.test(plain(text)))
}
