/** Shown while a page without served data opens: the whole content of the offline shell. */
export function Opening() {
  return (
    <p role="status" className="grid min-h-dvh place-items-center text-ink-2">
      Carregando...
    </p>
  )
}
