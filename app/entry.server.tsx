import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { serverContext } from './lib/server-context.ts'
import { isStill } from './lib/still.ts'

export const streamTimeout = 5_000

/** Every inline script of React and React Router carries the nonce of this response's CSP. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, failed, still } = loadContext.get(serverContext)
  if (isStill(routerContext.staticHandlerContext.matches.map(({ route }) => route))) still()
  let answer = status
  const body = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
    nonce,
    signal: AbortSignal.timeout(streamTimeout + 1_000),
    onError: (error) => {
      answer = 500
      failed(error)
    },
  })
  const agent = request.headers.get('user-agent')
  if (agent && isbot(agent)) await body.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(body, { status: answer, headers })
}

/** Error boundaries show page failures to the visitor. The log gets only the kind of failure, never its text. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs) {
  if (error instanceof Error && !request.signal.aborted) context.get(serverContext).failed(error)
}

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> }
