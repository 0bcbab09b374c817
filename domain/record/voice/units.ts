// Units that talk leaves out.
import { strengthOf } from '../frames/medicine.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { tokensOf } from '../safety/words.ts'

const bareStrength =
  /^ (?:de )?(\d+(?:,\d+)?)(?=$|[.;)]|, (?!\d)| (?:de manhã|à noite|à tarde|1x|2x|3x|4x|pela manhã|por dia|uma|1 comprimido|e )(?! ?\d))/iu
/** 'Losartana de 50' -> 'losartana 50 mg', where the medicine is sold in that strength. */
export function withUnits(text: string): string {
  let out = text
  for (const { concept, said } of mentionsIn(tokensOf(text)).filter(({ concept }) => concept.kind === 'drug')) {
    const at = out.indexOf(said)
    const found = at < 0 ? null : bareStrength.exec(out.slice(at + said.length))
    const strength = found && strengthOf(concept.note, Number(found[1]?.replace(',', '.')))
    if (found && strength)
      out = `${out.slice(0, at + said.length)} ${strength}${out.slice(at + said.length + found[0].length)}`
  }
  return out
}
