import { createContext, type RouterContextProvider } from 'react-router'
import type { ShownClaims } from '#domain/site.ts'
import { type ApiClient, createApi } from './api.ts'

/**
 * The Worker's entry gives this to the pages. `origin` is the app's address, `claims` are those this environment shows.
 * A page without the framework's script calls `still`, and needs no nonce.
 */
export type ServerContext = {
  fetchApi: (request: Request) => Promise<Response>
  nonce: string
  origin: string
  claims: ShownClaims
  failed: (error: unknown) => void
  still: () => void
}
export const serverContext = createContext<ServerContext>()

type Context = Readonly<RouterContextProvider>

/** The API for a loader or action: called in process, with the visitor's own cookies. Same validation, same scoping. */
export const apiOf = (context: Context, request: Request): ApiClient =>
  createApi(new URL(request.url).origin, fetchOf(context, request))

/** The same for calls that the typed API does not list: `/api/auth`. */
export function fetchOf(context: Context, request: Request): typeof fetch {
  const { fetchApi } = context.get(serverContext)
  const { origin } = new URL(request.url)
  return (input, init) => {
    const inner = new Request(typeof input === 'string' ? new URL(input, origin) : input, init)
    for (const name of ['cookie', 'user-agent', 'cf-connecting-ip']) {
      const value = request.headers.get(name)
      if (value) inner.headers.set(name, value)
    }
    inner.headers.set('origin', origin)
    return fetchApi(inner)
  }
}
