import { createContext, type RouterContextProvider, redirect } from 'react-router'
import { ApiFailure, read } from '#app/lib/api.ts'
import { appPath } from '#app/lib/app-path.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { type SessionInfo, sessionReply } from '#domain/account/contract.ts'

/** The signed-in doctor of a page under /app; set by the layout's middleware before any loader runs. */
export const sessionContext = createContext<SessionInfo>()

type Context = Readonly<RouterContextProvider>

export async function sessionOf(context: Context, request: Request): Promise<SessionInfo | null> {
  try {
    return await read(apiOf(context, request).api.session.$get(), sessionReply)
  } catch (error) {
    if (error instanceof ApiFailure && (error.status === 401 || error.status === 403)) return null
    throw error
  }
}

/** Reads the session for a page that must open even if the session cannot be read. */
export async function visitorSession(context: Context, request: Request): Promise<SessionInfo | null> {
  if (!request.headers.get('cookie')?.includes('session_token=')) return null
  return sessionOf(context, request).catch(() => null)
}

export const toLanding = (url: URL) => redirect(`/landing?redirect=${encodeURIComponent(url.pathname + url.search)}`)

/** Redirects a signed-in doctor from public pages to the app. */
export async function leaveWhenSignedIn(context: Context, request: Request, url: URL): Promise<void> {
  if (await visitorSession(context, request))
    throw redirect(appPath(url.searchParams.get('redirect')) ?? '/app/dashboard')
}

/** Answers a call for something that does not exist, or is another doctor's, like a missing page. */
export async function orMissing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) throw new Response(null, { status: 404 })
    throw error
  }
}

/** The result of a loader that never throws if the page itself can show the failure and retry. */
export type Loaded<T> = { data: T; failure: null } | { data: null; failure: string }
export async function loaded<T>(work: Promise<T>): Promise<Loaded<T>> {
  try {
    return { data: await work, failure: null }
  } catch (error) {
    if (error instanceof ApiFailure) return { data: null, failure: error.message }
    throw error
  }
}
