import { remembered } from '../../remembered.ts'
import { plain } from '../../text.ts'
import { preterite, thirdPerson, thirdPersonForms } from '../voice/verbs.ts'

/**
 * `said`: as it stands in the text; `word`: plain; `exact`: the word or its plural, as the lexicon has it. A mark is a
 * comma, stop or the like. `written`: as the text has it, if not as `said`.
 */
export type Token = {
  said: string
  written?: string
  word: string
  exact: string
  kind: 'word' | 'number' | 'mark'
  stem: string
  joining: boolean
}
/** The key of a word that is matched whole, its plural included. */
export const exactKey = (word: string): string => `=${word.replace(/s$/, '')}`

const tokenPattern = /\d+(?:[.,]\d+)*|[\p{L}](?:[\p{L}\p{M}\d-]*[\p{L}\p{M}\d])?|[.,;:?!()/%°×+–—]/gu
const isDigit = /^\d/
const isLetter = /^\p{L}/u

/** The words, numbers and marks of a text. Callers share the list while one consultation is read. */
export const tokensOf = remembered((text: string): readonly Token[] => {
  // '1h30' is an hour and a half.
  const written = text
    .normalize('NFC')
    .replace(/(\d)\s?h\s?30\b/g, '$1,5 h')
    .replace(/(\d)h(?=\d)/g, '$1 h ')
    .replace(/(?<!\d)1\/2(?=\s*(?:comp|cp|dose|copo|ampola|x|h\b))/gi, '0,5')
    .replace(/(\d)\s*[xX×]\s*(?=\d)/g, '$1 x ')
  return (written.match(tokenPattern) ?? []).map(tokenOf)
})

/** A dialogue says the same words again and again. */
const tokenOf = remembered((said: string): Token => {
  if (isDigit.test(said)) return { said, word: said, exact: `=${said}`, kind: 'number', stem: said, joining: true }
  if (!isLetter.test(said)) return { said, word: said, exact: `=${said}`, kind: 'mark', stem: said, joining: true }
  const word = plain(said)
  const stem = deniers.has(word) ? word : stemOf(said, word)
  return { said, word, exact: exactKey(word), kind: 'word', stem, joining: isJoining(word) }
})

/** Words that join others: they say nothing by themselves and are left out where names are read. */
const joining = new Set(
  (
    'a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para pra pro pras pros com ao aos e ou que ' +
    'se eu voce ele ela eles elas senhor senhora me te lhe meu minha seu sua meus minhas seus suas esse essa isso este esta isto aquele ' +
    'aquela aquilo desse dessa disso nesse nessa nisso dele dela deles delas num numa dum duma mas la ai aqui ali assim tipo ne ta to tava ' +
    'estou esta estava estao estar ser e sou era foi fui sao eram ha tem tenho teve tive ter tinha houve vai vou ir vao ia muito muita ' +
    'muitos muitas bem meio mesmo tambem ja ainda so algum alguma alguns algumas qualquer cada tudo todo toda ' +
    'todos todas coisa coisas gente entao quando onde como qual quais quem porque pois sabe acho acha sobre mim comigo si contigo dois duas tres quatro cinco seis sete oito nove dez ate mais menos sim ah hum aham uhum ' +
    'ai oi ok tal quase uhm verdade cerca aproximadamente volta apenas somente vez estive esteve estar sendo sido havia c s d p virgula'
  ).split(' '),
)
/** The words of these tokens without accents and marks. */
export const plainWords = (tokens: readonly Token[]): string =>
  tokens.flatMap(({ kind, word }) => (kind === 'mark' ? [] : [word])).join(' ')

/** The tokens as the text has them, with spaces. */
export const writtenOf = (tokens: readonly Token[]): string =>
  tokens.flatMap(({ written, said }) => (written ?? said) || []).join(' ')

export const isJoining = (word: string): boolean => joining.has(word)

/** Words that deny; they are kept where names are read: 'não consigo dormir' is insomnia. */
export const deniers = new Set(['nao', 'nunca', 'jamais', 'nem', 'sem', 'nenhum', 'nenhuma', 'nada', 'ninguem'])

export const opensDenial = /^(nega|negou|negam|nego|negando|ausencia|desconhece)$/
/** 'Nega febre', 'ausência de febre', 'sem febre': a word that denies what follows it. */
export const deniesNext = (word: string): boolean => deniers.has(word) || opensDenial.test(word)
const none = /^(neg(ad[oa]s?|ativ[oa]s?)|ausentes?|ignor\w*|nkda|nka|zero)$/
/** The same, or what stands in the place of a name where there is none: 'Alergias: ausentes'. */
export const deniesAny = (word: string): boolean => deniesNext(word) || none.test(word)

/** A record's own words, and verbs that carry another: what they say is said by the word that follows. */
const light = new Set(
  (
    'chamado chamada chama chamam licenca gosto gosta favor outro outra outros outras ter haver estar ser sentir sente sinto senti sentiu sentindo sentia parecer parece parecia pareceu usar usa uso usei tomar toma tomo tomei ' +
    'ficar fica fico fiquei ficou fazer faz faco fiz fez fazendo ver viu vi notar notei notou notado reparar reparei reparou reparado perceber ' +
    'percebi percebeu percebo conseguir consigo consegue consegui poder pode posso querer quer quero precisar precisa preciso dever deve chegar ' +
    'chega chegou cheguei dar da deu achar acredito creio creio diria dizer digo disse falar falou falei seja fosse tenha tivesse tivesse ' +
    'refere referiu relata relatou apresenta apresentou informa negar nega negou paciente quadro tido saiba lembre mexer costuma costumo ' +
    'andar anda ando tendo estado esteja sinta use tome faca houver tiver precise acontecer aconteceu'
  ).split(' '),
)
export const isLight = (word: string): boolean => joining.has(word) || light.has(word)

/** Words that stand in any record or any talk: to share them proves little. */
const general = new Set(
  (
    'cerca inicio iniciou iniciar comecou comecar quadro sintoma sintomas queixa queixas paciente episodio episodios dia dias semana semanas ' +
    'mes meses ano anos hora horas minuto minutos atual atualmente previo previa previos previas historico historia relevante relevantes ' +
    'provavel possivel tipo forma uso usar fazer feito nao hoje ontem agora tempo associado associada associados caso necessario necessaria ' +
    'antes depois apos durante desde melhora piora melhorar piorar pouco pouca leve intensa intenso presente momento normal ultimo ultima ' +
    'ultimos ultimas exame exames remedio remedios medicacao medicamento medicamentos vez vezes manter orientar orientado orientada retorno ' +
    'consulta medico medica tratamento conduta hipotese diagnostico avaliacao outros outras alteracao alteracoes primeiro primeira demais ' +
    'necessidade indicacao sempre normalmente geralmente problema problemas doenca doencas saude casa lado parte area regiao local noite manha tarde importante mudanca aumento reducao avaliar ' +
    'sensacao bom boa grande pequeno pequena novo nova geral especifico especifica semelhante ausencia presenca periodo segundo relato'
  ).split(' '),
)
export const isGeneral = (word: string): boolean => general.has(word)

/** Third-person forms that are nouns as often. */
const nounsToo =
  /^(cura|sono|tosse|coca|febre|falta|volta|marca|troca|para|sangra|trava|bebida|queda|pesa|fala|conversa|consulta|dorme|uso|trabalho|espirro|visita|escuta|melhora|piora|perda|dieta|droga|mancha|seca|cai|medica|desmaio|ronco|engasgo|choro|trauma|formigamento|prurido)$/
/** 'usa', 'começou': a finite verb begins something new. */
export const isFiniteVerb = (token: Token): boolean =>
  !nounsToo.test(token.word) &&
  (token.word !== 'e' || token.said.toLowerCase() === 'é') &&
  (thirdPersonForms.has(token.word) || thirdPerson.has(token.said.toLowerCase()) || /^\w{3,}ou$/.test(token.word))

const endings =
  'amentos imentos amento imento acoes icoes idades idade adora adores ador mente ancia encia ivel avel icas icos ica ico osas osos osa oso ivas ivos iva ivo ados adas ado ada idos idas ido ida ando endo indo aram eram iram avam ava iam asse esse isse arem erem irem acao icao oes aes ao ais eis ar er ir ou eu iu ei am em as es os ia a e o i u s'
    .split(' ')
    .sort((a, b) => b.length - a.length)
const shortest = 3
const longest = 9
const byEnd = new Map<string, string[]>()
for (const ending of endings) {
  const last = ending.at(-1) ?? ''
  byEnd.set(last, [...(byEnd.get(last) ?? []), ending])
}

/** Words that would share a stem with another of quite another meaning. */
const apart = new Map(
  Object.entries({
    dormencia: 'dormenc',
    dormencias: 'dormenc',
    dormente: 'dormenc',
    dormentes: 'dormenc',
    adormecimento: 'dormenc',
    mesa: 'mesa',
    casa: 'casa',
    casas: 'casa',
    media: 'media',
    medio: 'media',
    ponta: 'ponta',
    conta: 'conta',
    costas: 'costas',
    pele: 'pele',
    parto: 'parto',
    partos: 'parto',
    anal: 'anal',
    gota: 'gota',
    regra: 'regra',
    regras: 'regra',
    peito: 'peito',
    vista: 'vista',
    costela: 'costela',
    medico: 'medico',
    medica: 'medico',
    seca: 'seco',
    seco: 'seco',
    sal: 'sal',
    sala: 'sala',
    parado: 'parado',
    parada: 'parado',
    parados: 'parado',
    paradas: 'parado',
  }),
)
/** Plain word -> what its inflections share: 'vomitei', 'vômitos' -> 'vomit'. */
export function stemOf(said: string, word: string): string {
  const own = apart.get(word)
  if (own) return own
  const lower = said.toLowerCase()
  const verb = thirdPerson.get(lower) ?? preterite(lower)
  let stem = verb ? plain(verb) : word
  if (stem.length <= shortest) return stem
  const whole = stem
  const fit = byEnd.get(whole.at(-1) ?? '')?.find((end) => whole.endsWith(end) && whole.length - end.length >= shortest)
  if (fit) stem = whole.slice(0, -fit.length)
  while (stem.length > shortest && /[aeiou]$/.test(stem)) stem = stem.slice(0, -1)
  return stem.slice(0, longest)
}
