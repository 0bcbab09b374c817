/** Joins class names, leaving out what is false. */
export const cx = (...parts: (string | false | 0 | null | undefined)[]): string => parts.filter(Boolean).join(' ')
