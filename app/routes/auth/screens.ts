export type Screen = 'sign-in' | 'code' | 'create' | 'recover'

/** The address names the form, so that links and the back button work before the script does. */
export const screenOf = (params: URLSearchParams): Screen =>
  params.has('criar') ? 'create' : params.has('recuperar') ? 'recover' : params.has('codigo') ? 'code' : 'sign-in'
