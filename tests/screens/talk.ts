import type { Line } from './room.ts'

/** An invented consultation with something for most sections of its record. */
export const KNEE: readonly Line[] = [
  ['doctor', 'Bom dia, dona Rita. O que traz a senhora hoje?', 540],
  ['patient', 'Bom dia, doutora. Estou com dor no joelho direito há duas semanas, pior ao subir escadas.', 525],
  ['doctor', 'Teve alguma queda ou torção?', 500],
  ['patient', 'Não. Começou depois que voltei a caminhar.', 490],
  ['doctor', 'A senhora tem alguma doença? Toma algum remédio?', 470],
  ['patient', 'Tenho pressão alta. Tomo losartana de cinquenta miligramas de manhã.', 455],
  ['doctor', 'Tem alergia a algum remédio?', 430],
  ['patient', 'Sim, dipirona me dá coceira no corpo todo.', 420],
  ['doctor', 'Vou examinar. O joelho direito está um pouco inchado, sem vermelhidão.', 330],
  ['doctor', 'Parece uma artrose do joelho.', 200],
  ['doctor', 'Vou pedir uma radiografia do joelho direito. Faça gelo três vezes ao dia.', 150],
  ['patient', 'Está bem, doutora.', 130],
]
/** Includes a line without a speaker. */
export const LIVE: readonly Line[] = [...KNEE.slice(0, 6), [null, 'Com licença, posso entrar?', 440]]

/** An address that names a consultation in the dashboard. */
export const dashboardOf = (consultationId: string): string => `/app/dashboard?consulta=${consultationId}`
