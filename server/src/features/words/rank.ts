import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TextValues } from './text-search'

/** Whether a title begins with what was typed: of those, in their own order, the ones that are that come first. */
export function begins(sortKeyColumn: RawBuilder<unknown>, p: TextValues): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end})`
}

/** Titles that are what was typed come first, then those that begin so. To stand before the usual order. */
export function order(sortKeyColumn: RawBuilder<unknown>, p: TextValues): RawBuilder<unknown> {
  return sql`(${sortKeyColumn} = ${p.start}) desc, (${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end}) desc`
}
