/** True once this page stored or tried to store consultation data; some may be only in memory. */
let keptHere = false
export const sayKeptHere = (): void => {
  keptHere = true
}
export const isKeptHere = (): boolean => keptHere
