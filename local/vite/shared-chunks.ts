/** The framework and the icons stay in their own files: each page loads only those that it draws. */
const APART =
  /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|lucide-react[\\/]dist[\\/]esm[\\/]icons)[\\/]/
/** The entry of every page, and of every page of the app. */
const TOPS = [
  ['root', 'app/root.tsx'],
  ['shell', 'app/routes/app/layout.tsx'],
] as const

type Look = { getModuleInfo(id: string): { importers: string[] } | null }

/**
 * The chunk of a module that every page needs with `root` or `shell`; null for the rest. One file compresses better
 * than dozens of small ones.
 */
export function sharedChunk(id: string, look: Look): string | null {
  if (APART.test(id)) return null
  const above = new Set([id])
  for (const one of above) for (const importer of look.getModuleInfo(one)?.importers ?? []) above.add(importer)
  const ids = [...above]
  return TOPS.find(([, top]) => ids.some((one) => one.replace(/\?.*/, '').endsWith(top)))?.[0] ?? null
}
