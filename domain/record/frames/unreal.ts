// Words that name a symptom which the patient does not have now: a guess, a comparison, a normal value.
import type { Clause } from '#domain/dialogue/clause.ts'
import { namesRisk } from '../lexicon/risk.ts'
import { degreesIn, feverish } from './amounts.ts'
import type { Felt } from './symptoms.ts'

/** 'Começou depois de um resfriado': it came before the complaint. */
export const isEarlier = (clause: Clause, { from }: Felt): boolean =>
  /\b(depois|apos) (d[aeo]|duma?|dessa|desse|daquela|daquele)( uma?)?$/.test(
    clause.tokens
      .slice(Math.max(0, from - 4), from)
      .map(({ word }) => word)
      .join(' '),
  )
/** 'Achei que era estresse', 'lá falaram que era queda de açúcar': somebody's guess is no symptom. */
export const isSupposed = (clause: Clause, { from, name }: Felt): boolean =>
  // 'Pensei que seria melhor sumir' is the thought itself.
  !namesRisk(name) &&
  /\b((ach|pens|diss|fal|diz)\w+ (que )?(era|e|fosse|seria|devia ser|deve ser)( \w+){0,2}|parece|que nem|feito|igual)( uma?)?$/.test(
    clause.tokens
      .slice(Math.max(0, from - 7), from)
      .map(({ word }) => word)
      .join(' '),
  )
/** 'Febre eu medi, trinta e seis e oito', 'mijei normal'. */
export const isNormal = (clause: Clause, { name, to }: Felt): boolean =>
  /^(normal|normais|limp[oa])$/.test(clause.tokens[to]?.word ?? '') ||
  (/^febre/.test(name) && degreesIn(clause, 35).length > 0 && degreesIn(clause, feverish).length === 0)
