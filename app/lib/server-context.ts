import { createContext, type RouterContextProvider } from 'react-router'
import { type ApiClient, createApi } from './api.ts'

/**
 * What the Worker's entry hands to the pages: the API in process, the nonce of this response's CSP, where the app lives,
 * whom to tell of what failed, and that the page is still: without the framework's script, and without the nonce.
 */
export type ServerContext = {
  fetchApi: (request: Request) => Promise<Response>
  nonce: string
  origin: string
  failed: (error: unknown) => void
  still: () => void
}
export const serverContext = createContext<ServerContext>()

/** The API for a loader or action: called in process, with the visitor's own cookies. Same validation, same scoping. */
export function apiOf(context: Readonly<RouterContextProvider>, request: Request): ApiClient {
  const { fetchApi } = context.get(serverContext)
  const origin = new URL(request.url).origin
  return createApi(origin, (input, init) => {
    const inner = new Request(input, init)
    for (const name of ['cookie', 'user-agent', 'cf-connecting-ip']) {
      const value = request.headers.get(name)
      if (value) inner.headers.set(name, value)
    }
    inner.headers.set('origin', origin)
    return fetchApi(inner)
  })
}
