import { belowBase } from './base-path'
import type { AddressOf, AddressParts } from './call.types'

/**
 * `/api/v1/books/{book_id}` with `{ book_id: 'a' }` and `{ page: 2 }` becomes `/api/v1/books/a?page=2`. Lists are joined
 * by commas; empty values are left out of the query.
 */
export function filledAddress(path: string, { params = {}, query = {} }: AddressParts = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return belowBase(`${filled}${text && `?${text}`}`)
}

/** The address of a GET route, for links, images and streams. */
export const addressOf: AddressOf = filledAddress
