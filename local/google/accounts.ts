/** Invented accounts of the local Google stand-in. */
export const googleAccounts = {
  /** Has no account in Relato yet. */
  new: { email: 'bruna.azevedo@relato.example', name: 'Dra. Bruna Azevedo' },
  /** The demonstration doctor's address. */
  demonstration: { email: 'helena@relato.example', name: 'Dra. Helena Prado' },
  other: { email: 'tiago.moraes@relato.example', name: 'Dr. Tiago Moraes' },
  third: { email: 'livia.sampaio@relato.example', name: 'Dra. Lívia Sampaio' },
  /** Google has not confirmed this address. */
  unconfirmed: { email: 'sem.confirmacao@relato.example', name: 'Dr. Sem Confirmação', email_verified: false },
} as const

/** The same values as in wrangler.toml. */
export const GOOGLE_CLIENT = { client_id: 'relato-local', client_secret: 'relato-local' }
