import type { Reader } from '../../../db'
import type { Call } from '../../../http/bind'
import { envelope, envelopeText, linkHeader } from '../../../http/envelope'
import { JSON_TYPE, type Produced, type ReplyCache } from '../../../http/reply-cache'
import { bookText } from './book.json'
import type { BookJsonRow } from './book-row'
import { fullBooks } from './full-books'

export interface BookDeps {
  readonly reader: Reader
  readonly replies: ReplyCache
}

/** Whether books are shown with all that is known of them. */
interface FullAsked {
  readonly full: boolean
}

type PageAsked = Call<unknown, FullAsked & { page: number; pageSize: number }, unknown>

/** The texts of books as lists show them, or with all that is known of them. */
export async function shownBooks(reader: Reader, full: boolean, rows: readonly BookJsonRow[]): Promise<string[]> {
  return full ? (await fullBooks(reader, rows)).map(book => JSON.stringify(book)) : rows.map(bookText)
}

/** One page in its envelope. */
export async function bookPage(
  reader: Reader,
  call: PageAsked,
  { rows, total }: { rows: readonly BookJsonRow[]; total: number },
): Promise<Produced> {
  const { page, pageSize, full } = call.query
  const frame = envelope<never>(call.url, page, pageSize, total, [])
  const texts = await shownBooks(reader, full, rows)
  return { body: envelopeText(frame, texts), mediaType: JSON_TYPE, link: linkHeader(frame) }
}

/** A list without pages. */
export async function bookArray(reader: Reader, full: boolean, rows: readonly BookJsonRow[]): Promise<Produced> {
  return { body: `[${(await shownBooks(reader, full, rows)).join(',')}]`, mediaType: JSON_TYPE }
}

/** What an answer depends on beside who asks: the address as it was written. */
export function addressOf({ url }: { readonly url: URL }): string {
  return url.pathname + url.search
}
