import { z } from 'zod/mini'
import type { specialtyNames } from '../account/profile.ts'

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

type ProfileSpecialty = (typeof specialtyNames)[number]
/** The doctor's specialties that have a template of their own. */
const ofProfile: Partial<Record<ProfileSpecialty, Specialty>> = {
  Cardiologia: 'cardiology',
  Ginecologia: 'gynecology',
  Neurologia: 'neurology',
  Ortopedia: 'orthopedics',
  Pediatria: 'pediatrics',
  Psiquiatria: 'psychiatry',
}

/**
 * The doctor's own specialty, if the doctor chooses this template. Null: the template is for any doctor ('Retorno',
 * 'Emergência').
 */
export function profileSpecialtyOf(chosen: Specialty): ProfileSpecialty | null {
  if (chosen === 'general') return 'Clínica Geral'
  const [name] = Object.entries(ofProfile).find(([, template]) => template === chosen) ?? []
  return (name as ProfileSpecialty | undefined) ?? null
}

/**
 * Returns the specialty of a record before the doctor chooses: of the patient's last visit, else of the doctor's
 * profile. Null: neither is there. `mayUse` tells what the plan includes; outside it, and for a doctor whose specialty
 * has no template, the record is general.
 */
export function defaultSpecialty(
  last: Specialty | null,
  profile: string | null,
  mayUse: (specialty: Specialty) => boolean,
): Specialty | null {
  const usual = last ?? (profile === null ? null : (ofProfile[profile as ProfileSpecialty] ?? 'general'))
  // A plan with one specialty leaves no choice.
  if (usual === null) return specialties.filter(mayUse).length === 1 ? 'general' : null
  return mayUse(usual) ? usual : 'general'
}
