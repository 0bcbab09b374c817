/** The demonstration doctor, an invented person. */
export const DEMO_EMAIL = 'helena@relato.example'
export const DEMO_PASSWORD = 'Relato123!'
export const DOCTOR = '00000000-0000-4000-8000-000000000001'
