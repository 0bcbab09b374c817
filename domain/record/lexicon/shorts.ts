import shorts from './shorts.json' with { type: 'json' }

/** Writes the abbreviations of these lists as their full names. */
function fullNamesOf(names: Readonly<Record<string, string>>): (text: string) => string {
  const full = new Map(Object.entries(names).map(([short, all]) => [short, all.split(';')[0] ?? short]))
  const any = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${[...full.keys()].join('|')})(?![\\p{L}\\p{N}-])`, 'gu')
  return (text) =>
    text.replace(any, (short, at: number) => {
      const name = full.get(short) ?? short
      return at === 0 ? name.charAt(0).toLocaleUpperCase('pt-BR') + name.slice(1) : name
    })
}

/** Spells out the abbreviations that the lexicons cannot have: for them 'HAS' is the word 'há'. They have the others. */
export const spelledOut = fullNamesOf(shorts.spelled)
/** Spells out all abbreviations, for readers outside the practice. */
export const inFull = fullNamesOf({ ...shorts.spelled, ...shorts.known })
