import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { DataExport } from '#domain/data-export/contract.ts'
import { manifestFile, type PatientFile, patientFile } from '#domain/data-export/files.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import type { Env } from '#workers/env.ts'
import type { TestDoctor } from './doctor.ts'
import { deliver } from './queue.ts'

export const PASSWORD = { confirmation: { password: 'segredo1', code: null } }

export const exportOf = async (doctor: TestDoctor, id: string): Promise<DataExport> =>
  (await (await doctor.call('GET', `/api/data-exports/${id}`)).json<{ data_export: DataExport }>()).data_export

/** Asks for it as the screen does, and waits as it does. */
export async function exported(doctor: TestDoctor, body: object): Promise<DataExport> {
  const answer = await doctor.call('POST', '/api/data-exports', body)
  expect(answer.status).toBe(202)
  const { data_export_id: id } = await answer.json<{ data_export_id: string }>()
  return eventually(async () => {
    const found = await exportOf(doctor, id)
    expect(found.status).toBe('ready')
    return found
  }, 60_000)
}

/** One bell, as the queue would hand it out: what the consumer decided. */
export const ring = (id: string, attempts = 1, change: Partial<Env> = {}) =>
  deliver('relato-pdf', [{ attempts, body: { v: 1, kind: 'data_export', id } }], change)

export type Unpacked = { files: Record<string, Uint8Array>; text: (path: string) => string }

/** Opened, and each file held against the manifest. */
export async function unpack(bytes: ArrayBuffer, manifest = 'manifesto.json'): Promise<Unpacked> {
  const files = unzipSync(new Uint8Array(bytes))
  const text = (path: string) => {
    const file = files[path]
    if (!file) throw new Error(`no ${path} among ${Object.keys(files).join(', ')}`)
    return strFromU8(file)
  }
  const manifestContent = manifestFile.parse(JSON.parse(text(manifest)))
  expect(manifestContent.files.map(({ path }) => path).sort()).toEqual(
    Object.keys(files)
      .filter((path) => path !== manifest)
      .sort(),
  )
  for (const { path, bytes: length, sha256 } of manifestContent.files) {
    const file = files[path] as Uint8Array<ArrayBuffer>
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', file))
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    expect([path, file.byteLength, hex]).toEqual([path, length, sha256])
  }
  return { files, text }
}

export const patientFiles = ({ files, text }: Unpacked): PatientFile[] =>
  Object.keys(files)
    .filter((path) => /\/dados(-\d+)?\.json$/.test(path))
    .map((path) => patientFile.parse(JSON.parse(text(path))))

type Row = Record<string, unknown>

/** Converts a database row to the shape of the contract: JSON texts and booleans are stored as text and numbers. */
export function asTold(row: Row, told: Row): Row {
  return Object.fromEntries(
    Object.keys(told).map((name) => {
      const value = row[name]
      if (typeof told[name] === 'boolean') return [name, value === 1]
      return [name, typeof value === 'string' && typeof told[name] !== 'string' ? JSON.parse(value) : value]
    }),
  )
}
