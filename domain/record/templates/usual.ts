import type { CanonicalKey } from '../record.ts'
import type { Expected, TemplatePart } from './part.ts'

const titles: Record<CanonicalKey, string> = {
  queixa_principal: 'Queixa Principal',
  hda: 'História da Doença Atual',
  hpp: 'História Patológica Pregressa',
  hf: 'História Familiar',
  habitos: 'Hábitos de Vida',
  exame_fisico: 'Exame Físico',
  hipotese: 'Hipótese Diagnóstica',
  conduta: 'Conduta',
  orientacoes: 'Orientações',
}

/** A section that is exactly one canonical part, under its usual name. */
export const usual = (canonical: CanonicalKey, belongs: string, expected: readonly Expected[] = []): TemplatePart => ({
  key: canonical,
  title: titles[canonical],
  canonical,
  belongs,
  expected,
})
