import { plain } from '../text.ts'

/** A longer text also holds something else than its question. */
const LONGEST = 24

const opening =
  /^(?:(?:bom dia|boa tarde|boa noite|oi|ola|tudo bem|certo|ok|entendi|ta(?! \w+ndo )|ta bom|ta certo|muito bem|otimo|perfeito|entao|e|mas|ah|agora|ai|bom|olha|doutora?|(?:seu|dona) [a-z]+)\s+)+/
const you = '(?:o senhor|a senhora|voce|ce|vcs|voces)'
const any = '(?:algum|alguma|alguns|algumas|mais algum|mais alguma)'

/** Openings that only a question has. A statement may begin with most other question words: 'quando eu tusso, dói'. */
const openings = [
  '(?:ha|faz|tem) (?:quanto tempo|quantos|quantas)\\b',
  '(?:desde|ate) quando\\b',
  'quant[oa]s (?!vezes eu)',
  `quanto (?:tempo|e que|custa|pesa|mede|ta|esta|deu|${you})\\b`,
  'qua(?:l|is) (?!quer)',
  `o que (?:e que |que )?(?:${you}|te|lhe|[oa] traz|[oa] trouxe|traz|trouxe|houve|aconteceu|foi que|mais|ta acontecendo|esta acontecendo)\\b`,
  `por que (?:e que |que )?${you}\\b`,
  `onde (?:e que|que|doi|fica|foi|esta|ta|${you})\\b`,
  'em que (?:posso|lugar|parte|ano|mes|dia)\\b',
  'com (?:que frequencia|quem)\\b',
  'de (?:quanto em quanto|que lado|que cor|que jeito)\\b',
  'quem (?:mora|indicou|receitou|te|lhe)\\b',
  `como (?:vai|esta|ta|foi|comecou|e que|${you} (?:esta|ta|se sente|tem passado|passou))\\b`,
  'quando (?:foi que|foi a|foi o|e que|comecou$|comecou (?:isso|a|o|essa|esse)(?: [a-z]+){0,2}$)',
  'cade\\b',
  'sera que\\b',
  `(?:${you} )?(?:tem|teve|ja teve) (?:${any}|alergia|alergias|tido|sentido)\\b`,
  `(?:${you} )?(?:sente|sentiu|toma|tomou|usa|usou|faz|ja fez|ja tomou|ja usou|ja operou) ${any}\\b`,
  `${you} (?:ja |tambem |ainda )?(?:sente|fuma|bebe|notou|percebeu|reparou|costuma|lembra)\\b`,
  `${you} ja (?:teve|fez|tomou|usou|operou|sentiu)\\b`,
  // 'Está tomando losartana' is also what a companion answers.
  `(?:${you} )?(?:esta|ta) (?:tomando|usando|sentindo|fazendo) (?:${any}\\b|(?:.* )?(?:o que|qual|onde|aonde|desde quando|quanto tempo)$)`,
].map((one) => new RegExp(`^${one}`))

/** 'O que a senhora tem é gripe', 'onde dói é aqui': the question word only opens a statement. */
const answers = /^(?:\S+ ){2,}(?:é|são|sou|eu|me|meu|minha|porque|sim)(?: |$)/
/** Only a question ends so, except an indirect one: 'não sei por quê', 'sem quê nem por quê', 'me disse o quê'. */
const closing = /^(?:.* )?(?:o|por) quê$/
const indirect =
  /(?:^| )(?:não|nem|sem|sei|sabe\w*|sabia|lembr\w+|entend\w+|diz\w*|disse\w*|explic\w+|descobr\w+|pergunt\w+|(?:o|seu) por quê)(?: |$)/
/** 'O que o senhor quiser.' */
const wish = new RegExp(`^o que ${you} [a-z]+[aei]r\\b`)
const theirs = /^(?:o que|onde|como|quem|qual|quais|quando) (?:foi |é |e )?(?:que )?/

/** Whether the text without marks is a question beyond doubt. Most questions by tone alone are not: 'tem febre'. */
export function isSurelyQuestion(text: string): boolean {
  if (text.length > LONGEST * 12) return false
  const low = text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  if (low.split(' ').length > LONGEST) return false
  const open = opening.exec(`${plain(low)} `)?.[0].length ?? 0
  const raw = low.slice(open)
  // 'É o que a senhora tem' asks nothing.
  if (low.slice(0, open).split(' ').includes('é')) return false
  if (closing.test(raw)) return !indirect.test(raw)
  if (answers.test(raw.replace(theirs, ''))) return false
  const words = plain(raw)
  return !wish.test(words) && openings.some((one) => one.test(words))
}
