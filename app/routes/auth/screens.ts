export type Screen = 'sign-in' | 'code' | 'create' | 'recover'

/** The address says which form is shown: its links work before the script does, and so does the way back. */
export const screenOf = (params: URLSearchParams): Screen =>
  params.has('criar') ? 'create' : params.has('recuperar') ? 'recover' : params.has('codigo') ? 'code' : 'sign-in'
