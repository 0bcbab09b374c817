// The parts that the tagger knows, and the canonical keys of a record's sections.
import type { Part } from '#domain/dialogue/tagger/labels.ts'
import type { CanonicalKey } from './record.ts'

const keys: Record<Exclude<Part, '-'>, CanonicalKey> = {
  qp: 'queixa_principal',
  hda: 'hda',
  hpp: 'hpp',
  med: 'hpp',
  ale: 'hpp',
  hf: 'hf',
  hab: 'habitos',
  ef: 'exame_fisico',
  exc: 'exame_fisico',
  hip: 'hipotese',
  con: 'conduta',
  ori: 'orientacoes',
}
/** The part that a canonical section is mainly about: its first one above. */
export const mainPartOf = (key: CanonicalKey): Part =>
  (Object.keys(keys) as (keyof typeof keys)[]).find((part) => keys[part] === key) ?? 'hda'

/** The canonical key of a part; talk that belongs to none counts as present illness. */
export const canonicalOf = (part: Part): CanonicalKey => (part === '-' ? 'hda' : keys[part])
