import { type RefObject, useEffect, useState } from 'react'

/** The range of the list's children within the window, with one extra on each side. */
export function useNearBlocks(list: RefObject<HTMLElement | null>, on: boolean): readonly [from: number, to: number] {
  const [near, setNear] = useState<readonly [number, number]>([0, 0])
  useEffect(() => {
    if (!on) return
    let frameRequest = 0
    const look = () => {
      frameRequest = 0
      const blocks = list.current?.children
      if (!blocks) return
      const from = firstBelow(blocks, 0) - 1
      const to = firstBelow(blocks, innerHeight) + 2
      setNear((current) => (current[0] === from && current[1] === to ? current : [from, to]))
    }
    const later = () => {
      frameRequest ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', later, { passive: true, capture: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frameRequest)
      removeEventListener('scroll', later, { capture: true })
      removeEventListener('resize', later)
    }
  }, [list, on])
  return near
}

/** Returns the first block whose lower edge is below `y`. Blocks are sorted: binary search. */
function firstBelow(blocks: HTMLCollection, y: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle] as Element).getBoundingClientRect().bottom > y) high = middle
    else low = middle + 1
  }
  return low
}
