import { plain } from '../../text.ts'
import { clinicalRegister } from './denial.ts'
import { thirdPersonForms } from '../voice/verbs.ts'
import { settle, uncapitalise, words } from '../voice/normalise.ts'
import { toThirdPerson } from '../voice/third-person.ts'

export type Polarity = 'yes' | 'no' | undefined
/** How a yes was said: the verb ('tenho') affirms the thing, 'isso' agrees with how it was asked; 'sim' may be either. */
export type Answer = {
  polarity: Polarity
  rest: string
  how?: 'verb' | 'agree' | undefined
  /** The verb that was the yes: 'bebo' to 'fuma ou bebe?'. */
  verb?: string | undefined
  /** The 'não' belongs to its verb: 'não sei', 'não consigo ler'. */
  bound?: boolean
}

const no =
  /^(?:também não|(?:acho|creio|parece) que não|que eu (?:saiba|lembre|me lembre),? não|não que eu (?:saiba|me lembre|lembre|tenha \p{L}+)|não|nada|negativo|sem(?=[.,;]|$)|de jeito nenhum|nenhuma? d(?:os|as|eles|elas|esses|essas)(?: dois| duas| três)?|nenhum(?:a)?|nunca)(?=[\s,.;!?]|$)[,.;!?]*\s*/iu
// 'Tive febre' is an answer and a statement: only the word that stands alone is taken off.
const yes =
  /^(?:acho que sim|sim|isso(?: mesmo)?|claro|exato|exatamente|pois é|já|aham|positivo|(?:tenho|tô|estou|tive|sinto|senti|tomo|uso|fumo|bebo|faço|fiz|vai|some|dói|foi|é|sou|fico|posso|consigo|tem|lembro)(?=\s*(?:[,.;!?]|$|sim(?![\p{L}]))))(?=[\s,.;!?]|$)[,.;!?]*\s*/iu
const affirming = /^(?:tenho|tô|estou|tive|sinto|senti|tomo|uso|fumo|bebo|faço|fiz|dói|sou|fico|consigo|tem)/iu
const verbThenNo =
  /^(?:tenho|tive|tem|sinto|senti|tomo|uso|fumo|bebo|faço|fiz|dói|sou|estou|fico|consigo)\s+não(?=[.,;]|$)[.,;]?\s*/iu
const _clauseEnd = /(?<=[.;])\s+|,\s+(?=mas |só |e |porém |fora |tirando |então |eu |não |nem )/u

/** A line of 'sim', 'isso', 'não' and the like. 'Tá' and 'certo' only tell that someone listens. */
export function readBare(text: string): Answer {
  const said = words(text)
  if (said.includes('nao')) return { polarity: 'no', rest: '' }
  return {
    polarity: said.some((word) => /^(sim|isso|aham|exato|exatamente|claro|certeza|e)$/.test(word)) ? 'yes' : undefined,
    rest: '',
    how: said.includes('isso') || said.some((word) => word.startsWith('exat')) ? 'agree' : undefined,
  }
}

/** 'Está tomando?' 'Tomo': the same verb in another form. */
const echoes = (verb: string, asked: readonly string[]) =>
  asked.some(
    (word) =>
      word === verb || (verb.length >= 4 && word.startsWith(verb.slice(0, 4)) && /(?:ndo|ado|ido|[aei]r)$/.test(word)),
  )

/** 'Não, não, sangue não, só fezes líquidas' -> {no, 'sangue não, só fezes líquidas'}. */
export function readAnswer(sentences: readonly string[], asked = ''): Answer {
  let rest = sentences
    .join(' ')
    .replace(/\?/g, '.')
    .replace(/^(?:eu|quem, eu|hã|como|o quê)[.]\s+(?=\p{L})/iu, '')
  let polarity: Polarity
  let how: Answer['how']
  let verb: string | undefined
  // 'Eu não, meu irmão é que é': who it is not so of. 'Ainda não fiz.'
  rest = rest
    .replace(/^eu (?=não(?:[,.;]|$))/iu, '')
    .replace(/^ainda não(?: fiz| fui| marquei| comecei)?(?=[,.;]|$)/iu, 'não')
  // 'Tenho não': the denial comes after its verb.
  rest = rest.replace(verbThenNo, 'não, ')
  // The verb of the question, alone: 'As vacinas estão em dia?' 'Estão, tomou todas.'
  const echo = rest.match(/^(\p{L}+?)(?:(?<=^estão) sim)?\s*(?:[,.;]|$)\s*/iu)
  if (
    echo?.[1] &&
    words(echo[1]).length === 1 &&
    echoes(plain(toThirdPerson(echo[1])), words(asked)) &&
    (thirdPersonForms.has(plain(toThirdPerson(echo[1]))) || /^(est[aã]o|é|são|consegue|dorme|mama)$/i.test(echo[1]))
  ) {
    polarity = 'yes'
    how = 'verb'
    verb = echo[1]
    rest = rest.slice(echo[0].length)
  }
  for (let turn = 0; turn < 6; turn++) {
    // 'Não dói' and 'Nunca fumei' are statements: the word belongs to its verb.
    const foundNo = rest.match(no)
    if (foundNo && polarity !== 'yes') {
      const after = rest.slice(foundNo[0].length)
      const joined = !/[,.;!?]\s*$/.test(foundNo[0]) && after !== ''
      if (joined && /^(?:(?:acho|creio|parece) que )?(?:não|nunca|nada|nenhum)/iu.test(foundNo[0])) {
        rest = rest.replace(/^(?:acho|creio|parece) que /iu, '')
        return { polarity: polarity ?? 'no', rest, bound: polarity === undefined }
      }
      polarity = 'no'
      rest = after
      continue
    }
    const foundYes = rest.match(yes)
    if (!foundYes || polarity === 'no') break
    polarity = 'yes'
    how ??= /^(?:isso|exat|pois)/iu.test(foundYes[0]) ? 'agree' : affirming.test(foundYes[0]) ? 'verb' : undefined
    if (affirming.test(foundYes[0])) verb ??= words(foundYes[0])[0]
    rest = rest.slice(foundYes[0].length)
  }
  return {
    polarity,
    how,
    verb,
    rest: settle(rest.replace(/[,.]\s*(?:sim|isso)[.]?$/iu, '').replace(/(?<=[,.]\s*(?:não|nada)),?\s*não[.]?$/iu, '')),
  }
}

/** What ties a sentence to the one before it, in speech. */
export const sentenceLead =
  /^(?:(?:que eu (?:saiba|lembre|me lembre),?|e|mas|então|aí|porque|só que|que|sim|isso|é,)[, ]+)+/iu

export const statement = (text: string): string =>
  clinicalRegister(
    toThirdPerson(
      uncapitalise(uncapitalise(text).replace(sentenceLead, ''))
        // 'Meu irmão é que é bipolar'; 'remédio só os meus mesmo'
        .replace(
          /(?<=(?<![\p{L}])(?:irm[ãa]o?|pai|mãe|filh[oa]|marido|esposa|mulher|tio|tia|av[óôo]|prim[oa]|sogr[oa]) )(?:é|foi) (?:que|quem) (?=(?:é|foi|tem|teve|toma|usa|fuma|bebe)(?![\p{L}]))/giu,
          '',
        )
        .replace(/(?<![\p{L}])só (os|as) (?:meus|minhas)(?: mesmo)?(?=[,.;]|$)/giu, (_, the: string) =>
          the.toLowerCase() === 'os' ? 'só os próprios' : 'só as próprias',
        ),
    ),
  )
    .replace(
      /^(?:eu )?acha que (?=(?:uns|umas|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez)(?![\p{L}]))/iu,
      '',
    )
    .replace(/(?:, (?:eu )?acha|, não sei)(?=[.,]|$)/iu, '')
