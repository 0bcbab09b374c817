// Family: what relatives have or had, whose relatives they are, and at what age.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import past from '../lexicon/past.json' with { type: 'json' }
import { type Frames, fill, linesOf } from './frame.ts'
import { type Companion, type Kin, kinIn } from './kin.ts'

const blood =
  /^(meia-|meio-)?(mãe|pai|pais|irmão|irmã|irmãs|irmãos|avó|avô|avós|tio|tia|tios|tias|primo|prima|primos|primas|filho|filha|filhos|filhas|bisavó|bisavô|neto|neta|netos|netas|sobrinho|sobrinha|tio-avô|tia-avó)( matern[oa]s?| patern[oa]s?)?$/
const died = /^(morreu|faleceu|falecid[oa]|morreram|foi-se|morto|morta)$/
const family = /\b(familia|familiar|familiares|pai|mae|pais|irma\w*|parente|parentes|alguem (tem|com))\b/
/** The speaker turns to themselves or puts the thing off. */
const unsure = /\b(acho que|parece que|sera que|nao sei se|deve ter|dizem)\b/
const bare = new Map(
  Object.entries(past.bare).flatMap(([note, say]) => say.split(' ').map((word) => [word, note] as const)),
)

/** 'aos 60 anos', 'aos 60 e poucos anos' */
function ageIn(clause: Clause, from: number, until: number): string | undefined {
  const age = clause.quantities.findLast(
    ({ value, unit, from: at, either }) =>
      !either &&
      at >= from &&
      at < until &&
      value >= 1 &&
      value < 105 &&
      !/^(vez|mes|dia|mg|semana|hora)$/.test(unit) &&
      /^(com|aos|tinha|uns)$/.test(clause.tokens[at - 1]?.word ?? ''),
  )
  if (!age || age.value < 4) return undefined
  // 'Ele tem sessenta e fez cinquenta' tells how old he is.
  if (/\b(fez|faz|completou|esta|hoje|tem)\b/.test(clause.tokens[age.from - 2]?.word ?? '')) return undefined
  const some = clause.tokens[age.to]?.word === 'e' && /^pouc[oa]s$/.test(clause.tokens[age.to + 1]?.word ?? '')
  return `aos ${age.value}${some ? ' e poucos' : ''} anos`
}

/** 'Perdi meu pai': the verb stands right before the relative. */
const isLost = ({ tokens }: Clause, { from }: Kin): boolean =>
  tokens
    .slice(Math.max(0, from - 2), from + 1)
    .some(({ word }, at, all) => word === 'perdi' && all.slice(at + 1, -1).every((one) => isArticle.test(one.word)))
const isArticle = /^(o|a|os|as|meu|minha|meus|minhas)$/

/** Words of a question about any relative. */
const anyone = /\b(familia|familiar\w*|alguem|parente\w*|caso|casos|historia|historico)\b/
/** 'Seu filho tem alguma doença?': a child may be the patient. */
const mayBePatient = /^(filh|net|bebê)/
const ofDeath = /^nao (el[ea] )?(morreu|faleceu)\b/
const isSmall = /^(e|o|a|os|as|meu|minha|meus|minhas|tem|teve|tinha|foi|um|uma|dois|duas|tres|,)$/

/** 'Diabetes minha mãe, pressão meu pai': the relative stands right behind the disease. */
const ownerBehind = ({ tokens, said }: Clause, named: readonly Kin[], from: number): Kin | undefined => {
  const begins = from === 0 || tokens[from - 1]?.kind === 'mark' || tokens[from - 1]?.word === 'e'
  const to = said.find((one) => one.from === from)?.to ?? from + 1
  const next = begins ? named.find((kin) => kin.from >= to) : undefined
  return next &&
    tokens.slice(to, next.from).every(({ word, kind }) => kind !== 'mark' && word !== 'e' && isSmall.test(word))
    ? next
    : undefined
}

/** 'Minha mãe e duas tias', 'minha mãe de mama e meu pai de próstata': only relatives and places. */
const isList = ({ tokens, said }: Clause, named: readonly Kin[]): boolean =>
  named.length > 1 &&
  tokens.every(
    ({ word, kind }, at) =>
      kind !== 'word' ||
      word === 'de' ||
      isSmall.test(word) ||
      named.some(({ from, to }) => at >= from && at < to) ||
      said.some(({ concept, from, to }) => concept.kind === 'site' && at >= from && at < to),
  )

type Ill = { relative: string; note: string; from: number; to: number }

/** Reads the family clause by clause; 'ele' and a bare clause are about the last relative. */
class Family {
  readonly #frames: Frames
  #companion: Companion
  #asked: Clause | undefined
  #focus: { relative: string | undefined; line: string; index: number } | undefined
  /** The one relative that the doctor's questions are about: 'Seu pai é vivo?' 'De que ele morreu?' */
  #about: { relative: string; line: string; index: number } | undefined

  constructor(frames: Frames, companion: Companion) {
    this.#frames = frames
    this.#companion = companion
  }

  read(clause: Clause, index: number): void {
    if (clause.speaker === 'doctor') {
      this.#asked = clause.act === 'question' || clause.tag.act === 'q' ? clause : undefined
      if (this.#asked) this.#ask(clause, index)
    }
    if (clause.act === 'greeting' || clause.act === 'question') return
    const own = chanceOf(clause, 'hf')
    if (clause.speaker === 'doctor' && own < 0.8) return
    const isAsked = family.test(clause.answers?.plain ?? '') || own > 0.5
    const focus = this.#focus
    const near =
      focus && focus.line === clause.line && index - focus.index <= 2 ? focus.relative : this.#askedOf(clause, index)
    const named = kinIn(clause, this.#companion, near)
    const last = named.at(-1)
    // 'O pai dele' without a person named before: somebody else speaks for the patient.
    if (named[0]?.theirs && !near && own > 0.3 && clause.speaker !== 'doctor') this.#companion ??= 'mixed'
    if (last) this.#focus = { relative: last.relative, line: clause.line, index }
    if (own < 0.3 && named.length === 0) return
    const ill = this.#ill(clause, named, isAsked, near)
    for (const one of ill) this.#put(clause, one, named, isAsked && own > 0.5)
    if (isAsked && own > 0.4 && named.length === 0 && !/\b(eu|ele|ela)\b/.test(clause.plain)) this.#deny(clause)
    if (this.#about?.line === clause.answers?.line || unsure.test(clause.plain)) this.#keepOpen(clause)
    if (ill.length > 0) return
    if (named.length === 1 || isList(clause, named))
      named.forEach((kin, at) => {
        this.#answer(clause, kin, named[at + 1]?.from)
      })
    // 'Toma lítio há trinta anos', 'foi-se com sessenta': more of the relative before.
    const who = last ? last.relative : near
    if (who && own > 0.5) this.#complete(clause, who, last)
  }

  #ask(clause: Clause, index: number): void {
    const [kin, ...others] = kinIn(clause, this.#companion, undefined)
    const isMany = /s$/.test(clause.tokens[(kin?.to ?? 1) - 1]?.word ?? '')
    if (
      kin?.relative &&
      others.length === 0 &&
      !isMany &&
      !mayBePatient.test(kin.relative) &&
      !anyone.test(clause.plain)
    )
      this.#about = { relative: kin.relative, line: clause.line, index }
    else if (kin || !/\b(el[ea]|morreu|faleceu)\b/.test(clause.plain)) this.#about = undefined
    else if (this.#about) this.#about = { ...this.#about, line: clause.line, index }
  }

  /** The relative of the doctor's question, where the answer is short and names nobody. */
  #askedOf(clause: Clause, index: number): string | undefined {
    const about = this.#about
    const isTheirs = about?.line === clause.answers?.line && !/\b(eu|tenho|tive|sou|tomo)\b/.test(clause.plain)
    return about && isTheirs && index - about.index <= 2 ? about.relative : undefined
  }

  /** 'Sua mãe teve câncer?' 'Não.' and 'acho que não' deny nothing of the family. */
  #keepOpen({ line }: Clause): void {
    for (const frame of this.#frames.of('absence'))
      if (frame.name.startsWith('hf|') && frame.lines.includes(line)) frame.open = true
  }

  /** Finds the diseases of relatives that the clause names. */
  #ill(clause: Clause, named: readonly Kin[], isAsked: boolean, near: string | undefined): Ill[] {
    const hf = chanceOf(clause, 'hf')
    const isMine = named.length === 0 && /\b(eu|tenho|tive|sou)\b/.test(clause.plain)
    const speaker = isMine && hf > 0.6 ? (this.#companion === 'mixed' ? undefined : this.#companion) : undefined
    const ofWhom = (from: number): string | undefined => {
      // 'Eu tenho asma, e o irmão tem rinite': the asthma is not the brother's.
      const own = clause.tokens.slice(0, from).some(({ word }) => /^(eu|tenho|tive)$/.test(word))
      const before = named.findLast((other) => other.to <= from)
      const behind = ownerBehind(clause, named, from)
      if (behind) return behind.relative
      if (!before && own && named.length > 0)
        return this.#companion === 'mixed' || hf <= 0.6 ? undefined : this.#companion
      const who = before ?? named[0]
      return who ? who.relative : isMine ? speaker : isAsked ? near : undefined
    }
    const out = clause.said.flatMap(({ concept, polarity, subject, from, to }): Ill[] => {
      if (!/^(condition|procedure)$/.test(concept.kind)) return []
      // 'É vivo?' 'Não, morreu de cirrose.': the no answers, the rest tells.
      if (polarity !== 'affirmed' && !ofDeath.test(clause.plain)) return []
      if (/^(internação|tomografia|gravidez|aborto)/.test(concept.note)) return []
      if (!subject && !isAsked) return []
      const relative = ofWhom(from)
      return relative ? [{ relative, note: concept.note, from, to }] : []
    })
    // 'Minha mãe tem açúcar': bare words name diseases beside a relative.
    if (isAsked && !/\b(nao|nunca)\b/.test(clause.plain))
      clause.tokens.forEach(({ word }, at) => {
        // 'Câncer?' 'Meu pai, de próstata.' names where the cancer is.
        const isPlace = clause.tokens[at - 1]?.word === 'de' && /\bcancer\b/.test(clause.answers?.plain ?? '')
        const note = isPlace ? undefined : bare.get(word)
        const who = ownerBehind(clause, named, at) ?? named.findLast((other) => other.to <= at)
        if (!note || !who?.relative) return
        if (/^(boa|normal|controlada)$/.test(clause.tokens[at + 1]?.word ?? '')) return
        if (out.some(({ from, to, note: other }) => other === note || (at >= from && at < to))) return
        out.push({ relative: who.relative, note, from: at, to: at + 1 })
      })
    return out.filter(({ relative }) => blood.test(relative))
  }

  #put(clause: Clause, { relative, note, from }: Ill, named: readonly Kin[], withQuestion: boolean): void {
    if (unsure.test(clause.plain)) return
    const frame = this.#frames.put('family', `${relative}|${note}`, withQuestion ? linesOf(clause) : [clause.line])
    const behind = ownerBehind(clause, named, from)
    const who = behind ?? named.findLast((other) => other.to <= from) ?? named[0]
    const until = named.find((other) => other.from > from && other !== behind)?.from ?? clause.tokens.length
    const after = clause.tokens.slice(who?.to ?? 0, Math.min(until, (who?.to ?? 0) + 4))
    if (!who && /\b(morreu|faleceu)\b/.test(`${clause.plain} ${clause.answers?.plain ?? ''}`))
      fill(frame, 'died', 'sim', [clause.line])
    if (who && (isLost(clause, who) || after.some(({ word }) => died.test(word))))
      fill(frame, 'died', 'sim', [clause.line])
    const age = ageIn(clause, who?.to ?? 0, until)
    if (age) fill(frame, 'age', age, [clause.line])
    const drug = drugTaken(clause, from, until)
    if (drug && chanceOf(clause, 'hf') > 0.5) fill(frame, 'drug', drug, [clause.line])
  }

  /** 'Infarto na família?' 'Meu pai tem.': the relative has the one disease of the question. */
  #answer(clause: Clause, { relative, to }: Kin, until = clause.tokens.length): void {
    const question = this.#asked ?? clause.answers
    if (!question || !relative || !blood.test(relative)) return
    // 'Ansiedade ou depressão?' 'Minha mãe toma sertralina.' does not tell which.
    const topics = question.said.filter(({ concept }) => /^(condition|symptom)$/.test(concept.kind))
    const [topic] = topics
    const note = topic?.concept.kind === 'condition' ? topic.concept.note : undefined
    if (!note || topics.length !== 1 || clause.said.some(({ concept }) => concept.kind === 'condition')) return
    const after = clause.tokens[to]?.word ?? ''
    if (after === 'que' || /\b(nao|nunca|nenhum)\b/.test(clause.plain)) return
    if (!family.test(question.plain) && !/^(tem|teve|tinha|tambem)$/.test(after)) return
    const site = clause.said.find(({ concept, from }) => concept.kind === 'site' && from >= to && from < until)?.concept
      .note
    // 'Câncer de mama?' 'A prima, de ovário.': another organ is another disease.
    if (site && note.startsWith('câncer de') && !note.includes(site)) return
    const name = site && note === 'câncer' ? `câncer de ${site}` : note
    this.#frames.put('family', `${relative}|${name}`, [question.line, clause.line])
  }

  /** 'Câncer não': the doctor asks for the family, and no relative has it. */
  #deny(clause: Clause): void {
    for (const { concept, polarity, subject } of clause.said)
      if (
        concept.kind === 'condition' &&
        polarity === 'denied' &&
        !subject &&
        !ofDeath.test(clause.plain) &&
        !this.#frames.of('absence').some(({ name }) => name.startsWith(`hf|${concept.note} de `))
      )
        this.#frames.put('absence', `hf|${concept.note}`, linesOf(clause), {
          polarity: 'denied',
        })
  }

  #complete(clause: Clause, near: string, kin: Kin | undefined): void {
    const frame = this.#frames.of('family').findLast(({ name }) => name.startsWith(`${near}|`))
    if (!frame) return
    const bareAge = /^nao\b/.test(clause.plain)
      ? clause.quantities.find(({ value, unit }) => value >= 10 && value < 105 && (unit === '' || unit === 'ano'))
      : undefined
    // 'Com cinquenta e dois. Não, quarenta e nove.'
    if (bareAge && frame.slots.has('age')) fill(frame, 'age', `aos ${bareAge.value} anos`, [clause.line], true)
    const age = ageIn(clause, 0, clause.tokens.length)
    if (age) fill(frame, 'age', age, [clause.line])
    const isDead = clause.tokens.some(({ word }) => died.test(word)) || /\bperdi el[ea]\b/.test(clause.plain)
    if (isDead || (kin && isLost(clause, kin))) fill(frame, 'died', 'sim', [clause.line])
    const drug = drugTaken(clause, 0, clause.tokens.length)
    if (drug) fill(frame, 'drug', drug, [clause.line])
  }
}

/** A medicine that the relative takes: 'botou ferro no joelho' is none. */
function drugTaken({ said, plain }: Clause, after: number, until: number): string | undefined {
  if (!/\b(toma\w*|usa\w*|remedio|com o)\b/.test(plain)) return undefined
  return said.find(
    ({ concept, from, polarity }) =>
      concept.kind === 'drug' && polarity === 'affirmed' && from >= after && from < until,
  )?.concept.note
}

/** Puts what relatives have, and what the family is free of. */
export function readFamily(frames: Frames, clauses: readonly Clause[], companion: Companion): void {
  const reader = new Family(frames, companion)
  clauses.forEach((clause, index) => {
    reader.read(clause, index)
  })
}
