import { type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { areEditions, editionKey, editionOf } from '../../../naming/editions.rules'

interface BookFile {
  readonly pk: number
  readonly folder_pk: number
  /** Null for a series to come. */
  readonly series_pk: number | null
  /** Below its folder. */
  readonly path: string
}

interface Row {
  readonly pk: number
  readonly series_pk: number
  /** Index of the asked place. */
  readonly at: number
  readonly path: string
}

/**
 * Which of some books have another edition at the place given for each: a live file of the folder and series that
 * differs in the year only. A file in another series may be hidden from people who see the book.
 */
export async function withOtherEditions(reader: Reader, books: readonly BookFile[]): Promise<ReadonlySet<number>> {
  const asked = books.flatMap(book => {
    const edition = editionOf(book.path)
    return edition ? [{ ...book, edition, edition_key: editionKey(book.path) }] : []
  })
  const places = [...Map.groupBy(asked, ({ folder_pk, edition_key }) => `${folder_pk}/${edition_key}`).values()]
  if (places.length === 0) return new Set()
  const given = places.map(([first], at) => ({ at, folder_pk: first?.folder_pk, edition_key: first?.edition_key }))
  const rows = await runPrepared(reader, 'naming.editions', { places: JSON.stringify(given) }, p => {
    const columns = { at: 'bigint', folder_pk: 'bigint', edition_key: 'bigint' } as const
    // SQLite joins in this order.
    return sql<Row>`select place.at, books.pk, books.series_pk, books.path
      from ${reader.dialect.jsonRows(p.places, columns)} as place cross join books
      where books.folder_pk = place.folder_pk and books.edition_key = place.edition_key and not books.deleted`
  })
  const found = new Set<number>()
  for (const [at, near] of Map.groupBy(rows, row => row.at)) {
    const others = near.map(({ pk, series_pk, path }) => ({ pk, series_pk, edition: editionOf(path) }))
    for (const { pk, series_pk, edition } of places[at] ?? []) {
      const inSeries = others.filter(other => other.series_pk === series_pk && other.pk !== pk)
      if (inSeries.some(other => areEditions(edition, other.edition))) found.add(pk)
    }
  }
  return found
}

/** A book whose editions came, moved, went or changed their series since it was last named. */
export interface BookToNameAgain {
  readonly pk: number
  readonly folder_pk: number
  readonly path: string
  /** Null if an older version of Octavo added it. */
  readonly edition_key: number | null
  readonly edition_changes: number
}

/** Some of those of a library by key, including hidden ones: of an older version of Octavo, or the others. */
export function booksToNameAgain(
  { query }: Reader,
  libraryPk: number,
  { isOld, after, limit }: { readonly isOld: boolean; readonly after: number; readonly limit: number },
): Promise<BookToNameAgain[]> {
  return query
    .selectFrom('books')
    .select(['pk', 'folder_pk', 'path', 'edition_key', 'edition_changes'])
    .where('library_pk', '=', libraryPk)
    .where(sql<SqlBool>`edition_changes > 0`)
    .where('edition_key', isOld ? 'is' : 'is not', null)
    .where('pk', '>', after)
    .orderBy('pk')
    .limit(limit)
    .execute()
}
