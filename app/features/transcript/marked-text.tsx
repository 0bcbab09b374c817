import { Fragment } from 'react'
import { matchRanges } from '#domain/transcript/transcript.ts'

/** The text with the matches of the search highlighted, ignoring accents and case. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const ranges = query ? matchRanges(text, query) : []
  if (ranges.length === 0) return text
  let end = 0
  const parts = ranges.map(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return (
      <Fragment key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
