import { expect } from 'vitest'
import { eventually } from '#tests/testkit/eventually.ts'
// The jobs load these late. If the end of another test file cuts that off, they fail in all later files.
import '#workers/pdf/fonts.ts'
import '#workers/pdf/render.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import type { TestDoctor } from './doctor.ts'

/** The text of a record's PDF, page by page; or why there is none. */
export async function print(doctor: TestDoctor, consultation: string): Promise<string[]> {
  const answer = await doctor.call('POST', '/api/v1/transcription/export/pdf', { consultation_id: consultation })
  const { export_id } = await answer.json<{ export_id: string }>()
  const path = `/api/v1/transcription/export/pdf/${export_id}`
  const state = await eventually(async () => {
    const now = await (await doctor.call('GET', path)).json<{ status: string; error: string | null; url: string }>()
    expect(['completed', 'failed']).toContain(now.status)
    return now
  })
  if (state.error) return [state.error]
  return (await readPdf(new Uint8Array(await (await doctor.call('GET', state.url)).arrayBuffer()))).text
}
