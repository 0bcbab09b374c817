// Changes wrangler.toml as text: a parser would lose the comments, which say why a setting is what it is.

export const isPlaceholder = (id: string | undefined): boolean => !id || /^[0-]*$/.test(id)

/** Returns the text with a changed table `[[env.ENVIRONMENT.NAME]]`, of which there must be one. */
function changeTable(text: string, environment: string, name: string, change: (table: string) => string): string {
  const head = `[[env.${environment}.${name}]]\n`
  const from = text.indexOf(head)
  if (from < 0 || text.includes(head, from + 1)) throw new Error(`wrangler.toml must have one ${head.trim()}`)
  const end = text.indexOf('\n[', from + head.length)
  const to = end < 0 ? text.length : end
  return text.slice(0, from) + change(text.slice(from, to)) + text.slice(to)
}

export const withDatabaseId = (text: string, environment: string, id: string): string =>
  changeTable(text, environment, 'd1_databases', (table) =>
    table.replace(/^database_id = ".*"$/m, () => `database_id = "${id}"`),
  )

/** A bucket of a jurisdiction is found only by a binding that names it. */
export const withBucketJurisdiction = (text: string, environment: string, jurisdiction: string | undefined): string =>
  changeTable(text, environment, 'r2_buckets', (table) =>
    jurisdiction === undefined || /^jurisdiction = /m.test(table)
      ? table
      : table.replace(/^bucket_name = ".*"$/m, (line) => `${line}\njurisdiction = "${jurisdiction}"`),
  )
