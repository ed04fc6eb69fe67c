import { sql } from 'kysely'
import { type Tx, writeRows } from '../../db'
import { sortNaturally } from '../../formats/natural-order'
import { BOOK_LOCKS, isLocked } from '../../kernel/field-locks'
import { bookStore } from '../books'
import { type Naming, namingOfRow, stemOf } from '../naming'

/**
 * Gives every live book of a series its number by its library's rules: its own, else its place in the order of the
 * files. One that a person has locked stays. Answers how many got another one. The rules are looked up when they are not given.
 */
export async function renumberSeries(tx: Tx, seriesPk: number, rules?: Naming): Promise<number> {
  const naming = rules ?? (await namingOfSeries(tx, seriesPk))
  const rows = await booksToNumber(tx, seriesPk)
  const changed = sortNaturally(rows, row => stemOf(row.file_name))
    .map((row, index) => ({
      row,
      pk: row.pk,
      before: row.number,
      number: naming.ownNumber(row.file_name, row.inside) ?? (naming.isPositional ? index + 1 : null),
    }))
    .filter(({ row, before, number }) => before !== number && !isLocked(BOOK_LOCKS, row.locks, 'number'))
  await bookStore.setNumbers(
    tx,
    changed.map(({ pk, number }) => ({ pk, number })),
  )
  for (const { row } of changed) bookStore.tellBook(tx, row, 'book_updated', ['number'])
  return changed.length
}

interface BookToNumber {
  readonly pk: number
  readonly id: string
  readonly series_id: string
  readonly library_id: string
  readonly library_pk: number
  readonly file_name: string
  readonly number: number | null
  readonly locks: number
  /** What the metadata inside says. */
  readonly inside: string | null
}

/** A scan asks this of every series. */
function booksToNumber(tx: Tx, seriesPk: number): Promise<BookToNumber[]> {
  return writeRows<BookToNumber, { seriesPk: number }>(tx, 'books.to-number', { seriesPk }, (query, p) =>
    query
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
      .leftJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
      .select(['books.pk', 'books.file_name', 'books.number', 'books.locks', 'book_metadata.number as inside'])
      .select(['books.id', 'series.id as series_id', 'libraries.id as library_id', 'books.library_pk'])
      .where('books.series_pk', '=', p.seriesPk)
      .where(sql<boolean>`not books.deleted`)
      .orderBy('books.path')
      .orderBy('books.folder_pk'),
  )
}

async function namingOfSeries(tx: Tx, seriesPk: number): Promise<Naming> {
  const row = await tx.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .selectAll('libraries')
    .where('series.pk', '=', seriesPk)
    .executeTakeFirst()
  return namingOfRow(row ?? null)
}
