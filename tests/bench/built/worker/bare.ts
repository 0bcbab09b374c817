import { Hono } from 'hono'

type Query = { sql: string; params: unknown[] }
let html = ''
let queries: Query[] = []

/** The least that answers with the same: the page as it was rendered once, or what the same statements find in one batch. */
export default new Hono<{ Bindings: { DB: D1Database } }>()
  .post('/learn', async (c) => {
    ;({ html, queries } = await c.req.json<{ html: string; queries: Query[] }>())
    return c.body(null)
  })
  .get('/page', (c) => c.html(html))
  .get('/rows', async (c) => {
    const found = await c.env.DB.batch(queries.map(({ sql, params }) => c.env.DB.prepare(sql).bind(...params)))
    return c.json(found.map(({ results }) => results))
  })
