/** The path a browser would resolve to. An unreachable host represents our own. */
const OWN = 'http://own.invalid'

/** Returns a path of our own app; null for another site or a look-alike such as '//x', '/app.evil' or '/app/../x'. */
export function appPath(value: string | null): string | null {
  if (value === null || !/^\/app(?:[/?#]|$)/.test(value) || /[\\\s]/.test(value)) return null
  if (!URL.canParse(value, OWN)) return null
  const { origin, pathname } = new URL(value, OWN)
  return origin === OWN && /^\/app(?:\/|$)/.test(pathname) ? value : null
}

/** The page of a running consultation, or of one of today. */
export const consultationPath = (id: string) => `/app/dashboard?consulta=${id}`

/** The page of a consultation's record, also where it has none yet. */
export const recordPath = (consultationId: string): string => `/app/history/${consultationId}`

/** The page of a patient: an id, never a name. */
export const patientPath = (id: string): string => `/app/patients/${id}`
