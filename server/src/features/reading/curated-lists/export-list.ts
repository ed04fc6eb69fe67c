import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import type { CuratedListRow } from './curated-list-row'
import { seenMembers } from './curated-lists.queries'
import { READ_LIST } from './kind'
import { memberKeys } from './members'
import type { Named, NamedList } from './wanted.types'

/** Rows per statement. */
const AT_ONCE = 1_000
/** Maximum number of books in a file. */
const MOST = 10_000

/** A list for a file: visible books in list order, and missing ones. */
export async function namedList(reader: Reader, viewer: Viewer, row: CuratedListRow): Promise<NamedList> {
  const entries =
    row.condition === null
      ? await entriesOf(
          reader,
          (await seenMembers(reader, viewer, READ_LIST, row.pk)).map(({ pk, itemPk }) => ({ pk, bookPk: itemPk })),
        )
      : await entriesOf(
          reader,
          (await memberKeys(reader, viewer, READ_LIST, row, MOST)).map(bookPk => ({ pk: null, bookPk })),
        )
  return { name: row.name, summary: row.summary, entries }
}

interface Place {
  readonly pk: number | null
  readonly bookPk: number | null
}

/** Books whose access was checked. */
async function entriesOf(reader: Reader, places: readonly Place[]): Promise<Named[]> {
  const entries: Named[] = []
  const isOneOf = (column: string, pks: readonly number[]) =>
    reader.dialect.isKeyOf(sql.ref(column), JSON.stringify(pks))
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const some = places.slice(at, at + AT_ONCE)
    const [books, rows] = await Promise.all([
      reader.query
        .selectFrom('books')
        .innerJoin('series', 'series.pk', 'books.series_pk')
        .select(['books.pk', 'series.title', 'series.year', 'books.number', 'books.volume', 'books.release_date'])
        .where(
          isOneOf(
            'books.pk',
            some.flatMap(({ bookPk }) => bookPk ?? []),
          ),
        )
        .execute(),
      reader.query
        .selectFrom('read_list_entries')
        .selectAll()
        .where(
          isOneOf(
            'pk',
            some.flatMap(({ pk }) => pk ?? []),
          ),
        )
        .execute(),
    ])
    const bookOf = new Map(books.map(book => [book.pk, book]))
    const rowOf = new Map(rows.map(each => [each.pk, each]))
    for (const { pk, bookPk } of some) {
      const book = bookPk === null ? undefined : bookOf.get(bookPk)
      const row = pk === null ? undefined : rowOf.get(pk)
      const released = book?.release_date ? Math.trunc(book.release_date / 10_000) : null
      entries.push({
        series: book?.title ?? row?.wanted_series ?? '',
        number: book ? (book.number === null ? null : String(book.number)) : (row?.wanted_number ?? null),
        volume: book ? (book.volume ?? book.year) : (row?.wanted_volume ?? null),
        year: book ? released : (row?.wanted_year ?? null),
        section: row?.section ?? null,
      })
    }
  }
  return entries
}
