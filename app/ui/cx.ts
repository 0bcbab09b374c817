/** Joins class names and skips falsy values. */
export const cx = (...parts: (string | false | 0 | null | undefined)[]): string => parts.filter(Boolean).join(' ')
