/** This page has kept something of a consultation, or tried to: some of it may lie in its memory alone. */
let keptHere = false
export const sayKeptHere = (): void => {
  keptHere = true
}
export const isKeptHere = (): boolean => keptHere
