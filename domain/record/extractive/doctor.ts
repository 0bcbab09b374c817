import { plain } from '../../text.ts'
import type { CanonicalKey } from '../record.ts'
import { completed } from './asked-of-doctor.ts'
import { sectionOfDoctor } from './classify.ts'
import type { Draft } from './draft.ts'
import { denied, hypothesisVoice, namesIllness } from './hypothesis.ts'
import { dose, drug } from './lexicon/clinical.ts'
import {
  arranges,
  changesTreatment,
  lookedAt,
  mentalState,
  nextVisit,
  onlyMeasures,
  recap,
  resultRead,
  seen,
  takeIt,
} from './lexicon/plan.ts'
import { smallTalk } from '../voice/speech.ts'
import { finish, stems, uncapitalise, words } from '../voice/normalise.ts'
import { hypothesisNote, planNote } from './plan-note.ts'
import { findingVoice, planVoice } from './plan-voice.ts'
import type { Line } from './segment.ts'

/** 'É mais provável que seja da ansiedade, mas vale a pena um exame': what it may be, and what is done. */
const turn =
  /,\s+(?:(?:mas|então|por isso|e por isso|e aí|e)\s+|(?=vou (?:te )?(?:pedir|solicitar|passar|colher|fazer) ))(?=(?:eu |a gente )?(?:acho que )?(?:vale a pena|vou|vamos|vai|quero|gostaria|queria|preciso|precisamos|podemos|recomendo|recomendaria|aconselho|sugiro|sugeriria)(?![\p{L}]))/iu
const please =
  /^(?:(?:(?:e|mas|então),? )?por favor,? |pelo que (?:eu )?(?:estou vendo|vejo)(?: aqui)?(?: n[oa] (?:seu |sua )?(?:prontuário|ficha|sistema))?, )/iu
/** 'Com cara de angina, e também tô pensando em insuficiência': two things it may be. */
const andAlso = /,? e (?=(?:eu )?(?:também )?(?:estou pensando|penso) (?:também )?em )/iu
function apart(spoken: string): string[] {
  const text = spoken.replace(please, '')
  const both = text.split(andAlso)
  if (both.length === 2 && both.every((one) => sectionIn(one) === 'hipotese')) return [`${both[0]}.`, both[1] ?? '']
  const found = text.match(turn)
  if (!found) return [text]
  const [first, then] = [text.slice(0, found.index), text.slice((found.index ?? 0) + found[0].length)]
  return sectionIn(first) === 'hipotese' && sectionOfDoctor(then) === 'conduta' ? [`${first}.`, then] : [text]
}

/** 'Então toma dois comprimidos agora': of the drug the patient just spoke of. */
function ofNamed(draft: Draft, named: Line | undefined): Draft {
  const found = named?.spoken.match(/\p{L}+/gu)?.find((word) => drug.test(plain(word)))
  if (!named || !found || draft.kind !== 'statement') return draft
  return { ...draft, text: finish(`${found}: ${uncapitalise(draft.text)}`), evidence: [...draft.evidence, named.id] }
}
const ends = /^(?:para|pra|por|com|em|antes|depois|até|de|durante|e com|só) /iu
const sectionOfDoctorAlone = (text: string) =>
  /^(hipotese|exame_fisico)$/.test(sectionOfDoctor(text) ?? '') || nextVisit.test(plain(text)) || /,/.test(text)

const voiceOf: Partial<Record<CanonicalKey, (text: string) => string>> = {
  hipotese: (text) => hypothesisNote(hypothesisVoice(text)),
  exame_fisico: findingVoice,
  conduta: (text) => planNote(planVoice(text), text),
  orientacoes: (text) => planNote(planVoice(text), text),
}

/** 'Peço TSH e glicemia': ordered, though a measure is named. */
const ordersNow =
  /\b((vou|vamos|quero|preciso) (te |lhe )?(pedir|solicitar|colher|dosar|repetir)|peco|solicito|encaminho)\b/
/** A result read aloud is a finding, even where it names an examination that could be ordered. */
const sectionIn = (text: string): CanonicalKey | undefined => {
  const said = plain(text)
  const section = namesIllness(text) && !drug.test(said) && !dose.test(said) ? 'hipotese' : sectionOfDoctor(text)
  const found =
    section === 'exame_fisico' ||
    lookedAt.test(said) ||
    mentalState.test(said) ||
    onlyMeasures.test(said) ||
    (section && (resultRead.test(said) || seen.test(said)))
  if (found) return ordersNow.test(said) ? 'conduta' : 'exame_fisico'
  if (section || smallTalk.test(said) || recap.test(said)) return section
  return changesTreatment.test(said) ? 'conduta' : arranges.test(said) ? 'orientacoes' : undefined
}

/** 'Nada de ibuprofeno', 'infarto não é': never an echo, though the patient spoke of it first. */
const forbids = /\b(nada de|nao (pode|da|de|tom\w+|us\w+|precisa)|suspend\w+|evit\w+)\b/
const decidesAgainst = (text: string): boolean =>
  denied(text) !== undefined || (forbids.test(plain(text)) && drug.test(plain(text)))

/** 'Se ficar vermelho, ...' waits for what to do then. */
const action =
  /\b(\w+(ar|er|ir)\b.*){2,}|, (ir|vai|leva|va|levar|ligar|procurar|voltar)\b|\b(ligu?|volt|procur|retorn|tom[ae]r?|parar|para de)\w*/

const ofThat = / (?:tomar|usar) (?:isso|ess[ea])(?![\p{L}])/iu
const isWhat = /^(?:Inflamação|Infecção|Irritação|Lesão) (?:d[eao]s?|n[oa]s?) /u
const ofTopic = /^(?:(?:e|agora|então),? )*sobre ((?:o|a|os|as) [^,]{3,30}),/iu
/** 'Sobre a ressonância, ...' 'Não vou pedir agora': what is asked for is named. */
const withTopic = (text: string, topic: string | undefined): string =>
  topic ? text.replace(/((?:^|[,;] )(?:não )?)pedir(?=(?: agora| já| hoje)?[.]?$)/iu, `$1solicitar ${topic}`) : text
const consequence = /^(?:Ligar|Voltar)[.]?$/u
/** What a doctor states: findings, what it may be, what is decided and advised. */
export function doctorStatements(line: Line, heard: ReadonlySet<string>, before?: Draft, named?: Line): Draft[] {
  const out: Draft[] = []
  // What is told again says nothing new, until it comes to what it may be or what is done.
  let again = false
  let topic: string | undefined
  for (const told of line.statements.flatMap(apart)) {
    const text = completed(told, named)
    const evidence = named && text !== told ? [named.id, line.id] : [line.id]
    again ||= recap.test(plain(text))
    const last = out.at(-1)
    // 'Com a biópsia.' 'Para fazer um plano.': the end of what was just said.
    if (last?.kind === 'statement' && ends.test(text) && words(text).length <= 9 && !sectionOfDoctorAlone(text)) {
      last.text = finish(`${last.text.replace(/[.]$/, '')}, ${uncapitalise(planVoice(text))}`)
      continue
    }
    const section = sectionIn(text)
    if (!section) continue
    if (again && !/^(hipotese|conduta)$/.test(section)) continue
    again = false
    // Said between questions, only what is decided or found counts; the rest is the patient's own story, echoed.
    const said = [...stems(text)]
    const finds = section === 'exame_fisico' && !onlyMeasures.test(plain(text))
    const echoed = text === told && !finds && said.every((stem) => heard.has(stem)) && !decidesAgainst(text)
    const asking = line.questions.some((question) => !smallTalk.test(plain(question)) && words(question).length > 3)
    // 'Clindamicina, coceira. E tem...?': said again before the next question.
    if (line.questions.length > 0 && words(text).length <= 3) continue
    if (echoed || (asking && section === 'orientacoes')) continue
    const previous = out.at(-1)
    const doseOnly = section === 'conduta' && dose.test(plain(text)) && !drug.test(plain(text))
    const forDrug = doseOnly
      ? out.findLast(
          (draft) => draft.section === 'conduta' && draft.kind === 'statement' && drug.test(plain(draft.text)),
        )
      : undefined
    topic = text.match(ofTopic)?.[1] ?? topic
    const written = finish(withTopic(voiceOf[section]?.(text) ?? planVoice(text), topic))
    if (words(written).length < (section === 'hipotese' || consequence.test(written) ? 1 : 2)) continue
    // 'Se tiver vômito, tome isso nos primeiros dias': of what was ordered a line before.
    if (ofThat.test(written) && out.length === 0 && before?.kind === 'statement' && before.section === 'conduta') {
      const tail = uncapitalise(written.replace(ofThat, ' ')).replace(/\s+/g, ' ').replace(/[.]$/, '')
      out.push({ section: 'conduta', kind: 'detail', text: written, tail, after: before.evidence, evidence: [line.id] })
      continue
    }
    // 'Bursite.' 'É uma inflamação de ...': what it is goes with its name.
    if (
      section === 'hipotese' &&
      previous?.kind === 'statement' &&
      previous.section === section &&
      isWhat.test(written)
    ) {
      previous.text = finish(`${previous.text.replace(/[.]$/, '')}, ${uncapitalise(written)}`)
      continue
    }
    if (forDrug?.kind === 'statement' && words(`${forDrug.text} ${written}`).length <= 36)
      forDrug.text = finish(
        `${forDrug.text.replace(/[.]$/, '')}, ${uncapitalise(written).replace(/^(?:são|é|tomar|usar) (?=\p{L}+ )/iu, '')}`,
      )
    // 'Quarenta miligramas. Por oito semanas.': of the drug that was named a line before.
    else if (
      doseOnly &&
      out.length === 0 &&
      before?.kind === 'statement' &&
      before.section === 'conduta' &&
      drug.test(plain(before.text))
    )
      out.push({
        section,
        kind: 'detail',
        text: written,
        tail: uncapitalise(written).replace(/[.]$/, ''),
        after: before.evidence,
        evidence: [line.id],
      })
    else if (
      previous?.kind === 'statement' &&
      previous.section === 'orientacoes' &&
      section === 'orientacoes' &&
      /^se /i.test(previous.text) &&
      !action.test(plain(previous.text)) &&
      words(`${previous.text} ${written}`).length <= 38
    )
      previous.text = finish(`${previous.text.replace(/[.]$/, '')}, ${uncapitalise(written)}`)
    else if (!(previous?.kind === 'statement' && previous.text === written))
      out.push(
        ofNamed(
          { section, kind: 'statement', text: written, evidence },
          doseOnly && takeIt.test(plain(text)) ? named : undefined,
        ),
      )
  }
  return out.filter((draft) => !toldOtherwise(draft, out))
}

const usual = /^(?:normalmente|geralmente|em geral)(?![\p{L}])/iu
/** 'Normalmente é um tratamento de três dias', beside the order that says the three days. */
function toldOtherwise(draft: Draft, all: readonly Draft[]): boolean {
  if (draft.kind !== 'statement' || !usual.test(draft.text)) return false
  const span = plain(draft.text).match(/\b(\w+ (?:dias|semanas|meses))\b/)?.[1]
  return (
    span !== undefined && all.some((one) => one !== draft && one.kind === 'statement' && plain(one.text).includes(span))
  )
}
