import { type SqlBool, sql } from 'kysely'
import { type Reader, runSql } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

export interface Named {
  readonly pk: number
  readonly id: string
  readonly name: string
}

/** Ids and titles of visible series or books. */
export async function titlesOf(
  reader: Reader,
  viewer: Viewer,
  of: 'series' | 'books',
  pks: readonly number[],
): Promise<ReadonlyMap<number, Named>> {
  if (pks.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom(of)
    .select([`${of}.pk`, `${of}.id`, `${of}.title as name`])
    .where(`${of}.pk`, 'in', pks)
    .where(visible(viewer, `${of}.library_pk`))
    .execute()
  return new Map(rows.map(row => [row.pk, row]))
}

/** The names of one kind of each book. */
export function namesOfBooks(
  reader: Reader,
  kind: 'author' | 'genre' | 'tag',
  bookPks: readonly number[],
): Promise<{ readonly book_pk: number; readonly facet_pk: number }[]> {
  return runSql(
    reader,
    'statistics.names-of-books',
    { kind, books: JSON.stringify(bookPks.map(pk => ({ pk }))) },
    // In this order: SQLite would start with all names of the kind.
    p => sql<{ book_pk: number; facet_pk: number }>`select book_facets.book_pk, book_facets.facet_pk
      from ${reader.dialect.jsonRows<{ pk: number }>(p.books, { pk: 'bigint' })} as asked
        cross join book_facets cross join facets
      where book_facets.book_pk = asked.pk and facets.pk = book_facets.facet_pk and facets.kind = ${p.kind}`,
  )
}

/** Ids and names of names with visible books. */
export async function namesByKey(reader: Reader, pks: readonly number[]): Promise<ReadonlyMap<number, Named>> {
  if (pks.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('facets')
    .select(['pk', 'id', 'name'])
    .where('pk', 'in', pks)
    .where(sql<SqlBool>`alias_of is null`)
    .execute()
  return new Map(rows.map(row => [row.pk, row]))
}
