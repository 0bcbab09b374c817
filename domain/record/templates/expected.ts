import type { Expected } from './template.ts'

// What several specialties expect of a section; each template adds its own.

export const duration: Expected = {
  name: 'duração',
  said: /\b(ha|desde|ontem|hoje|dias?|semanas?|mes|meses|anos?|horas?)\b/,
  suggestion: 'Duração da queixa: não informada na consulta.',
}
export const allergies: Expected = {
  name: 'alergias',
  said: /alerg/,
  suggestion: 'Alergias: não investigadas na consulta.',
}
export const medication: Expected = {
  name: 'medicamentos',
  said: /medic|remedio|em uso|uso de|toma\b|usa\b|bombinha|insulina|miligrama|\bmg\b|comprimido|capsula/,
  suggestion: 'Medicamentos em uso: não investigados na consulta.',
}
export const family: Expected = {
  name: 'família',
  said: /./,
  suggestion: 'História familiar: não investigada na consulta.',
}
export const smoking: Expected = {
  name: 'tabagismo',
  said: /fum|tabag|cigarr/,
  suggestion: 'Tabagismo: não investigado na consulta.',
}
export const drinking: Expected = {
  name: 'etilismo',
  said: /alcool|bebe|bebid|cervej|vinho|etil/,
  suggestion: 'Etilismo: não investigado na consulta.',
}
export const examination: Expected = {
  name: 'exame',
  said: /./,
  suggestion: 'Exame físico: não ditado na consulta.',
}
export const bloodPressure: Expected = {
  name: 'pressão arterial',
  said: /pressao|\bpa\b|\b\d{2,3} ?(x|por|\/) ?\d{2,3}\b/,
  suggestion: 'Pressão arterial: não ditada na consulta.',
}
