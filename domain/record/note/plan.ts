import type { Frame, Frames } from '../frames/frame.ts'
import { isFeminine } from '../frames/gender.ts'
import { inLists, listed, one, slot, type Written } from './wording.ts'

const supposed: Record<string, string> = { probable: 'Provável ', possible: 'Possível ', said: '' }

/** 'Solicitado', 'Solicitada', 'Solicitados': a participle that agrees with its things. */
function agreed(stem: string, frames: readonly Frame[]): string {
  const feminine = frames.every(({ name }) => isFeminine(name))
  const many = frames.length > 1 || /^(exames|marcadores|sorologias|provas|testes|culturas)/.test(frames[0]?.name ?? '')
  return `${stem}${feminine ? 'a' : 'o'}${many ? 's' : ''}`
}

const dueOf = (frame: Frame): string =>
  [slot(frame, 'priority'), slot(frame, 'due'), slot(frame, 'condition')].filter(Boolean).join(' ')
const lineOf = (frame: Frame): number => Number(/\d+/.exec(frame.lines[0] ?? '')?.[0] ?? 0)

/** Orders of the same time, said together, are one sentence. */
function writeOrders(orders: readonly Frame[]): Written[] {
  const groups: Frame[][] = []
  for (const frame of orders) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (
      group &&
      last &&
      dueOf(last) === dueOf(frame) &&
      slot(last, 'again') === slot(frame, 'again') &&
      Math.abs(lineOf(frame) - lineOf(last)) <= 1
    )
      group.push(frame)
    else groups.push([frame])
  }
  return groups.flatMap((group) => {
    const first = group[0]
    if (!first) return []
    const due = dueOf(first)
    // What hangs on a condition is not ordered yet.
    const now = slot(first, 'condition') ? 'solicitar' : agreed('solicitad', group)
    const lead = slot(first, 'again') ? 'repetir' : now
    return inLists('con', `${lead} `, group, ({ name }) => name).map((written) => ({
      ...written,
      text: due ? written.text.replace(/\.$/, ` ${due}.`) : written.text,
    }))
  })
}

function writeHypothesis(frame: Frame): Written {
  if (frame.status === 'rejected') return one('hip', frame, `${frame.name} pouco provável`)
  if (frame.status === 'excluded')
    return one('hip', frame, `${frame.name} descartad${isFeminine(frame.name) ? 'a' : 'o'}`)
  return one('hip', frame, `${supposed[frame.status] ?? ''}${frame.name}`)
}

function writeInstruction(frame: Frame): Written {
  const [days, due] = [slot(frame, 'days'), slot(frame, 'due')]
  if (frame.name === 'Atestado médico') return one('con', frame, days ? `atestado de ${days}` : 'atestado médico')
  const part = frame.status === 'orientacoes' ? 'ori' : 'con'
  return one(part, frame, `${frame.name}${days ? ` por ${days}` : ''}${due ? ` ${due}` : ''}${slot(frame, 'manner')}`)
}

/** 'Não indicadas radiografia e tomografia.' */
const writeRefused = (refused: readonly Frame[]): Written[] =>
  inLists('con', '', refused).map((written) => ({
    ...written,
    text: `${agreed('Não indicad', written.frames)} ${listed(written.frames.map(({ name }) => name))}.`,
  }))

/** Vaccines of the same day are one sentence. */
function writeVaccines(vaccines: readonly Frame[]): Written[] {
  const days = [...new Set(vaccines.map((frame) => slot(frame, 'due')))]
  return days.flatMap((day) => {
    const same = vaccines.filter((frame) => slot(frame, 'due') === day)
    return inLists('con', same.length > 1 ? 'vacinas ' : 'vacina ', same).map((written) => ({
      ...written,
      text: day ? written.text.replace(/\.$/, ` ${day}.`) : written.text,
    }))
  })
}

/** Hypotheses, orders, advice, warnings and the return. */
export function writePlan(frames: Frames): Written[] {
  const orders = frames.of('order')
  const hypotheses = frames.of('hypothesis')
  // A patient who declines a colleague is not sent there.
  const referrals = frames.of('referral').filter(({ status }) => status !== 'declined')
  const instructions = frames
    .of('instruction')
    .filter((one, _, all) => !all.some(({ name }) => name.startsWith(`${one.name} `)))
  const vaccines = instructions.filter(({ status }) => status === 'vacinas')
  const of = (status: string) => orders.filter((frame) => frame.status === status)
  return [
    // 'Anemia macrocítica' says 'anemia' too.
    ...hypotheses
      .filter((one) => !hypotheses.some((other) => other !== one && other.name.startsWith(`${one.name} `)))
      .map(writeHypothesis),
    ...writeOrders(of('ordered')),
    ...writeRefused(of('refused')),
    ...of('cancelled').map((frame) => one('con', frame, `${agreed('cancelad', [frame])} ${frame.name}`)),
    ...referrals.map((frame) => {
      const rest = [
        slot(frame, 'sessions') && `, ${slot(frame, 'sessions')}`,
        slot(frame, 'due') && ` ${slot(frame, 'due')}`,
      ].join('')
      return one('con', frame, `encaminhamento ${isFeminine(frame.name) ? 'à' : 'ao'} ${frame.name}${rest}`)
    }),
    ...writeVaccines(vaccines),
    ...instructions.filter(({ status }) => status !== 'vacinas').map(writeInstruction),
    ...frames.of('return').map((frame) => one('ori', frame, `retorno ${slot(frame, 'when')}`)),
    ...frames.of('warning').map((frame) => one('ori', frame, frame.name)),
  ]
}
