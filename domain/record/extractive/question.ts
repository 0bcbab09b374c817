import { plain } from '../../text.ts'
import type { CanonicalKey } from '../record.ts'
import { sectionOfQuestion } from './classify.ts'
import { habitTopics, symptoms } from './lexicon/clinical.ts'
import { smallTalk } from '../voice/speech.ts'
import { thirdPersonForms } from '../voice/verbs.ts'
import { settle, uncapitalise, words } from '../voice/normalise.ts'
import type { Risk } from './risk.ts'

/** What the patient is afraid of, and hopes for: asked for, it is part of the history. */
export const fears =
  /\b((mais )?(te |lhe |o |a )?(preocup\w+|assust\w+)|(seu|algum) (medo|receio)|(voce|o senhor|a senhora) (acha|achou|achava|imagina|imaginou|pensa|pensou|acredita) que (isso )?(e|era|seja|seria|pode ser|poderia ser|possa ser|esta causando))\b/
export const hopes =
  /\bo que (e que |que )?(voce|o senhor|a senhora) (esperava|espera|gostaria|queria|quer|imaginou|imaginava) (que|da|de|hoje|com)\b/
export type Question = {
  id: string
  kind: 'have' | 'do' | 'open'
  /** have: what is asked for ('febre'); do: the predicate ('bateu esse cotovelo'); open: what the answer is about. */
  core: string
  text: string
  /** The question itself denied: 'sem tosse, né?' */
  negative: boolean
  section: CanonicalKey
  /** An answer to it belongs in no section: names, addresses, goodbyes. */
  social: boolean
  topic: string | undefined
  /** 'Há quanto tempo', 'Qual lado': what an answer without a verb is labelled with. */
  label: string | undefined
  /** 'Há quanto tempo tem dor?': what began, and '' where it goes unnamed. Undefined for any other question. */
  began: string | undefined
  /** Suicide and self-harm, asked for here or just before. */
  risk?: Risk | undefined
  /** The drug named just before, of which it asks how much; and the line that named it. */
  of?: { name: string; line: string } | undefined
}

const tag =
  /^((e |ou )?se (e que |ja |voce ja )?(fez|teve|tem|tomou|lembra|souber|sabe).*|e isso mesmo|e isso|isso|ne|certo|ta|ta certo|(ta )?certo ou nao|ou nao|nao|sim|e|tudo bem|ta bom|ok|entendeu|sabe|como assim|alo|pode ser|nao e|normal|entendeu)\??$/
const opening =
  /\b(em que (eu )?posso|no que (eu )?posso|como (eu )?posso (te |lhe )?ajudar|o que (te |lhe |o |a )?(traz|trouxe)|o que (esta|ta|anda) acontecendo|o que (houve|aconteceu)|me conta|me fal[ae]|o que (voce|o senhor|a senhora) (tem|esta sentindo|sente)|(consegue|pode|poderia|importa de) (me )?(descrever|contar|explicar|falar|dizer)|descreve)\b/
const lead =
  /^(?:(?:e|mas|então|aí|bom|certo|agora|só para confirmar|só para|(?:você|o senhor|a senhora) (?:falou|disse|comentou)(?! que)[^,?]*,|com isso eu quero dizer|eu quero dizer|eu queria saber se|e sobre [^,?]*,|sobre [^,?]*,|fora isso,?|(?:e )?(?:fora|tirando|além) [^,?]*,|me diz uma coisa|deixa eu perguntar|alguma vez|em algum momento|e quanto a|só uma pergunta|é)[, ]+)+/iu
/** Who speaks, and nothing else: no answer to it is part of a record. */
const identity =
  /\b(seu nome|nome (dele|dela|completo)|data de nascimento|(sua|a) idade|quantos anos (voce|o senhor|a senhora|ele|ela|\w+) tem|endereco|com quem (eu )?(falo|estou falando)|quem (e que )?(fala|esta falando)|cpf|telefone)\b/
/** Whether somebody can come, hear, wait. */
const logistics =
  /\b((consegue|pode|poderia|da para) (vir|trazer|ir|passar|chegar|esperar|anotar|me (ouvir|ver|escutar)|falar (comigo|agora|a vontade)|conversar|mostrar)|fica bom|combinado|tudo certo|te ajuda|(andar|levantar|virar|mostrar|apoiar|ficar)\b.{0,30}\b(para mim|camera|celular)\b|concorda|o que (voce|o senhor|a senhora) acha$)/
const subject = /(?:^|[\s,])(?:você|o senhor|a senhora)\s+(?=\p{L})/giu
const haveVerb =
  /^(?:já |também |ainda |não |nunca )*(?:tem tido|tem sentido|está com|estava com|ficou com|está tendo|teria|tem|teve|tinha|sente|sentiu|reparou em|reparou|notou|percebeu|percebe|apresentou|apresenta|viu)(?![\p{L}])(?!\s+(?:\p{L}{2,}[ai]do|feito|visto|posto|dito)(?![\p{L}]))\s*/iu
const quantifier =
  /^(?:tipo de )?(?:algum(?:a)?s?|alguns|algumas|nenhum(?:a)?|muit[ao]s?|tido|uns|umas)\s+(?:tipo de |tipos de )?/iu
const openWord =
  /(?:^|[\s,])(?:de |com |a |em |por |para )?(qual|quais|onde|quando|quanto|quanta|quantos|quantas|como|por que|o que|quem|que horas|que idade|que tipo|há quanto tempo|desde quando)(?![\p{L}])/iu
/** A finite verb among the first words: a predicate, not something one has. */
const finite = (text: string) =>
  words(text)
    .slice(0, 5)
    .some(
      (word) =>
        /^\w{2,}(ou|eu|iu)$/.test(word) ||
        (thirdPersonForms.has(word) && !/^(sente|come|cura|dor|febre|tosse|ardencia)$/.test(word)),
    )
const verbless =
  /\b(voce|e|estao|esta|tem|teve|sente|foi|era|sao|vai|faz|pode|doi|quer|toma|usa|fuma|bebe|mora|anda|some|consegue|falou|fica)\b/

const cut = (text: string) =>
  settle(
    text
      .replace(/[?]+$/, '')
      // 'Teve febre, mãe?' calls, and asks nothing of her.
      .replace(/,\s*(?:mãe|mãezinha|pai|paizinho|(?:dona|seu) \p{L}+|\p{Lu}\p{Ll}+)(?=,|$)/gu, '')
      .replace(/,\s*não$/iu, '')
      .replace(/,\s*(?:você |a senhora |o senhor )?(?:olhou|viu|reparou|notou|percebeu|chegou a ver)$/iu, '')
      .replace(
        /,?\s*(?:é isso|né|não é|tá|certo|junto|também|exatamente|no momento|normalmente|hoje em dia|que você saiba|que o senhor saiba|que eu precise saber|mais ou menos)$/iu,
        '',
      )
      .replace(/\s+que (?:você|o senhor|a senhora) (?:está|tinha|tava) falando$/iu, '')
      .replace(/,\s*(?:é|foi|teve|tem|sentiu|notou|está)(?:\s+algum(?:a)?)?$/iu, '')
      .replace(/^(.{3,40}?)\s+(?:teve|tem|sentiu)\s+algum(?:a)?$/iu, '$1')
      .replace(/(?<![\p{L}])(?:seu|sua)\s+(?=pai|mãe|família)/giu, '')
      .replace(/(?<![\p{L}])(?:tipo(?! de)|assim)(?=[,\s])/giu, ' ')
      .replace(/,?\s+que (?:você|o senhor|a senhora) não tem(?: no momento| agora)?$/iu, '')
      .replace(/\s+ou n[aã]o$/iu, '')
      .replace(/^(iss[oa]|ess[ae] \p{L}+) antes,\s*(?:tipo )?(?=\p{L}{4})/iu, '')
      .replace(/,\s*(?:alguma coisa|algo)(?: que (?:você|o senhor|a senhora)(?: \p{L}+){1,3})?$/iu, '')
      .replace(/(?<![\p{L}])de (?:você|o senhor|a senhora) (?=\p{L}+r(?![\p{L}]))/giu, 'de ')
      // 'O AAS, que eu tinha passado': the doctor speaks of himself.
      .replace(
        /,? que eu (?:te |lhe |já |tinha )*(?:passei|passado|receitei|receitado|prescrevi|prescrito|pedi|pedido|dei|mandei)(?=,|$)/giu,
        '',
      )
      .replace(/(?<![\p{L}])te\s+/giu, 'lhe '),
  )

export const symptomOf = (text: string): string | undefined => {
  const said = plain(text)
  return symptoms.find(([pattern]) => pattern.test(said))?.[1]
}

/** The complaint as the question names it ('manchas'), else the noun a record uses. */
function topicOf(text: string): string | undefined {
  const seen = plain(text)
  const habit = habitTopics.find(([pattern]) => pattern.test(seen))
  if (habit) return habit[1]
  // 'Sangue nas fezes' is about blood: what is named first.
  const found = symptoms
    .map((entry) => ({ entry, at: seen.search(entry[0]) }))
    .filter(({ at }) => at >= 0)
    .reduce<{ entry: (typeof symptoms)[number]; at: number } | undefined>(
      (first, one) => (first && first.at <= one.at ? first : one),
      undefined,
    )?.entry
  if (!found) return undefined
  const hit = seen.match(found[0])
  const at = hit?.index ?? 0
  const span = seen.slice(at + (hit?.[0].length ?? 0)).match(/^\w*/)?.[0].length ?? 0
  // Letters fold one to one in composed text; where they do not, the record's own noun stands.
  const word = seen.length === text.length ? text.slice(at, at + (hit?.[0].length ?? 0) + span).trim() : undefined
  if (/^(Trauma|Neurológico)$/.test(found[1])) return undefined
  return word &&
    words(word).length > 0 &&
    !finite(word) &&
    !/(?:ou|iu|eu|ndo|[aei]r|d[oa]s?|i)$/u.test(word) &&
    !/^d[óo]i/u.test(word)
    ? word
    : found[1]
}

function labelOf(text: string, found: RegExpMatchArray): string | undefined {
  const after = cut(text.slice((found.index ?? 0) + found[0].length))
  const word = plain(found[1] ?? '')
  const bare = after
    .replace(
      /^(?:é|foi|são|está|estão|estava|era|seria|que|anda|andam|vai|vão|fica|ficou|tem sido|têm sido)(?:\s+|$)/iu,
      '',
    )
    .replace(
      /^(?:ess[ae]s?|est[ae]s?|[oa]s?|seu|sua|seus|suas|o seu|a sua)\s+(?:seu |sua |última? |último )?/iu,
      (lead) => (/últim/i.test(lead) ? 'última ' : ''),
    )
  if (word === 'ha quanto tempo' || word === 'desde quando') return undefined
  if (/\b(dura|duram|durou|duraram|demora)\b/.test(plain(text)) && /^quant/.test(word)) return 'duração'
  // 'E o último exame, faz quanto tempo?' names first what it asks about.
  const front = settle(
    text
      .slice(0, found.index ?? 0)
      .replace(/(?:^|\s)(?:faz|há|tem)$/iu, '')
      .replace(/,.*$/u, '')
      .replace(/^(?:ess[ae]s?|est[ae]s?|[oa]s?)\s+(?:seu |sua |seus |suas )?/iu, ''),
  )
  if (
    (words(bare).length === 0 || /^(tempo|vezes)$/.test(plain(bare)) || (words(bare).length <= 2 && finite(bare))) &&
    words(front).length > 0 &&
    words(front).length <= 6 &&
    !finite(front) &&
    !verbless.test(plain(front))
  )
    return front
  const what = bare.replace(/\s+que .*$/u, '').replace(/^d[óo]i$/iu, 'dor')
  // 'E essa dor, quando aparece?' is about the pain: a verb alone names nothing.
  if (/^(quando|onde|como|quanto)/.test(word) && words(bare).length <= 2 && finite(bare)) return undefined
  if (/^(quant|que horas|quem|por que|o que|como)/.test(word) && words(after).length > 4) return undefined
  return words(what).length > 0 &&
    words(what).length <= (/^últim/iu.test(what) ? 7 : 4) &&
    !/^iss[oa]$/iu.test(what) &&
    !/(?<![\p{L}])(?:você|senhor|senhora|lhe|ela|ele)(?![\p{L}])/iu.test(what)
    ? what
    : undefined
}

/** The questions of a doctor's line, tags joined to the sentence they confirm. */
export function questionsOf(
  id: string,
  sentences: readonly string[],
  isQuestion: (sentence: string) => boolean,
): Question[] {
  const out: Question[] = []
  sentences.forEach((sentence, index) => {
    if (!isQuestion(sentence)) return
    const tagged = tag.test(plain(sentence).replace(/[,.]/g, ''))
    const before = sentences[index - 1]
    if (tagged && (!before || isQuestion(before) || words(sentence)[0] === 'nao')) return
    const question = read(id, tagged && before ? before : sentence)
    if (question) out.push(question)
  })
  return out
}

const told = /^(doi|melhora|piora|alivia|passa|some|arde|coca|cansa|incha|queima|aperta|tosse)$/
/** 'Dor quando respira?' is not asked by its 'quando': that stands first, after a comma, or last. */
function asksBy(whole: string, found: RegExpMatchArray): boolean {
  if (!/^(?:quando|como|onde)$/iu.test(found[1] ?? '')) return true
  const before = whole.slice(0, found.index).trim()
  const after = whole.slice((found.index ?? 0) + found[0].length).trim()
  // 'Melhora quando o senhor para?' names both.
  if (told.test(plain(before)) && words(after).length >= 2) return false
  return words(before).length <= 1 || before.endsWith(',') || found[0].startsWith(',') || words(after).length <= 1
}

function read(id: string, sentence: string): Question | undefined {
  const whole = cut(uncapitalise(sentence).replace(/[.]$/, '').replace(lead, ''))
  const text = plain(whole)
  if (words(text).length === 0) return undefined
  const base = {
    id,
    text: whole,
    section: sectionOfQuestion(plain(sentence)),
    social:
      !fears.test(text) &&
      !hopes.test(text) &&
      (identity.test(text) || (smallTalk.test(text) && !opening.test(text)) || logistics.test(text)),
    topic: topicOf(whole),
    negative:
      /^(entao )?(sem|nenhum|nenhuma|nem)\b/.test(text) ||
      /^((entao|e|mas|voce|o senhor|a senhora|ele|ela|isso) )*(nao|nunca) \w/.test(text) ||
      /\bnao (teve|tem|tinha|sentiu|sente|toma|usa|esta|e)\b/.test(text),
    label: undefined,
    began: undefined,
  }
  // 'E as pernas, inchadas, doloridas?' names a place and asks for what may be wrong with it.
  const [, place, signs] =
    whole.match(/^(?:[oa]s?)\s+(?:seus? |suas? )?(\p{L}+),\s+(\p{L}+d[oa]s?(?:,? (?:ou |e )?\p{L}+)*)$/iu) ?? []
  if (place && signs) return { ...base, kind: 'have', core: `${place} ${signs.replace(/,\s*(?!ou|e)/gu, ' ou ')}` }
  const named = whole.match(/^(?:[oa]s?)\s+(?:seus? |suas? )?(\p{L}{3,}(?: \p{L}{4,})?),\s+(?=\p{L}+ \p{L}+)/iu)?.[1]
  if (named && !base.topic && !/^(?:que|senhora?|dor)$/iu.test(named) && !finite(named)) base.topic = named
  const asking = whole.match(openWord)
  const open = asking && asksBy(whole, asking) ? asking : null
  // 'Não dorme muito, então como está a energia?' is about the energy.
  const last = whole.split(/,\s+/u).at(-1) ?? ''
  if (open)
    base.topic = (openWord.test(last) ? topicOf(last) : undefined) ?? topicOf(whole.slice(open.index)) ?? base.topic
  if (/\b(zero|um) a dez\b/.test(text) || /^(que )?nota\b/.test(text))
    return { ...base, kind: 'open', core: whole, topic: undefined, label: 'intensidade de zero a dez' }
  const eitherOr =
    /\b(parece .* ou|(mais|bem|muito) \w+ ou|esquerd\w+ ou|direit\w+ ou|ou (o|a|e)? ?(direit|esquerd)|vai e volta|ou (esta|e|era|foi|fica|ja|ainda)|primeiro)\b/.test(
      text,
    )
  if (opening.test(text) || (open && !/^(se|que)\b/.test(plain(open[0])))) {
    const since = open && /^(ha quanto tempo|desde quando)/.test(plain(open[1] ?? ''))
    const after = open ? cut(whole.slice((open.index ?? 0) + open[0].length)) : whole
    // 'Tem pressão alta há quanto tempo?' names it first.
    const core = (since && after === '' ? whole.slice(0, open.index) : after).replace(
      /^(?:você|o senhor|a senhora)\s+/iu,
      '',
    )
    return {
      ...base,
      kind: 'open',
      core: since ? core : whole,
      label: open && !opening.test(text) && !since ? labelOf(whole, open) : undefined,
      began: since && !opening.test(text) ? core : undefined,
    }
  }
  if (eitherOr) {
    const heads =
      base.topic !== undefined &&
      words(whole)
        .slice(0, 4)
        .join(' ')
        .includes(words(base.topic)[0] ?? '')
    const about = heads ? base.topic : undefined
    return { ...base, kind: 'open', core: whole, label: about, topic: about }
  }
  const after = predicateAfterSubject(whole)
  const predicate = cut(after ?? whole)
    .replace(/^(?:falou|disse|comentou|mencionou)\s+(?:também\s+)?que\s+(?:não\s+)?/iu, '')
    .replace(/^(?:e\s+)?(?:ele|ela|isso)\s+/iu, '')
    .replace(/^não\s+/iu, '')
    .replace(/(?<=\p{L} )quando (?:você|o senhor|a senhora) (?=\p{L})/giu, 'quando ')
    // 'Para fazer xixi, arde?'
    .replace(/^((?:para|ao|na hora de|quando)\s[^,]+),\s*(\p{L}+)$/iu, '$2 $1')
  const kinAsked = predicate.match(
    /^algu[eé]m\s+(?:n[oa]|da)\s+(?:sua\s+)?família\s+(?:já\s+)?(?:tem|teve|tinha|com)\s+(.+)$/iu,
  )
  if (kinAsked?.[1]) return { ...base, kind: 'have', core: `${kinAsked[1].replace(quantifier, '')} na família` }
  if (haveVerb.test(predicate)) {
    const what = unlead(predicate.replace(haveVerb, ''))
    // 'Sente que a perna falha?' is denied by its verb.
    if (/^que\s/iu.test(what)) return { ...base, kind: 'do', core: cut(predicate) }
    if (/^se\s/iu.test(what)) return { ...base, kind: 'do', core: cut(what.replace(/^se\s+(?:[oa]s?\s+)?/iu, '')) }
    if (words(what).length > 0) return { ...base, kind: 'have', core: what }
  }
  // 'E o seu humor no dia a dia?' asks for whatever there is to say about it.
  const definite =
    after === undefined && predicate.match(/^(?:o|a|os|as)\s+(?:seu\s+|sua\s+|seus\s+|suas\s+)?(.+)$/iu)?.[1]
  if (definite && !finite(definite) && !verbless.test(plain(definite)))
    return {
      ...base,
      kind: 'open',
      core: definite,
      label: words(definite).length <= 4 ? settle(definite.replace(/,.*$/u, '')) : base.topic,
    }
  const quantified = quantifier.test(predicate) || /^(?:sem|nenhum|nenhuma)\s/iu.test(predicate)
  if (quantified || (after === undefined && !finite(predicate) && !verbless.test(plain(predicate))))
    return {
      ...base,
      kind: words(predicate).length <= 16 ? 'have' : 'do',
      core: unlead(predicate.replace(/^sem\s+/iu, '')),
    }
  return { ...base, kind: 'do', core: predicate }
}

/** What follows the last 'você' that has a predicate of its own. */
function predicateAfterSubject(text: string): string | undefined {
  // 'Melhora quando o senhor para?' asks of one thing.
  const own = [...text.matchAll(subject)].filter((found) => !/\p{L} quando$/iu.test(text.slice(0, found.index)))
  const places = own.map((found) => text.slice((found.index ?? 0) + found[0].length))
  const usable = places.filter(
    (rest) => !/^\p{L}+[aei]r(?:\s|$)/u.test(rest) && (places.length === 1 || words(rest).length >= 3),
  )
  return usable.at(-1)
}

/** 'teve, sentiu alguma coisa, tipo sangue' -> 'sangue': repeated verbs, quantifiers and 'coisa' name nothing. */
function unlead(text: string): string {
  let out = text
  for (let turn = 0; turn < 3; turn++)
    out = settle(
      out
        .replace(haveVerb, '')
        .replace(/^iss[oa](?: antes)?,\s*(?:tipo )?(?=\p{L}{4})/iu, '')
        .replace(/^mais alguma(s?)\s/iu, 'outra$1 ')
        .replace(/^mais algu[mn]s?\s/iu, 'outro ')
        .replace(quantifier, '')
        .replace(
          /^(?:outr[oa]s?\s+)?(?:coisa|sintoma|sintomas|algo)(?:\s+que [^,]+)?\s*(?:,|(?=relacionad)|de(?=\s))\s*/iu,
          '',
        )
        .replace(/^relacionad[oa]s? (?=(?:a|ao|à|com)\s)/iu, 'problemas relacionados '),
    )
  return out
}
