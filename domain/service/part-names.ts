import type { Part } from './measurement.ts'

/** The parts of the service as an operator reads them. */
export const partNames: Record<Part, string> = {
  pages: 'páginas e API',
  sign_in: 'entrada na conta',
  room: 'sala da consulta',
  speech: 'reconhecimento de fala',
  model: 'modelo de linguagem',
  records: 'estruturação de registros',
  pdf: 'PDF e exportações',
  mail: 'email',
  stripe: 'Stripe',
  d1: 'banco de dados (D1)',
  files: 'arquivos (R2)',
  queue: 'filas',
  synthetic: 'consulta sintética',
  copies: 'cópias em outro provedor',
  upkeep: 'manutenção',
}
