import { type FocusEvent, useEffect, useRef } from 'react'
import { focusable, pageHeading, takeLostFocus } from '#app/ui/lost-focus.ts'

/** When a card disappears, archived or restored, the focus moves to the next card, or to the page's heading. */
export function useNextCard(items: readonly { id: string }[]) {
  const list = useRef<HTMLUListElement>(null)
  const lastFocus = useRef<{ id: string; at: number } | null>(null)

  /** Null while the last focused card exists. */
  function next(): HTMLElement | null {
    const cards = [...(list.current?.children ?? [])] as HTMLElement[]
    if (!lastFocus.current || cards.some((card) => card.dataset.patient === lastFocus.current?.id)) return null
    const name = cards[Math.min(lastFocus.current.at, cards.length - 1)]?.querySelector('h2')
    return name ? focusable(name) : pageHeading()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what changed.
  useEffect(() => takeLostFocus(next()), [items])

  return {
    list,
    next,
    onFocus({ target }: FocusEvent) {
      const card = target.closest<HTMLElement>('[data-patient]')
      const id = card?.dataset.patient
      if (card?.parentElement && id) lastFocus.current = { id, at: [...card.parentElement.children].indexOf(card) }
    },
  }
}
