/** Ends a switch: a value without a case does not compile, and throws at run time. */
export function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
