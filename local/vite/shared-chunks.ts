/** Whose own files the framework's are, and the icons: each page takes those that it draws. */
const APART =
  /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|lucide-react[\\/]dist[\\/]esm[\\/]icons)[\\/]/
/** What every page needs, and what every page of the app does. */
const TOPS = [
  ['root', 'app/root.tsx'],
  ['shell', 'app/routes/app/layout.tsx'],
] as const

type Look = { getModuleInfo(id: string): { importers: string[] } | null }

/** What a page always needs with it comes in one file: dozens of small ones compress badly. Names the file of a module. */
export function sharedChunk(id: string, look: Look): string | null {
  if (APART.test(id)) return null
  const above = new Set([id])
  for (const one of above) for (const importer of look.getModuleInfo(one)?.importers ?? []) above.add(importer)
  const ids = [...above]
  return TOPS.find(([, top]) => ids.some((one) => one.replace(/\?.*/, '').endsWith(top)))?.[0] ?? null
}
