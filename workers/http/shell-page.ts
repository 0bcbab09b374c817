const INLINE_SCRIPT = /<script((?:(?!\ssrc=)[^>])*)>([\s\S]*?)<\/script>/g

/**
 * Makes the offline shell storable: its scripts are allowed by their hashes, because a stored nonce would be met twice.
 * Returns the page without nonces, and its source list for `script-src`.
 */
export async function withHashes(page: Response): Promise<{ page: Response; sources: string }> {
  const html = (await page.text()).replace(/ nonce="[^"]*"/g, '')
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(async ([, , script]) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
    return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
  })
  return { page: new Response(html, page), sources: [...new Set(await Promise.all(hashes))].join(' ') }
}
