import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { SpineItem } from '../../../formats/facts'
import { unpackEpub } from '../../catalogue/pages'

/** The documents of an ebook in reading order; empty for other books and before the analysis. */
export async function findSpine(reader: Reader, bookPk: number): Promise<readonly SpineItem[]> {
  const [row] = await runPrepared<{ packed: string }, { bookPk: number }>(
    reader,
    'progress.spine',
    { bookPk },
    (p, query) => query.selectFrom('book_pages').select('packed').where('book_pk', '=', p.bookPk),
  )
  return row ? (unpackEpub(row.packed)?.spine ?? []) : []
}

/** Ebooks per statement. */
const AT_ONCE = 50

/** The same of several books, by their keys. */
export async function findSpines(
  reader: Reader,
  bookPks: readonly number[],
): Promise<ReadonlyMap<number, readonly SpineItem[]>> {
  const asked = [...new Set(bookPks)]
  const found = new Map<number, readonly SpineItem[]>()
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const rows = await reader.query
      .selectFrom('book_pages')
      .select(['book_pk', 'packed'])
      .where(reader.dialect.isKeyOf(sql.ref('book_pk'), JSON.stringify(asked.slice(at, at + AT_ONCE))))
      .execute()
    for (const { book_pk, packed } of rows) found.set(book_pk, unpackEpub(packed)?.spine ?? [])
  }
  return found
}
