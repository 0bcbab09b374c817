import { z } from 'zod/mini'
import { schemaOf } from './schema.ts'
import { FORMAT } from './seal.ts'

const count = z.int().check(z.minimum(0))
/** Rows in numbered files. */
const written = z.strictObject({ rows: count, parts: count, sha256: z.string() })
export const manifestOf = z.strictObject({
  format: z.literal(FORMAT),
  copy: z.string(),
  environment: z.string(),
  /** When the copy began, in epoch ms. */
  at: z.int(),
  /** False if consultations ended or records changed while each attempt read the tables. */
  is_whole: z.boolean(),
  /** The copy before, by the list of the bucket; null for the first. */
  previous: z.nullable(z.string()),
  /** The last migration of the database. */
  migration: z.nullable(z.string()),
  schema: schemaOf,
  /** The last number that SQLite gave away in each table with AUTOINCREMENT. */
  sequences: z.record(z.string(), count),
  tables: z.record(z.string(), written),
  /** The list of objects, each `[key, etag, size, file]`; `bytes` of all of them. */
  objects: z.extend(written, { bytes: count }),
  /** Sound and lines of these consultations were in their rooms, which no copy has. */
  unfinished: count,
})
export type Manifest = z.infer<typeof manifestOf>
/** A line of the list of objects. */
export const objectLine = z.tuple([z.string(), z.string(), count, z.string()])
export type ObjectLine = z.infer<typeof objectLine>

/** The list of objects is written like a table. No table has this name. */
export const OBJECTS = '_objects'
export const manifestName = (environment: string, copy: string): string => `${environment}/manifests/${copy}.age`
export const partName = (environment: string, copy: string, table: string, part: number): string =>
  `${environment}/tables/${copy}/${table}/${String(part).padStart(6, '0')}.age`
/** Objects are stored again each month, so that a bucket can erase files by their age alone. */
export const objectsOf = (environment: string, at: number): string =>
  `${environment}/objects/${new Date(at).toISOString().slice(0, 7)}/`
export const copyIdOf = (at: number, random: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z-${random}`
