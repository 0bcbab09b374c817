/** Who can sign in with the Google of this machine. Invented, as all here. */
export const googleAccounts = {
  /** Has no account here yet. */
  new: { email: 'bruna.azevedo@relato.example', name: 'Dra. Bruna Azevedo' },
  /** The demonstration doctor's address. */
  demonstration: { email: 'helena@relato.example', name: 'Dra. Helena Prado' },
  other: { email: 'tiago.moraes@relato.example', name: 'Dr. Tiago Moraes' },
  third: { email: 'livia.sampaio@relato.example', name: 'Dra. Lívia Sampaio' },
  /** Google has never seen this address confirmed. */
  unconfirmed: { email: 'sem.confirmacao@relato.example', name: 'Dr. Sem Confirmação', email_verified: false },
} as const

/** As wrangler.toml names them. */
export const GOOGLE_CLIENT = { client_id: 'relato-local', client_secret: 'relato-local' }
