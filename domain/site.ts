const ACCURACY = '98%'

/** What the company says of itself. The owner changes it here, and only here. */
export const site = {
  name: 'Relato',
  /** Marketing figures, each as it is shown and what it counts. */
  claims: [
    { figure: '500+', of: 'médicos ativos' },
    { figure: '50.000+', of: 'consultas' },
    { figure: ACCURACY, of: 'de precisão' },
    { figure: '4,9/5', of: 'de satisfação' },
  ],
  accuracy: ACCURACY,
  laws: 'LGPD/HIPAA',
  guaranteeDays: 30,
  /** What a visitor wrote to us is deleted after this long. */
  contactKeptDays: 365,
  support: {
    email: 'suporte@relato.example',
    phone: '(11) 4000-0000',
    /** For the address of a call. */
    phoneLink: '+551140000000',
    hours: [
      { days: 'Seg–Sex', from: '8h', to: '18h' },
      { days: 'Sáb', from: '9h', to: '13h' },
    ],
  },
  company: {
    name: 'Relato Tecnologia em Saúde Ltda.',
    city: 'São Paulo, SP',
    /** Whom a patient or a doctor writes to about their data (LGPD art. 41). */
    dataOfficer: 'privacidade@relato.example',
  },
} as const

/** Seg–Sex 8h–18h, Sáb 9h–13h */
export const supportHours = site.support.hours.map(({ days, from, to }) => `${days} ${from}–${to}`).join(', ')
