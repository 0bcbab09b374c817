import { type RefObject, useEffect, useState } from 'react'

const STEP = 50

/**
 * From which child of the list to which one lies within reach of the window, in steps of fifty with one to spare on each
 * side. What costs something a line, such as marking, is done for these only.
 */
export function useNearLines(list: RefObject<HTMLElement | null>, on: boolean): readonly [from: number, to: number] {
  const [near, setNear] = useState<readonly [number, number]>([0, 0])
  useEffect(() => {
    if (!on) return
    let asked = 0
    const look = () => {
      asked = 0
      const lines = list.current?.children
      if (!lines) return
      const from = Math.max(0, stepOf(firstBelow(lines, 0)) - STEP)
      const to = stepOf(firstBelow(lines, innerHeight)) + 2 * STEP
      setNear((known) => (known[0] === from && known[1] === to ? known : [from, to]))
    }
    const later = () => {
      asked ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', later, { passive: true, capture: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(asked)
      removeEventListener('scroll', later, { capture: true })
      removeEventListener('resize', later)
    }
  }, [list, on])
  return near
}

const stepOf = (index: number): number => Math.floor(index / STEP) * STEP

/** The first line whose lower edge lies below `y`: they stand in order, so a few looks find it. */
function firstBelow(lines: HTMLCollection, y: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] as Element).getBoundingClientRect().bottom > y) high = middle
    else low = middle + 1
  }
  return low
}
