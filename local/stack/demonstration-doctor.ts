/** The demonstration doctor. Invented, as all here. */
export const DEMO_EMAIL = 'helena@relato.example'
export const DEMO_PASSWORD = 'Relato123!'
export const DOCTOR = '00000000-0000-4000-8000-000000000001'
