import { z } from 'zod/mini'

export const specialties = [
  'general',
  'cardiology',
  'pediatrics',
  'psychiatry',
  'neurology',
  'orthopedics',
  'emergency',
  'gynecology',
  'return_visit',
] as const
export const specialty = z.enum(specialties)
export type Specialty = z.infer<typeof specialty>

export const specialtyLabels: Record<Specialty, { title: string; description: string }> = {
  general: { title: 'Clínica Geral', description: 'Consulta clínica completa do adulto' },
  cardiology: { title: 'Cardiologia', description: 'Coração e vasos, risco cardiovascular' },
  pediatrics: { title: 'Pediatria', description: 'Crianças e adolescentes, crescimento e vacinas' },
  psychiatry: { title: 'Psiquiatria', description: 'Saúde mental e exame do estado mental' },
  neurology: { title: 'Neurologia', description: 'Sistema nervoso e exame neurológico' },
  orthopedics: { title: 'Ortopedia', description: 'Ossos, articulações e traumas' },
  emergency: { title: 'Emergência', description: 'Atendimento de urgência e emergência' },
  gynecology: { title: 'Ginecologia', description: 'Saúde da mulher, ciclo, contracepção e gestação' },
  return_visit: { title: 'Retorno', description: 'Evolução desde a última consulta, em qualquer especialidade' },
}
