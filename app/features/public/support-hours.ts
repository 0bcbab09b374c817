import { site } from '#domain/site.ts'

/** Seg–Sex 8h–18h, Sáb 9h–13h */
export const supportHours = site.support.hours.map(({ days, from, to }) => `${days} ${from}–${to}`).join(', ')
