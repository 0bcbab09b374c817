/** The page of a patient: an id, never a name. */
export const patientPath = (id: string): string => `/app/patients/${id}`
