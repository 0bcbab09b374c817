import { AppError } from '#domain/errors.ts'

/** A place in a keyset-paged list: the sort value and the id of the last row shown. Opaque to clients. */
export type Place<T extends string | number> = { value: T; id: string }

const bytesToText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const encodePlace = (place: Place<string | number>): string =>
  bytesToText(new TextEncoder().encode(JSON.stringify([place.value, place.id])))

/** Reads a cursor. Errors: invalid_cursor for anything this server did not make. */
export function decodePlace<T extends 'string' | 'number'>(
  cursor: string | null,
  type: T,
): Place<T extends 'string' ? string : number> | null {
  if (cursor === null) return null
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const parsed: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))))
    if (Array.isArray(parsed) && parsed.length === 2 && typeof parsed[0] === type && typeof parsed[1] === 'string')
      return { value: parsed[0], id: parsed[1] }
  } catch {
    // Falls through: this server did not make the cursor.
  }
  throw new AppError('invalid_cursor')
}

/** Cuts the extra row that was read to learn whether a further page exists. */
export function cutPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => Place<string | number>) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? encodePlace(placeOf(last)) : null }
}
