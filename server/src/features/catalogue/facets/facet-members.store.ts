import { sql } from 'kysely'
import { jsonText, runPrepared, type Tx } from '../../../db'
import { type Member, noteLinks } from './name-changes.store'

const TABLES = {
  book: { table: 'book_facets', column: 'book_pk' },
  series: { table: 'series_facets', column: 'series_pk' },
} as const

interface MovedLink {
  readonly member_pk: number
  readonly facet_pk: number
  readonly change_pk: number | null
  readonly had: number
}

/**
 * Replaces aliases by the name in books or series, at most `limit` rows. Returns whether there were any: if not, all
 * are done.
 */
export async function moveMembers(tx: Tx, member: Member, pk: number, limit: number): Promise<boolean> {
  const { table, column } = TABLES[member]
  const rows = await runPrepared<MovedLink, { pk: number }>(
    tx,
    `facets.of-aliases|${table}|${limit}`,
    { pk },
    p => sql<MovedLink>`select ${sql.ref(column)} as member_pk, facet_pk, facets.change_pk,
            case when exists (select 1 from ${sql.table(table)} as own where own.${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}
              and own.facet_pk = ${p.pk}) then 1 else 0 end as had
          from facets cross join ${sql.table(table)} where facets.alias_of is not null and facets.alias_of = ${p.pk}
          and ${sql.table(table)}.facet_pk = facets.pk limit ${sql.lit(limit)}`,
  )
  if (rows.length === 0) return false
  await noteLinks(tx, member, rows)
  const bound = { rows: jsonText(rows.map(({ member_pk, facet_pk }) => ({ member_pk, facet_pk }))), pk }
  const moved = (json: string) =>
    tx.dialect.jsonRows<{ member_pk: number; facet_pk: number }>(json, { member_pk: 'bigint', facet_pk: 'bigint' })
  await runPrepared(
    tx,
    `facets.move|${table}`,
    bound,
    p => sql`insert into ${sql.table(table)} (${sql.ref(column)}, facet_pk)
        select moved.member_pk, cast(${p.pk} as bigint) from ${moved(p.rows)} as moved where 1 = 1
        on conflict do nothing`,
  )
  await runPrepared(
    tx,
    `facets.leave|${table}`,
    bound,
    p => sql`delete from ${sql.table(table)} where (${sql.ref(column)}, facet_pk) in
        (select moved.member_pk, moved.facet_pk from ${moved(p.rows)} as moved)`,
  )
  return true
}

/** Keys of books or series with a name, after a key. */
export async function membersOf(
  tx: Tx,
  member: Member,
  pk: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { table, column } = TABLES[member]
  const rows = await runPrepared<{ member_pk: number }, { pk: number; after: number }>(
    tx,
    `facets.members|${table}|${limit}`,
    { pk, after },
    p => sql<{ member_pk: number }>`select ${sql.ref(column)} as member_pk from ${sql.table(table)}
          where facet_pk = ${p.pk} and ${sql.ref(column)} > ${p.after} order by ${sql.ref(column)}
          limit ${sql.lit(limit)}`,
  )
  return rows.map(row => row.member_pk)
}

/** Removes a name from books or series. */
export async function takeFrom(tx: Tx, member: Member, pk: number, members: readonly number[]): Promise<void> {
  const { table, column } = TABLES[member]
  const values = { pk, members: JSON.stringify(members) }
  await runPrepared(
    tx,
    `facets.take|${table}`,
    values,
    p => sql`delete from ${sql.table(table)} where facet_pk = ${p.pk}
        and ${tx.dialect.isKeyOf(sql.ref(column), p.members)}`,
  )
}

/** Number of books and series of some names and their aliases, each counted up to `most` and one. */
export async function countMembers(
  tx: Tx,
  pks: readonly number[],
  most: number,
): Promise<{ books: number; series: number }> {
  const isOf = (column: string) => tx.dialect.isKeyOf(sql.ref(column), JSON.stringify(pks))
  const all = sql`(select pk from facets where ${isOf('pk')} union select pk from facets
    where alias_of is not null and ${isOf('alias_of')})`
  const count = (table: 'book_facets' | 'series_facets', column: string) =>
    sql<number>`(select count(*) from (select distinct ${sql.ref(column)} from ${sql.table(table)}
      where facet_pk in ${all} limit ${sql.lit(most + 1)}) as counted)`
  const { books, series } = await tx.query
    .selectNoFrom([count('book_facets', 'book_pk').as('books'), count('series_facets', 'series_pk').as('series')])
    .executeTakeFirstOrThrow()
  return { books, series }
}

/** Libraries that contain a name. */
export async function librariesOf(tx: Tx, pk: number): Promise<{ pk: number; id: string }[]> {
  return tx.query
    .selectFrom('libraries')
    .select(['pk', 'id'])
    .where(
      sql<boolean>`libraries.pk in (select series.library_pk from series_facets
      join series on series.pk = series_facets.series_pk where series_facets.facet_pk = ${pk})`,
    )
    .execute()
}
