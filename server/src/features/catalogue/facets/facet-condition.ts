import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchFormOf } from '../../../db'
import { fold, searchForm } from '../../../kernel/text'
import { type FieldSql, type Operation, textSql } from '../../lists/filters'
import { facetKey } from './facet-name.rules'
import type { FacetKind } from './facets.store'

/** Link table of names of a kind, and its key. */
interface Holder {
  readonly table: 'book_facets' | 'series_facets'
  readonly column: 'book_pk' | 'series_pk'
  /** The row's key in the outer query. */
  readonly pk: RawBuilder<unknown>
}

/** Whether books inherit the names of a kind from their series, in conditions and counts. */
export function isOfSeries(kind: string): boolean {
  return kind === 'genre' || kind === 'tag'
}

function holderOf(listed: 'books' | 'series', kind: FacetKind): Holder {
  if (listed === 'series') return { table: 'series_facets', column: 'series_pk', pk: sql`series.pk` }
  return isOfSeries(kind)
    ? { table: 'series_facets', column: 'series_pk', pk: sql`books.series_pk` }
    : { table: 'book_facets', column: 'book_pk', pk: sql`books.pk` }
}

/** Names of one kind as a list field. */
export function nameField(listed: 'books' | 'series', kind: FacetKind): FieldSql {
  const holder = holderOf(listed, kind)
  const { table, column, pk } = holder
  const join = sql`inner join ${sql.table(table)} on ${sql.ref(`${table}.${column}`)} = ${pk}
    inner join facets on facets.pk = ${sql.ref(`${table}.facet_pk`)} and facets.kind = ${sql.lit(kind)}`
  return {
    condition: operation => facetCondition(holder, kind, operation),
    values: { value: sql`facets.name`, key: sql`facets.name_key`, searched: searchFormOf(sql`facets.name_key`), join },
  }
}

/**
 * A text operation on all names of one kind of a row: true if it holds for one of them. A negated one must hold for
 * all, so rows without names match. An alias counts as its name.
 */
function facetCondition(holder: Holder, kind: FacetKind, operation: Operation): RawBuilder<SqlBool> {
  const having = (name: RawBuilder<SqlBool>) =>
    sql<SqlBool>`${holder.pk} in (select ${sql.ref(`${holder.table}.${holder.column}`)} from ${sql.table(holder.table)}
      where ${sql.ref(`${holder.table}.facet_pk`)} in (select coalesce(alias_of, pk) from facets where kind = ${sql.lit(kind)} and ${name}))`
  return ofNames(operation, sql`facets.name_key`, having, facetKey)
}

/**
 * A text operation on all names of a row, folded in `name`: `having` tests that one of them matches. A negated one must
 * hold for all.
 */
export function ofNames(
  operation: Operation,
  name: RawBuilder<unknown>,
  having: (test: RawBuilder<SqlBool>) => RawBuilder<SqlBool>,
  keyOf: (name: string) => string = fold,
): RawBuilder<SqlBool> {
  if (operation.family !== 'text') throw new Error('names are text')
  switch (operation.operator) {
    case 'isNull':
      return sql<SqlBool>`not ${having(sql<SqlBool>`1 = 1`)}`
    case 'isNotNull':
      return having(sql<SqlBool>`1 = 1`)
    case 'is':
      return having(textSql('is', keyOf(operation.value), name))
    case 'isNot':
      return sql<SqlBool>`not ${having(textSql('is', keyOf(operation.value), name))}`
    case 'doesNotContain':
      return sql<SqlBool>`not ${having(textSql('contains', searchForm(operation.value), searchFormOf(name)))}`
    default:
      return having(textSql(operation.operator, searchForm(operation.value), searchFormOf(name)))
  }
}
