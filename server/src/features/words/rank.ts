import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db'
import type { Listed, TextValues } from './text-search'
import { wordRows } from './word-rows'

/** Whether a title begins with what was typed: of those, in their own order, the ones that are that come first. */
export function begins(sortKeyColumn: RawBuilder<unknown>, p: TextValues): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end})`
}

/** Titles that are what was typed come first, then those that begin so. To stand before the usual order. */
export function order(sortKeyColumn: RawBuilder<unknown>, p: TextValues): RawBuilder<unknown> {
  return sql`(${sortKeyColumn} = ${p.start}) desc, (${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end}) desc`
}

/** One page of the keys of rows that have words, in the order in which they were added or the other way round. */
export function added(
  { kind }: Pick<Reader['dialect'], 'kind'>,
  table: Listed,
  p: { readonly match: string; readonly limit: number; readonly offset: number },
  { wanted, direction }: { readonly wanted: RawBuilder<SqlBool>; readonly direction: 'asc' | 'desc' },
): AliasedRawBuilder<{ pk: number }, 'page'> {
  const { from, where, added: order } = wordRows({ kind }, table, p.match)
  return sql<{ pk: number }>`(select ${sql.ref(`${table}.pk`)} as pk from ${from} where ${where} and ${wanted}
    order by ${order} ${sql.raw(direction)} limit ${p.limit} offset ${p.offset})`.as('page')
}
