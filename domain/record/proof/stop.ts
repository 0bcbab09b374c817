/** A stop ends a sentence, with closing marks after it: 'Disse: “Está doendo.”' */
const stop = /[.!?…]["'”’»)\]]*$/
/** Whether the sentence ends with a stop. */
export const isComplete = (sentence: string): boolean => stop.test(sentence)

/** Adds a final stop, so that text after it is another sentence. */
export function withStop(text: string): string {
  const bare = text.trim()
  return bare === '' || isComplete(bare) ? bare : `${bare.replace(/[\s,;:]+$/, '')}.`
}
