import { createRequestHandler, RouterContextProvider } from 'react-router'
import { serverContext } from '#app/lib/server-context.ts'
import type { Pages } from './http.ts'

const build = () => import('virtual:react-router/server-build')
/** Given the build itself, routes are put together once an isolate; given the way to it, for each request anew. */
const handler = async () => createRequestHandler(import.meta.env.DEV ? build : await build(), import.meta.env.MODE)
let render: Awaited<ReturnType<typeof handler>> | undefined

export const renderPage: Pages = async (request, server) => {
  render ??= await handler()
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  return render(request, context)
}
