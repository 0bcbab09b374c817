import { createRequestHandler, RouterContextProvider } from 'react-router'
import { serverContext } from '#app/lib/server-context.ts'
import type { Pages } from './http.ts'

const build = () => import('virtual:react-router/server-build')
/** A build prepares its routes once per isolate; a function that loads it would do so per request. */
const handler = async () => createRequestHandler(import.meta.env.DEV ? build : await build(), import.meta.env.MODE)
let render: Awaited<ReturnType<typeof handler>> | undefined

export const renderPage: Pages = async (request, server) => {
  render ??= await handler()
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  return render(request, context)
}
