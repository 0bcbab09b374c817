// The return: when, how, and what to bring.
import type { Clause } from '#domain/dialogue/clause.ts'
import { chanceOf, spanText } from '#domain/dialogue/clause.ts'
import type { Quantity } from '../safety/numbers.ts'
import { type Frames, fill } from './frame.ts'
import { span } from './times.ts'

const returning =
  /\b(retorn\w+|volta\w*|volte\w*|te vejo|vejo voce|revejo|reavali\w+|nos vemos|nos ver|a gente se ve|se ve|vemos|marca\w* (comigo|de novo)|consulta de novo|quero (te )?ver|quero (voce|a senhora|o senhor|voces|ele|ela)|comigo|se fala|nos falamos|falo com|falar com (voce|a senhora|o senhor)|conversa\w*|tu vens|venh\w+|vem aqui|reconsulta|proxima consulta|ve de novo|me mostra|agendad\w+|presencial)\b/
const far = /\b(de febre|de antibiotico|de remedio|de atestado|de tratamento|antes de voltar|de uso)\b/
const brought: readonly [RegExp, string][] = [
  [/\b(exames?|resultados?(?! d[ao]s? (?!exam)))\b/, ' com resultados de exames'],
  [/\b(diario|anotacoes|caderninho|caderno|planilha|anotad[oa]s?|medidas)\b/, ' com as anotações'],
  [/\b(cartao|caderneta)\b/, ' com a caderneta'],
  [/\b(raio x|radiografia)\b/, ' com radiografia'],
  [/\b(caixas?|receitas?|remedios)\b/, ' com os medicamentos em uso'],
  [/\bboletins?\b/, ' com os boletins'],
]
const manners: readonly [RegExp, string][] = [
  [/\b(video|chamada|videochamada|online|tela)\b/, ' por vídeo'],
  [/\b(telefone|ligacao)\b/, ' por telefone'],
  [/\b(presencial\w*|pessoalmente|na minha frente|aqui no consultorio)\b/, ' presencial'],
]
const found = (table: readonly [RegExp, string][], text: string): string =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? ''
const named: readonly [RegExp, string][] = [
  [/\b(semana que vem|proxima semana)\b/, 'na próxima semana'],
  [/\b(mes que vem|proximo mes)\b/, 'no próximo mês'],
  [/\bamanha\b/, 'amanhã'],
]
const weekday = /\b(segunda|terca|quarta|quinta|sexta) feira\b/

/** 'Pode voltar', 'voltar ao Alenia', 'só volte quando': the doctor asks for no return. */
const notBack =
  /\b(pode\w*|porque|vamos|nao) volt\w+|volt\w+ (a|ao|aos|com a|pr?[ao]|para [ao]) (?!(mim|consult|gente|minha|trinta|cada)\w*)\w+|so volt\w+ (se|quando)\b/
/** 'Pode voltar em quinze dias', 'volta com a mamografia em um mês': the time follows the return. */
const timed = /\bvolt\w+ ((aqui|comigo|com [ao]s? (\w+ ){0,2}\w+) )?(em|daqui)\b/
/** Whether the words say that the patient does not come back, or that something else does. */
const isNotBack = ({ plain, said }: Clause): boolean =>
  notBack.test(plain) &&
  (!timed.test(plain) ||
    /\b(porque|nao) volt/.test(plain) ||
    said.some(({ concept }) => /^(symptom|condition|drug)$/.test(concept.kind)))

const comingBack = /^(retorn\w+|volta\w*|volte\w*)$/
/** The times of a return. If they do not belong together, takes the nearest to the word that asks for the return. */
function timesOf(clause: Clause): Quantity[] {
  const times = clause.quantities.filter((one) => {
    const lead = spanText(clause, one.from - 2, one.from)
    const tail = spanText(clause, one.to, one.to + 4)
    const every = /\bde$/.test(lead) || lead === `${clause.tokens[one.from]?.word} em`
    return (
      /^(dia|semana|mes|ano|hora)$/.test(one.unit) &&
      one.value > 0 &&
      !every &&
      !/\b(por|ha|cada|durante|vezes|ficar|aos)$/.test(lead) &&
      !far.test(tail) &&
      !(one.unit === 'hora' && one.value < 12)
    )
  })
  if (times.length < 2) return times
  const back = clause.tokens.findIndex(({ word }) => comingBack.test(word))
  const anchor = back >= 0 ? back : clause.tokens.findIndex(({ word }) => returning.test(word))
  const distance = (one: Quantity) => Math.abs(one.from - anchor)
  const [nearest] = [...times].sort((a, b) => distance(a) - distance(b))
  // 'Em sete dias e em trinta'.
  const joined = (one: Quantity) => / e /.test(` ${spanText(clause, one.from - 3, one.from)} `)
  return times.filter((one) => one === nearest || (nearest && one.from > nearest.from && joined(one)))
}

/** 'Uma semana depois da alta': what the time counts from; '' where it counts from today. */
function countedFrom(clause: Clause, time: Quantity): string {
  const [after, of, what] = clause.tokens.slice(time.to + 1, time.to + 4)
  if (!/^(depois|apos)$/.test(after?.word ?? '') || !/^d[ao]s?$/.test(of?.word ?? '') || what?.kind !== 'word')
    return ''
  return `após ${of?.word.slice(1)} ${what.said}`
}

/**
 * 'Volta em três dias se não melhorar': returns the spoken words ' se não melhorar'; '' without a condition. In
 * 'em duas semanas, ou pronto-socorro se piorar' and 'se piorar volte antes' the condition is not that of the return.
 */
function conditionAfter(clause: Clause, times: readonly Quantity[]): string {
  const last = times.at(-1)?.to ?? clause.tokens.length
  const at = clause.tokens.findIndex(({ word }, index) => index >= last && /^(se|caso)$/.test(word))
  if (at < 0 || /\b(ou|antes)\b/.test(spanText(clause, last, at))) return ''
  if (clause.said.some(({ concept, from }) => concept.kind === 'where' && from >= last && from < at)) return ''
  const words = clause.tokens.slice(at).filter(({ kind }) => kind !== 'mark')
  if (words.some(({ word }) => comingBack.test(word))) return ''
  if (words.length < 2 || words.length > 8 || toPatient.test(words.map(({ word }) => word).join(' '))) return ''
  return ` ${words.map(({ said }) => said.toLowerCase()).join(' ')}`
}
const toPatient = /\b(voce|te|senhora?|seu|sua|eu|a gente|ta|ne)\b/

/** Puts when the patient comes back. `asked`: the words just before, which may ask for it. Returns whether it did. */
export function putReturn(frames: Frames, clause: Clause, asked: string): boolean {
  const sure = chanceOf(clause, 'ori')
  const con = chanceOf(clause, 'con')
  if (clause.act === 'question' || (clause.conditional && /^(e |mas |ai |so )*(se|caso)\b/.test(clause.plain)))
    return false
  const doctor = clause.speaker === 'doctor' ? 0 : 0.3
  const says = returning.test(clause.plain) && !isNotBack(clause)
  const answers = /\b(quando|volto|retorno|volta)\b/.test(asked) && clause.tokens.length < 12
  if (
    !says &&
    !answers &&
    !(sure > 0.7 && clause.tokens.length < 14 && (found(manners, clause.plain) || found(brought, clause.plain)))
  )
    return false
  if (sure + con < 0.3 + doctor || (!says && sure < 0.3)) return false
  const times = timesOf(clause)
  const how = `${found(manners, clause.plain)}${found(brought, clause.plain)}`
  if (times.length === 0) {
    const day = found(named, clause.plain)
    if (day && says && sure + con > 0.5 && !weekday.test(clause.plain))
      fill(frames.put('return', 'retorno', [clause.line]), 'when', `${day}${how}`, [clause.line])
    return Boolean(day)
  }
  const from = times.map((one) => countedFrom(clause, one)).find(Boolean)
  const spans = times.map(span).filter((one, at, all) => all.indexOf(one) === at)
  // 'Volta com doze meses' names the age of a child.
  const [first] = times
  const isAge = first && /^(mes|ano)$/.test(first.unit) && clause.tokens[first.from - 1]?.word === 'com'
  const time = from ? `${spans[0]} ${from}` : isAge ? `aos ${span(first)}` : `em ${spans.join(' e em ')}`
  const when = `${time}${how}${conditionAfter(clause, times)}`
  const earlier = frames.find('return', 'retorno')
  const firm = clause.tokens.some(({ word }) => comingBack.test(word))
  if (earlier && !firm) return true
  fill(frames.put('return', 'retorno', [clause.line]), 'when', when, [clause.line], true)
  return true
}
