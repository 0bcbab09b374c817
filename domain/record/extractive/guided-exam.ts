import { plain } from '../../text.ts'
import type { Draft } from './draft.ts'
import { finish, uncapitalise } from '../voice/normalise.ts'
import type { Exchange } from './segment.ts'

/** The doctor guides the patient's own hands and eyes: what is found so is an examination. */
export const selfExam =
  /\b(dar uma olhada|(aperta|encosta|levanta|dobra|estica|puxa|fecha|segura|palpa|toca|coloca|poe|abre)(?!r)\w* (\w+ ){0,4}(dedos?|braco|perna|maos?|cabeca|palpebra|barriga|olhos|boca|joelho|pe|pescoco|costela|cotovelo|queixo)|(mede|medir|medindo|coloca|poe|pega|liga)\w* (\w+ ){0,3}(pressao|oximetro|temperatura|termometro|aparelho)|(aparelho de pressao|oximetro|termometro|balanca) (\w+ ){0,3}(ai|perto|em maos)|ponta dos (pes|dedos)|calcanhares|(puder) (levantar|encostar|dobrar|esticar|apertar))\b/
export const felt =
  /\b(doi|dolorid\w+|quente|apert\w+|dor|vermelh\w+|inchad\w+|pressao|oximetro|saturac\w+|marcando|pulso|deu quanto|quanto deu|consegue|puxa\w*|repuxa|mole|dur[oa])\b/
export function foundThere(draft: Draft, { asked }: Exchange): Draft {
  if (draft.section !== 'hda' || draft.kind === 'detail') return draft
  const pressed = asked.some((line) => /\bapert/.test(plain(line.spoken)))
  if (draft.kind !== 'statement' || !pressed || /\b(apert|palpa)/.test(plain(draft.text)))
    return { ...draft, section: 'exame_fisico' }
  return { ...draft, section: 'exame_fisico', text: finish(`ao apertar, ${uncapitalise(draft.text)}`) }
}
