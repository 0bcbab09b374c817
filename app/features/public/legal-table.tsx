type TableProps = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** On a phone each row becomes a paragraph. */
export function LegalTable({ head, rows }: TableProps) {
  return (
    <table className="mt-4 w-full border-collapse text-left text-base leading-normal max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line-strong">
          {head.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 align-bottom text-sm font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(([first, ...others]) => (
          <tr key={first} className="border-b border-line align-top max-sm:block max-sm:py-3">
            <th scope="row" className="py-2.5 pr-4 font-strong max-sm:block max-sm:py-0.5">
              {first}
            </th>
            {others.map((text) => (
              <td key={text} className="py-2.5 pr-4 text-ink-2 max-sm:block max-sm:py-0.5">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
