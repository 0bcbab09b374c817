import { plain } from '../../text.ts'
import { drug, illness, symptom } from './lexicon/clinical.ts'
import { tellsRisk } from './risk.ts'
import type { Line } from './segment.ts'

const asksWhy =
  /\b((em|no) que (que )?(eu )?posso|como (eu )?posso (te |lhe )?ajudar|o que (que )?(te |lhe |o |a )?(traz|trouxe)|(o que|que) (que )?(e que )?(esta|ta|anda) (acontecendo|sentindo|incomodando|havendo)|(o que|que|como) (que )?(voce|o senhor|a senhora|ela|ele) (esta|ta|anda|tem) (sentindo|tendo|se sentindo)|o que (que )?(houve|aconteceu|foi)|qual (e |que e )?(o |a )?(seu |sua )?(problema|motivo|queixa)|(me )?(conta|conte|fala|fale|diz|diga)( para mim| um pouco)?( o que|,|[.]|$)|por que (voce|o senhor|a senhora) (veio|marcou|procurou))/
const greets = /\b(data de nascimento|nome|endereco|idade|reservado)\b/
/** Identification takes no more lines than this: where nothing tells of a complaint by then, all of it is read. */
const LONGEST = 24

/** The line that asks for the complaint, if any does: what is told after it is why the patient came. */
export const asksForComplaint = (lines: readonly Line[]): string | undefined =>
  lines
    .slice(0, LONGEST)
    .find((line) => line.speaker !== 'patient' && asksWhy.test(plain(line.spoken)) && !greets.test(plain(line.spoken)))
    ?.id
/** The lines from where the complaint is asked for or told: who is who, and whether one hears, comes before. */
export function fromComplaint(lines: readonly Line[]): readonly Line[] {
  const start = lines.slice(0, LONGEST).findIndex((line) => {
    const text = plain(line.spoken)
    if (greets.test(text) && !symptom.test(text)) return false
    return asksWhy.test(text) || tellsRisk(line.spoken) || symptom.test(text) || illness.test(text) || drug.test(text)
  })
  return start > 0 ? lines.slice(start) : lines
}
