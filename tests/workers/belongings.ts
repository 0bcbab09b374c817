import { env } from 'cloudflare:workers'

type Table = { name: string; columns: Set<string> }

let cached: Promise<Table[]> | undefined
const tables = (): Promise<Table[]> => {
  cached ??= (async () => {
    const { results } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
    ).all<{ name: string }>()
    return Promise.all(
      results.map(async ({ name }) => {
        const columns = await env.DB.prepare(`PRAGMA table_info(${name})`).all<{ name: string }>()
        return { name, columns: new Set(columns.results.map((column) => column.name)) }
      }),
    )
  })()
  return cached
}

const ownerOf = ({ name, columns }: Table): string | null => {
  if (name === 'user' || name === 'profiles') return 'id'
  return ['doctor_id', 'user_id'].find((column) => columns.has(column)) ?? null
}

/** Every row of every table that is a doctor's, and their files: a table made tomorrow is in it too. */
export async function everythingOf(doctorId: string): Promise<Record<string, unknown>> {
  const owned = (await tables()).flatMap((table) => {
    const owner = ownerOf(table)
    return owner ? [{ name: table.name, owner }] : []
  })
  const rows = await env.DB.batch(
    owned.map(({ name, owner }) => env.DB.prepare(`SELECT * FROM "${name}" WHERE "${owner}" = ?`).bind(doctorId)),
  )
  const files = await env.FILES.list({ prefix: `exports/${doctorId}/` })
  return {
    ...Object.fromEntries(owned.map(({ name }, at) => [name, rows[at]?.results])),
    files: files.objects.map(({ key, etag }) => [key, etag]),
  }
}

/** Every id among what is somebody's. */
export function idsIn(everything: Record<string, unknown>): string[] {
  const found = new Set<string>()
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (uuid.test(value) || /^(sub|cs|cus)_/.test(value)) found.add(value)
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit)
  }
  visit(everything)
  return [...found]
}

/** Puts a word into every text that somebody wrote: wherever it is met, it is theirs. */
export async function plant(doctorId: string, canary: string): Promise<void> {
  const texts: Record<string, string[]> = {
    medical_patients: ['nome_completo', 'observacoes_gerais'],
    consultations: ['patient_name', 'clinical_context'],
    transcript_entries: ['text'],
    record_sections: ['title', 'content', 'original_content'],
    records: ['unified_text'],
  }
  await env.DB.batch(
    Object.entries(texts).map(([table, columns]) =>
      env.DB.prepare(
        `UPDATE ${table} SET ${columns.map((column) => `${column} = ?1 || coalesce(${column}, '')`)} WHERE doctor_id = ?2`,
      ).bind(`${canary} `, doctorId),
    ),
  )
}
