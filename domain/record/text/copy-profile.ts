import { z } from 'zod/mini'
import { oneLine } from '../../contract.ts'
import { canonicalKeys } from '../record.ts'
import { usualTitles } from '../templates/usual.ts'

/** The parts of a record that a field may hold: those of every template, and the coded diagnoses. */
export const copyParts = [...canonicalKeys, 'diagnosticos'] as const
export type CopyPart = (typeof copyParts)[number]

export const copyPartNames: Record<CopyPart, string> = { ...usualTitles, diagnosticos: 'Diagnósticos' }

export const COPY_FIELDS_MAX = copyParts.length
export const COPY_PROFILES_MAX = 10
export const COPY_NAME_MAX = 40

const name = (missing: string) =>
  oneLine.check(z.minLength(1, missing), z.maxLength(COPY_NAME_MAX, `Use até ${COPY_NAME_MAX} caracteres`))
const field = z.object({
  title: name('Dê um nome ao campo'),
  parts: z.array(z.enum(copyParts)).check(z.minLength(1, 'Escolha ao menos uma seção para o campo')),
})
/** A field of the other system and the parts that it holds, in order. */
export type CopyProfileField = z.infer<typeof field>

const isEachOnce = (fields: readonly CopyProfileField[]) => {
  const parts = fields.flatMap((one) => one.parts)
  return new Set(parts).size === parts.length
}

/** The settings of a profile that a doctor may change. A part belongs to one field at most; it may belong to none. */
export const copyProfileBody = z.object({
  name: name('Dê um nome ao perfil'),
  /** Whether each section begins with its title. */
  titles: z.boolean(),
  fields: z
    .array(field)
    .check(
      z.minLength(1, 'Crie ao menos um campo'),
      z.maxLength(COPY_FIELDS_MAX),
      z.refine(isEachOnce, 'Cada seção pode estar em um campo só'),
    ),
})
export const copyProfile = z.extend(copyProfileBody, { id: z.uuid() })
/** A profile of the doctor's own, stored with the account. */
export type OwnCopyProfile = z.infer<typeof copyProfile>

export const copyProfileReply = z.object({ profile: copyProfile })
export const copyProfilesReply = z.object({ items: z.array(copyProfile) })
export const removedCopyProfileReply = z.object({ removed: z.boolean() })
