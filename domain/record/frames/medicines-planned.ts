// Medicines that the doctor prescribes, keeps, changes, suspends or decides against.
import { type Clause, chanceOf, type Said } from '#domain/dialogue/clause.ts'
import type { Dosage } from './dosage.ts'
import { type Frame, type Frames, fill } from './frame.ts'
import {
  dosageOf,
  fillDosage,
  findMedicine,
  ingredientOf,
  namedIn,
  putMedicine,
  segmentsOf,
  wordsOf,
} from './medicine.ts'
import { feltIn } from './symptoms.ts'

const suspending =
  /\b(suspend\w+|larg(a|ar|ue)|par(a|ar|e|amos|em) (de tomar|com|o|a|esse|essa)|para de|parar|pare|deix(a|ar|e) de (tomar|usar)|interromp\w+|tir(a|ar|o|e|amos)|retir\w+|cort(a|ar|e|o|amos)|sai|saem|sair|fora|nao (toma|tome|tomar|usa|use|usar|vai tomar) mais|zero)\b/
const refusing =
  /\b(nao (vou|vamos|passo|dou|da|pode|podemos|posso|serve|precisa|quero|uso|indico|receito|prescrevo|faz sentido|cabe|combina|rola|entra|muda|e hora|compensa|vale|adianta|resolve|mexo|e o caso|tem indicacao|ha indicacao|recomendo|tome|toma|use|usa|tomar|usar|gosto|arrisco|vejo)|nem|ainda nao|agora nao|por enquanto nao|sem|nada de|nunca mais|evit\w+|descart\w+|contraindicad\w+|proibid\w+|fora|cancel\w+|deixa pra la|esquec\w+|dispens\w+|adi(o|ar|amos|ada|ado)|nao)\b/
const weighing =
  /\b(pensei|pensando|pensar|ia (passar|dar|receitar|usar|pedir|colocar|comecar|fazer)|daria|passaria|associaria|usaria|poderia|seria|tem gente|existe|outra opcao|alternativa|teria|cheguei a|cogit\w+|talvez|no futuro|mais pra frente|quem sabe|eu ate)\b/
const keeping =
  /\b(mant(em|enha|enho|er|emos|ida|ido)|continu(a|am|e|em|ar|amos|o)|segue|seguem|seguir|fica com|permanece\w*|igual|iguais|do mesmo jeito|nao (mexo|muda|mudo|mexe)|renov(o|ar|ei|a|amos))\b/
const raising = /\b(aument(a|o|ar|amos|e)|subir|sobe|subo|subimos|dobr(a|o|ar|amos))\b/
const lowering =
  /\b(diminu(i|o|ir|imos|a)|reduz|reduzo|reduzir|reduzimos|baix(a|o|ar|amos|e)|abaixar|cai|desce|descer)\b/
const prescribing =
  /\b(passar|passo|receit\w+|prescrev\w+|dar|dou|colocar|coloco|inici\w+|comec\w+|associ(o|ar|amos)|deixar|deixo|fazer|faz|faco|tomar|toma|tome|usar|usa|use|ping(a|ar|ue)|aplic(a|ar|o|ue)|entrar|entra|entro|acrescent\w+|bot(ar|o|a)|fico com|vou de|vamos de|vai de|vai ser|escolho|opto|mando|pode (tomar|usar|dar)|da|receita|precisa (tomar|usar)|trato|tratar|tratamento)\b/
const swapping = /\b(troc(o|ar|a|amos|ei|ou|ando)|substitu\w+|no lugar d\w+|em vez d\w+|em lugar d\w+)\b/
const instead = /\b(no lugar|em vez|em lugar|ao inves)\b/
const explaining =
  /\b(efeito|por causa d\w+|serve pra|e (um|uma|o mesmo|parente|primo)|chama|tem o nome|parece com|segura|baixou|causa|da sono|pode dar|faz mal|o nivel|nivel d\w+|alergia)\b/
const needed =
  /\b(se (precisar|precisa|necessario|for preciso|for necessario|quiser)|so se|quando precis\w+|em caso de necessidade)\b/
const ownWords = /\b(eu|meu|minha|tomo|tenho|doutor|doutora|posso|mim)\b/
const otherMatter =
  /\b(volta|volte|retorn\w+|atestado|repouso|semanas? sem|compressa|gelo|exame|fisioterapia|sessoes)\b/

/** 'se dor', 'se febre': when a medicine is taken that is taken only then. */
export function conditionOf(clause: Clause): string | undefined {
  const at = clause.tokens.findIndex(
    ({ word }, index) =>
      /^(se|caso|quando)$/.test(word) && !/^(precis|necess)/.test(clause.tokens[index + 1]?.word ?? ''),
  )
  const names =
    at < 0
      ? []
      : feltIn(clause).flatMap(({ from, name, polarity }) =>
          from > at && from < at + 8 && polarity !== 'denied' ? [name] : [],
        )
  const pain = at >= 0 && /^(\w+ ){0,3}(dor|doer|doendo|doi)\b/.test(wordsOf(clause, at + 1, at + 6))
  const all = pain && !names.some((name) => /dor|algia|cefaleia/.test(name)) ? ['dor', ...names] : names
  if (all.length > 0) return `se ${[...new Set(all)].join(' ou ')}`
  const purpose = /\b(pra|para|pro) (a |o )?(dor|febre|enjoo|nausea|vomito|coceira|azia|colica)\b/.exec(
    clause.plain,
  )?.[3]
  if (!needed.test(clause.plain)) return undefined
  return purpose
    ? `se ${purpose.replace('enjoo', 'náusea').replace('nausea', 'náusea').replace('coceira', 'prurido').replace('vomito', 'vômito').replace('colica', 'cólica')}`
    : 'se necessário'
}

/** Follows what the doctor decides. */
export class PlannedMedicines {
  readonly #frames: Frames
  #focus: Frame | undefined
  #age = 0
  #late = false

  constructor(frames: Frames) {
    this.#frames = frames
  }

  /** Whether the doctor decides in this clause. `place`: from 0 to 1 in the talk. */
  decides(clause: Clause, place: number): boolean {
    const plan = chanceOf(clause, 'con', 'ori')
    const { act } = clause.tag
    if (clause.speaker !== 'doctor')
      return this.#late && act === 'd' && plan > 0.9 && clause.act !== 'question' && !ownWords.test(clause.plain)
    if (!this.#late && plan > 0.6 && place > 0.3 && /^[di]$/.test(act)) this.#late = true
    if (!this.#late && chanceOf(clause, 'hip') > 0.6 && place > 0.4) this.#late = true
    if (clause.act === 'question') return false
    return (
      plan > 0.4 ||
      (this.#late && chanceOf(clause, 'med', 'hda', 'hpp', 'ale') < 0.5 && act !== 'q') ||
      (clause.plan && place > 0.5)
    )
  }

  read(clause: Clause): void {
    this.#age += 1
    const named = namedIn(clause).filter(({ subject }) => !subject)
    if (named.length === 0) return this.#goOn(clause)
    const segments = segmentsOf(clause, named)
    if (
      segments.length >= 2 &&
      swapping.test(clause.plain) &&
      this.#swap(
        clause,
        segments.map(({ drug }) => drug),
      )
    )
      return
    for (const { drug, from, to } of segments) {
      const own = wordsOf(clause, from, to)
      const lead = wordsOf(clause, Math.max(0, drug.from - 12), drug.from)
      this.#decide(clause, drug, {
        from,
        to,
        text:
          segments.length === 1
            ? clause.plain
            : `${segments[0]?.drug === drug ? '' : lead.split(' ').slice(0, 0).join(' ')} ${own}`,
        lead,
      })
    }
  }

  /** The patient refuses or reports a reaction to a medicine that was just decided. */
  refuse(clause: Clause): void {
    for (const drug of namedIn(clause)) {
      const frame = findMedicine(this.#frames, 'plan', drug.concept.note)
      if (
        frame?.status === 'prescribed' &&
        (drug.polarity === 'denied' || /\b(alerg\w+|nao posso|passei mal|me deu|me fez mal)\b/.test(clause.plain))
      )
        frame.status = 'not prescribed'
    }
    this.#age += 1
  }

  #inUse(drug: Said): boolean {
    return /^(in use|tried)$/.test(findMedicine(this.#frames, 'use', drug.concept.note)?.status ?? '')
  }

  #statusOf(clause: Clause, drug: Said, text: string, lead: string, dosage: Dosage): string | undefined {
    const inUse = this.#inUse(drug)
    const dosed = Object.keys(dosage).some((slot) => slot !== 'route' && slot !== 'release')
    const strong = dosage.strength !== undefined || dosage.amount !== undefined
    if (weighing.test(lead)) return 'not prescribed'
    if (drug.polarity === 'denied' || (refusing.test(text) && !dosed)) {
      if (/\b(nao (muda|mexo|mudo|mexe|suspend\w+|par\w+))\b/.test(text)) return 'keep'
      if (inUse)
        return suspending.test(text) || /\b(nada de|sem|nunca mais|nao (tom\w+|us\w+))\b/.test(text)
          ? 'suspend'
          : undefined
      return chanceOf(clause, 'con') > 0.35 ? 'not prescribed' : undefined
    }
    if (suspending.test(text) && !strong) return inUse || chanceOf(clause, 'con') > 0.5 ? 'suspend' : undefined
    if (weighing.test(text) && !dosed) return 'not prescribed'
    if (raising.test(text)) return strong || dosed ? 'raise' : undefined
    if (lowering.test(text)) return strong || dosed ? 'lower' : undefined
    if (keeping.test(text)) return inUse || chanceOf(clause, 'con') > 0.5 ? 'keep' : undefined
    if (
      clause.conditional &&
      conditionOf(clause) === undefined &&
      !/\bse (quiser|precisar|necessario)\b/.test(clause.plain)
    )
      return undefined
    if (dosed) return 'prescribed'
    if (explaining.test(text)) return undefined
    return prescribing.test(lead) && chanceOf(clause, 'con') > 0.4 ? 'prescribed' : undefined
  }

  #decide(
    clause: Clause,
    drug: Said,
    { from, to, text, lead }: { from: number; to: number; text: string; lead: string },
  ): void {
    const { note } = drug.concept
    const dosage = dosageOf(clause, note, from, to)
    const status = this.#statusOf(clause, drug, text, lead, dosage)
    if (!status) {
      const before = findMedicine(this.#frames, 'plan', note)
      if (before) this.#setFocus(before)
      return
    }
    // A class is decided against, seldom prescribed: 'um antibiótico' names nothing.
    if (
      drug.concept.group === 'class' &&
      /^(prescribed|raise|lower)$/.test(status) &&
      !dosage.strength &&
      !dosage.course
    )
      return
    const earlier = findMedicine(this.#frames, 'plan', note)
    if (earlier && /^(prescribed|raise|lower)$/.test(earlier.status) && status === 'keep') return
    const frame = putMedicine(this.#frames, 'plan', drug, clause.line, status)
    if (/^(suspend|not prescribed)$/.test(status)) this.#reason(frame, clause)
    else {
      fillDosage(frame, dosage, [clause.line], true)
      const condition = conditionOf(clause)
      if (condition) fill(frame, 'condition', condition, [clause.line])
    }
    this.#setFocus(frame)
  }

  #setFocus(frame: Frame): void {
    this.#focus = frame
    this.#age = 0
  }

  /** 'Troco A por B', 'B no lugar de A'. */
  #swap(clause: Clause, [one, other]: readonly Said[]): boolean {
    if (!one || !other || one.concept.note === other.concept.note) return false
    const middle = wordsOf(clause, one.to, other.from)
    const isInstead = instead.test(middle)
    if (!isInstead && !/\b(por|pra|pelo|pela|com)\b/.test(middle)) return false
    const [old, fresh] = isInstead ? [other, one] : [one, other]
    const frame = putMedicine(this.#frames, 'plan', fresh, clause.line, 'prescribed')
    const dosage = dosageOf(clause, fresh.concept.note, fresh.to, isInstead ? other.from : clause.tokens.length)
    fillDosage(frame, dosage, [clause.line], true)
    const replaced = putMedicine(this.#frames, 'plan', old, clause.line, 'replaced')
    fill(frame, 'instead', replaced.slots.get('name')?.text ?? old.concept.note, [clause.line])
    this.#setFocus(frame)
    return true
  }

  #reason(frame: Frame, clause: Clause): void {
    const cause = /\b(por causa|pel[oa]s?|porque|com|por)\b/
    const found = clause.said.find(
      ({ concept, from, polarity }) =>
        /^(condition|symptom)$/.test(concept.kind) &&
        polarity === 'affirmed' &&
        cause.test(wordsOf(clause, Math.max(0, from - 5), from)),
    )
    if (found) fill(frame, 'reason', `por ${found.concept.note}`, [clause.line])
  }

  /** A clause without a name goes on about the medicine before it: 'Um comprimido de oito em oito horas.' */
  #goOn(clause: Clause): void {
    const focus = this.#focus
    if (!focus || this.#age > 4 || otherMatter.test(clause.plain)) return
    if (clause.said.some(({ concept }) => /^(exam|action|specialty|procedure|where)$/.test(concept.kind))) return
    if (/\b(cancela|cancelo|cancelada|deixa pra la)\b/.test(clause.plain) && clause.tokens.length < 8) {
      focus.status = 'cancelled'
      return
    }
    const cue = this.#laterCue(clause, focus)
    if (cue) {
      focus.status = cue
      if (!focus.lines.includes(clause.line)) focus.lines.push(clause.line)
      this.#reason(focus, clause)
      return
    }
    if (
      /^(suspend|not prescribed|keep)$/.test(focus.status) &&
      !raising.test(clause.plain) &&
      !lowering.test(clause.plain)
    )
      return
    const dosage = dosageOf(clause, ingredientOf(focus), 0, clause.tokens.length)
    if (/^(ai |e )?(depois|dai)\b/.test(clause.plain) && focus.slots.has('strength') && dosage.strength) {
      const { route: _, ...rest } = dosage
      fill(
        focus,
        'then',
        [rest.strength, rest.amount, rest.frequency, rest.moment, rest.course].filter(Boolean).join(' '),
        [clause.line],
      )
      this.#age = Math.min(this.#age, 2)
      return
    }
    const corrected = /\b(nao|alias|digo|minto|melhor|quer dizer|vou comecar|vamos comecar)\b/.test(clause.plain)
    if (fillDosage(focus, dosage, [clause.line], corrected)) this.#age = Math.min(this.#age, 2)
    const condition = conditionOf(clause)
    if (condition && clause.tokens.length < 16 && clause.tokens.length > 2)
      fill(focus, 'condition', condition, [clause.line])
  }

  /** 'Vamos suspender', 'essa sai', 'esse continua': a decision without the name. */
  #laterCue({ plain, tokens, tag }: Clause, focus: Frame): string | undefined {
    if (tokens.length > 10 || this.#age > 2 || (tag.part !== 'con' && tag.part !== 'ori')) return undefined
    const inUse = /^(in use|tried)$/.test(findMedicine(this.#frames, 'use', ingredientOf(focus))?.status ?? '')
    if (suspending.test(plain) && inUse) return 'suspend'
    if (
      /\b(nao (vou|vamos|passo|dou|da|pode|quero|arrisco))\b/.test(plain) &&
      focus.status === 'prescribed' &&
      this.#age <= 1
    )
      return 'not prescribed'
    return keeping.test(plain) && inUse && focus.status !== 'prescribed' ? 'keep' : undefined
  }
}
