// Past: the patient's own diseases, operations, fractures and stays in hospital, each with its time, side and treatment.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { type Frame, type Frames, fill, linesOf } from './frame.ts'
import { putBare } from './past-bare.ts'
import {
  type Asked,
  allOfThem,
  askedIn,
  asksPast,
  bare,
  breaking,
  breaks,
  certain,
  counted,
  deniedSymptoms,
  deniedWith,
  free,
  isCorrection,
  isFine,
  isInstead,
  isMeasured,
  isOperated,
  isOwnWord,
  isUnmarkedList,
  isUnsure,
  mayComplete,
  namesDrug,
  noneOfAll,
  operating,
  operations,
  organsDenied,
  organsIn,
  putCourse,
  tells,
  timeOf,
} from './past-clauses.ts'
import { isTime, span } from './times.ts'
import { isLongAgo, sideOf, whenOf } from './when.ts'

/** From here on the tagger is sure that a clause tells the patient's past. */
const sure = 0.5
const about = (clause: Clause): number => chanceOf(clause, 'hpp')

/** Reads the past clause by clause; short answers complete the latest event. */
class Past {
  readonly #frames: Frames
  #focus: { frame: Frame; index: number } | undefined
  #asked: { frame: string; index: number; line: string } | undefined

  /** The subject of the doctor's last question: 'Trombose antes? Câncer?' */
  #open: { line: string; names: Asked[] } = { line: '', names: [] }
  /** Where the doctor asked last. */
  #question = -1
  /** Index of the latest clause about the family. */
  #family = -10

  constructor(frames: Frames) {
    this.#frames = frames
  }

  read(clause: Clause, index: number): void {
    if (clause.act === 'question') {
      this.#question = index
      if (this.#open.line !== clause.line) this.#open = { line: clause.line, names: [] }
      const organs = organsIn(clause)
      if (about(clause) > 0.4 || (organs.length > 0 && about(clause) > 0.2))
        this.#open.names.push(...askedIn(clause), ...organs)
      const named = clause.said.filter(
        ({ concept, subject }) => concept.kind === 'condition' && !subject && concept.note !== 'gravidez',
      )
      const name = named[0]?.concept.note ?? clause.tokens.flatMap(({ word }) => bare.get(word) ?? [])[0]
      if (
        name &&
        named.length < 2 &&
        (about(clause) > 0.2 || named.length === 1) &&
        chanceOf(clause, 'hf') < 0.3 &&
        (index - this.#family > 3 || about(clause) > 0.8) &&
        !/^(gravidez|fratura)$/.test(name)
      )
        this.#asked = { frame: name, index, line: clause.line }
      return
    }
    if (chanceOf(clause, 'hf') > sure) this.#family = index
    // 'Sinusite com tomografia normal? Não é.'
    if (clause.speaker === 'doctor' && /\bnao\b/.test(clause.plain)) this.#asked = undefined
    if (clause.conditional || clause.plan || this.#family === index) return
    const doctor = clause.speaker === 'doctor'
    if (!doctor && (this.#deniesAll(clause) || this.#choosesOf(clause, index))) return
    if (!doctor)
      for (const name of organsDenied(clause, this.#open.names))
        this.#frames.put('condition', name, [this.#open.line, clause.line], { polarity: 'denied' })
    const conditions = this.#conditions(clause, index, doctor)
    if (!doctor && about(clause) > 0.7)
      for (const name of deniedSymptoms(clause))
        if (!this.#frames.find('symptom', name))
          this.#frames.put('absence', `hpp|${name}`, linesOf(clause), { polarity: 'denied' })
    const found = [...conditions, ...this.#events(clause, doctor, conditions.length > 0)]
    for (const frame of found) fill(frame, 'order', String(index), [])
    const last = found.at(-1)
    if (last) this.#focus = { frame: last, index }
    // 'Tomo ibuprofeno. Faz três meses.'
    else if (!doctor && namesDrug(clause) && about(clause) < sure) this.#focus = undefined
    else this.#complete(clause, index)
  }

  /** 'Não e não', 'nada disso': denies all that the last line asked for. */
  #deniesAll(clause: Clause): boolean {
    const { line, names } = this.#open
    const words = clause.tokens.filter(({ kind }) => kind === 'word').length
    if (
      names.length < 2 ||
      (clause.reply?.means !== 'no' && !noneOfAll.test(clause.plain)) ||
      words > 5 ||
      clause.said.some(({ concept }) => concept.kind === 'condition')
    )
      return false
    for (const { kind, name } of names) this.#frames.put(kind, name, [line, clause.line], { polarity: 'denied' })
    this.#open = { line: '', names: [] }
    return true
  }

  /** 'Pressão alta, diabetes?' 'Os dois.' 'Só pressão.': affirms all that was asked, or one and denies the rest. */
  #choosesOf(clause: Clause, index: number): boolean {
    const { line, names } = this.#open
    if (names.length < 2 || clause.answers?.line !== line || clause.tokens.length > 6) return false
    if (names.some(({ kind }) => kind !== 'condition') || chanceOf(clause.answers, 'hf') > 0.3) return false
    const named = clause.said.find(({ concept }) => concept.kind === 'condition')?.concept.note
    const own = named ?? clause.tokens.flatMap(({ word }) => bare.get(word) ?? [])[0]
    const all = allOfThem.test(clause.plain)
    const only =
      /^(nao )?so (a |o |de )?\w+( mesmo| alta)?$/.test(clause.plain) && names.some(({ name }) => name === own)
    if (!all && !only) return false
    for (const { name } of names) {
      const has = all || name === own
      const frame = this.#frames.put('condition', name, [line, clause.line], {
        polarity: has ? 'affirmed' : 'denied',
      })
      if (!has) continue
      fill(frame, 'order', String(index), [])
      this.#describe(frame, clause)
      this.#focus = { frame, index }
    }
    this.#open = { line: '', names: [] }
    return true
  }

  #conditions(clause: Clause, index: number, doctor: boolean): Frame[] {
    const own = about(clause)
    const out: Frame[] = []
    const allergic = /alerg/.test(clause.answers?.plain ?? '')
    for (const said of clause.said) {
      const { concept, polarity, subject } = said
      if (concept.kind !== 'condition' || subject || polarity === 'unknown' || allergic) continue
      if (concept.note === 'diabetes' && /\b(da|na) (gestacao|gravidez)\b/.test(clause.plain)) continue
      if (/^(gravidez|fratura|aborto|prematuridade)$/.test(concept.note)) continue
      // A name inside a longer one, or of a relative's disease, is no disease of the patient.
      if (isUnsure(clause) || isFine(clause, said.to - 1) || isCorrection(clause, said.to)) continue
      if ((polarity === 'denied' && !isInstead(clause, said)) || deniedWith(clause, said)) {
        if (!doctor && own > 0.25) this.#frames.put('condition', concept.note, linesOf(clause), { polarity: 'denied' })
        continue
      }
      if (
        doctor
          ? own < 0.7 ||
            isUnmarkedList(clause) ||
            !/\b(tem|consta|diz|hipertens[oa]|diabetic[oa]|faz|ha|aqui|ficha|cadastro|sei|anot\w+)\b/.test(clause.plain)
          : own < sure &&
            !(own > 0.2 && tells(clause)) &&
            !(isLongAgo(clause) && chanceOf(clause, 'hip', 'con', 'ori') < 0.3)
      )
        continue
      if (isOperated(clause, said)) continue
      const frame = this.#frames.put('condition', concept.note, [clause.line])
      const next = clause.said.find((other) => other.from >= said.to && other.concept.kind === 'condition')
      this.#describe(frame, clause, next ? { from: said.from, to: next.from } : undefined)
      out.push(frame)
    }
    const question = this.#asked
    if (!doctor && own > 0.5)
      out.push(...putBare(this.#frames, clause, question && index - question.index <= 3 ? question : undefined))
    // 'Já teve otite?' 'Com dois anos, furou o tímpano.'
    if (
      out.length === 0 &&
      question &&
      index - question.index <= 2 &&
      !doctor &&
      own > 0.3 &&
      clause.reply?.means !== 'no' &&
      !isUnsure(clause) &&
      !isMeasured(clause) &&
      !clause.tokens.some(({ word }) => operating.test(word)) &&
      !clause.said.some(
        ({ concept }) =>
          /^(condition|procedure)$/.test(concept.kind) || (concept.kind === 'drug' && clause.reply?.means !== 'yes'),
      ) &&
      (whenOf(clause) || clause.reply?.means === 'yes' || /^(leve|moderad[oa]|grave)$/.test(clause.plain)) &&
      (!/\bnao\b/.test(clause.plain) || free.test(clause.plain))
    ) {
      const frame = this.#frames.put('condition', question.frame, [question.line, clause.line])
      this.#describe(frame, clause)
      out.push(frame)
      this.#asked = undefined
    }
    return out
  }

  #events(clause: Clause, doctor: boolean, isDisease: boolean): Frame[] {
    const own = about(clause)
    const { plain, tokens } = clause
    if (doctor ? own < 0.7 : own < 0.3) return []
    if (/\b(vai|vou|marcad[ao]|quero)\b/.test(plain)) return []
    const denied = /\b(nunca|nao|nem|sem|quase)\b/.test(plain)
    const names = new Set<string>()
    const questionTokens = clause.answers?.tokens ?? []
    // 'Tirei o útero por mioma'
    const isReason = (at: number) => tokens[at - 1]?.word === 'por'
    const operates = tokens.some(({ word }) => operating.test(word))
    // 'Fez cirurgia? Toma remédio?' 'Ibuprofeno, por causa do joelho.'
    const operated =
      operates || (!doctor && !namesDrug(clause) && questionTokens.some(({ word }) => operating.test(word)))
    if (operated && !denied)
      for (const [at, { word }] of tokens.entries()) {
        const name = isReason(at) ? undefined : operations.get(word)
        // Other parts of the body are as likely a disease where only the question asks for operations.
        if (name && (operates || certain.has(word))) names.add(name)
      }
    if (names.has('cirurgia de menisco')) names.delete('cirurgia de joelho')
    const broke =
      tokens.some(({ word }) => breaking.test(word)) || questionTokens.some(({ word }) => breaking.test(word))
    if (broke && !/\b(nunca|nao|nem)\b/.test(plain))
      for (const { word } of tokens) {
        const name = breaks.get(word)
        if (name) names.add(`fratura de ${name}`)
      }
    for (const { concept, polarity, subject, from, to } of clause.said)
      if (
        concept.kind === 'procedure' &&
        !subject &&
        polarity === 'affirmed' &&
        (names.size === 0 || concept.note === 'internação' || isOwnWord(clause, { from, to }))
      )
        names.add(counted(clause, concept.note, from))
    const reason = clause.said.find(
      ({ concept, polarity, subject }) =>
        concept.kind === 'condition' && polarity === 'affirmed' && !subject && concept.note !== 'gravidez',
    )
    // 'Já tinha tido isso?' 'No TCC, faz seis anos.'
    if (
      names.size === 0 &&
      asksPast.test(clause.answers?.plain ?? '') &&
      !denied &&
      !doctor &&
      !reason &&
      own > sure &&
      !isDisease &&
      whenOf(clause) &&
      about(clause.answers ?? clause) > 0.2 &&
      !/^há \S+ (dias?|semanas?)/.test(whenOf(clause) ?? '') &&
      !questionTokens.some(({ word }) => operating.test(word) || /^(doencas?|intern\w+|problemas?|saude)$/.test(word))
    )
      names.add('quadro semelhante')
    // 'Alguma internação?' 'Uma, há cinco meses.'
    const stay =
      questionTokens.some(({ word }) => /^intern/.test(word)) && !denied && !doctor && clause.reply?.means !== 'no'
    if (
      names.size === 0 &&
      stay &&
      (!reason || isReason(reason.from)) &&
      tokens.length <= 12 &&
      !questionTokens.some(({ word }) => operating.test(word)) &&
      whenOf(clause)
    )
      names.add('internação')
    return [...names].map((name) => {
      const frame = this.#frames.put(
        'event',
        name,
        linesOf(clause).slice(names.size > 0 && name !== 'quadro semelhante' ? -1 : 0),
      )
      const before = clause.answers && name === 'internação' && !whenOf(clause) ? whenOf(clause.answers) : undefined
      if (before) fill(frame, 'when', before, linesOf(clause))
      if (reason && (/^internação/.test(name) || isReason(reason.from)))
        fill(frame, 'reason', reason.concept.note, [clause.line])
      // 'Tirei a vesícula por pedra'
      if (name === 'colecistectomia' && tokens.some(({ word }) => /^pedras?$/.test(word)))
        fill(frame, 'reason', 'colelitíase', [clause.line])
      this.#describe(frame, clause)
      return frame
    })
  }

  /** Time, side, treatment and course said of a thing in this clause. */
  #describe(frame: Frame, clause: Clause, within?: { from: number; to: number }): void {
    const { line, plain } = clause
    const { when, slot } = timeOf(clause, frame, within)
    // 'Internado uns três dias': its length.
    const isLength = frame.name === 'internação' && !/\b(ha|faz|fazem|atras|tem)\b/.test(plain)
    const isKnown = when === 'na gestação' && /gestacional|pós-parto/.test(frame.name)
    if (when && !isKnown && !(isLength && /dia|semana/.test(when))) fill(frame, slot, when, [line])
    const side = sideOf(clause)
    if (side) fill(frame, 'side', side, [line])
    const drug = clause.said.find(({ concept, polarity }) => concept.kind === 'drug' && polarity === 'affirmed')
    if (
      drug &&
      /\b(tomei|tomou|tratei|tratou|fiquei|ficou|fiz|usei|usou)\b/.test(`${plain} ${clause.answers?.plain ?? ''}`)
    )
      fill(frame, 'treatment', drug.concept.note, [line])
    const degree = /\b(leve|moderad[oa]|grave)\b/.exec(plain)?.[1]
    if (degree && frame.kind === 'condition' && clause.tokens.length < 8) fill(frame, 'degree', degree, [line])
    if (free.test(plain) && frame.kind === 'condition') fill(frame, 'free', 'sim', [line])
    if (/\bcom aura\b/.test(plain)) fill(frame, 'degree', 'com aura', [line])
    if (/\b(incomplet\w+|nao (tudo|terminei|terminou|completei|completou))\b/.test(plain))
      fill(frame, 'incomplete', 'com tratamento incompleto', [line])
    if (/\bfisio\w*\b/.test(plain)) fill(frame, 'treatment', 'fisioterapia', [line])
    if (/\bgesso\b/.test(plain)) fill(frame, 'treatment', 'gesso', [line])
    putCourse(frame, clause)
  }

  /** 'Com nove semanas.' 'Sete dias.' 'O esquerdo.': completes the latest event. */
  #complete(clause: Clause, index: number): void {
    const focus = this.#focus
    if (!focus || index - focus.index > 5 || clause.tokens.length > 16) return
    if (!mayComplete(clause, focus.frame, this.#question > focus.index)) return
    const before = focus.frame.slots.size
    const side = sideOf(clause)
    // 'Do esquerdo?' 'O direito.': a corrected side counts, even where the tag says otherwise.
    const isSure = about(clause) >= sure || (clause.answers !== undefined && sideOf(clause.answers) !== undefined)
    if (side && isSure && focus.frame.slots.has('side')) fill(focus.frame, 'side', side, [clause.line], true)
    if (about(clause) < sure) return
    const bareNumber = clause.tokens.length <= 4 ? clause.quantities.find(({ unit }) => unit === '') : undefined
    const when = focus.frame.slots.get('when')?.text
    const askedTime = clause.answers?.quantities.find(isTime)
    if (bareNumber && !when && askedTime && bareNumber.value > 1)
      fill(focus.frame, 'when', `há ${span({ ...bareNumber, unit: askedTime.unit })}`, [clause.line])
    if (bareNumber && when && /^há \d/.test(when) && clause.speaker !== 'doctor')
      fill(focus.frame, 'when', when.replace(/\d+/, String(bareNumber.value)), [clause.line], true)
    this.#describe(focus.frame, clause)
    if (focus.frame.slots.size > before) focus.index = index
  }
}

/** Puts diseases, operations and stays in hospital of the patient. */
export function readPast(frames: Frames, clauses: readonly Clause[]): void {
  const reader = new Past(frames)
  clauses.forEach((clause, index) => {
    if (clause.act !== 'greeting') reader.read(clause, index)
  })
}
