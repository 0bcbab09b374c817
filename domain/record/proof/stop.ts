/** A stop ends a sentence, whatever closes behind it: 'Disse: “Está doendo.”' */
const stop = /[.!?…]["'”’»)\]]*$/
export const isComplete = (sentence: string): boolean => stop.test(sentence)

/** A sentence that ends where it is made, so that whatever is written behind it is another one. */
export function stopped(text: string): string {
  const bare = text.trim()
  return bare === '' || isComplete(bare) ? bare : `${bare.replace(/[\s,;:]+$/, '')}.`
}
