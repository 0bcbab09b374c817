import { data } from 'react-router'

/** The fields of a form that the browser sent by itself, or null when they cannot be read. Throws 403 for other sites. */
export async function readOwnForm(request: Request, url: URL): Promise<FormData | null> {
  // The API in process receives our own origin, so the origin of the page is checked here.
  if (request.headers.get('origin') !== url.origin) throw data(null, { status: 403 })
  return request.formData().catch(() => null)
}
