import { type SqlBool, sql } from 'kysely'
import { type Tx, writeRows } from '../../../db'
import { lockBook, lockedAmong } from './locked-books.store'
import { type BookNames, columnsOf, nameColumns } from './locked-names'
import { publishBookEvents } from './publish-book-events'
import { unlessChosen } from './regrouped-books.store'

/**
 * Renames books, except locked names, and sets the series that follows. Publishes an event for each changed book;
 * unchanged ones are not written.
 */
export async function renameBooks(tx: Tx, books: readonly RenamedBook[], now: number): Promise<void> {
  const renamed: number[] = []
  const rest: RenamedBook[] = []
  for (const book of books) {
    const row = await rename(tx, book, nameColumns(book.names), now, 'unlocked')
    if (!row) rest.push(book)
    else if (!row.deleted) renamed.push(book.pk)
  }
  const locked = new Set(
    await lockedAmong(
      tx,
      rest.map(book => book.pk),
    ),
  )
  for (const book of rest) {
    const lockedBook = locked.has(book.pk) ? await lockBook(tx, book.pk) : null
    const row = lockedBook && (await rename(tx, book, nameColumns(book.names, lockedBook), now, 'any'))
    if (row && !row.deleted) renamed.push(book.pk)
  }
  if (renamed.length > 0) await publishBookEvents(tx, renamed, 'book_updated')
}

export interface RenamedBook {
  readonly pk: number
  readonly seriesPk: number
  readonly names: BookNames
}

/** Null if nothing changes. */
async function rename(
  tx: Tx,
  { pk, seriesPk }: RenamedBook,
  columns: ReturnType<typeof nameColumns>,
  now: number,
  which: 'unlocked' | 'any',
): Promise<{ readonly deleted: boolean } | undefined> {
  const values = { pk, seriesPk, ...columns, now }
  const [row] = await writeRows<{ deleted: boolean }, typeof values>(
    tx,
    `books.rename|${which}`,
    values,
    (query, p) => {
      const update = query
        .updateTable('books')
        .set({ series_pk: unlessChosen(p.seriesPk), ...columnsOf(p), updated_at: p.now })
        .where('pk', '=', p.pk)
        // The scan of another library may have taken the book over.
        .where('library_pk', '=', db =>
          db.selectFrom('series').select('library_pk').where('series.pk', '=', p.seriesPk),
        )
        .where(
          sql<SqlBool>`((series_pk, title, search_text) <> (${unlessChosen(p.seriesPk)}, ${p.title}, ${p.search_text})
            or number is distinct from ${p.number} or volume is distinct from ${p.volume}
            or chapter is distinct from ${p.chapter} or title_sort is distinct from ${p.title_sort})`,
        )
      return (which === 'any' ? update : update.where('locks', '=', 0)).returning('deleted')
    },
  )
  return row
}
