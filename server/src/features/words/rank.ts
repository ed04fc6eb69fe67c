import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db'
import { canReadText, type Listed, readsText, type TextAsked, type TextValues } from './text-search'
import { wordRows } from './word-rows'

/** Whether a title begins with what was typed: of those, in their own order, the ones that are that come first. */
export function begins(sortKeyColumn: RawBuilder<unknown>, p: TextValues): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end})`
}

/** Titles that are what was typed come first, then those that begin so. To stand before the usual order. */
export function order(sortKeyColumn: RawBuilder<unknown>, p: TextValues): RawBuilder<unknown> {
  return sql`(${sortKeyColumn} = ${p.start}) desc, (${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end}) desc`
}

/**
 * Where the newest rows with some words are looked for. SQLite's index of words has its rows in the order in which they
 * were added. PostgreSQL's has them in none: either all that it names are sorted, or the newest rows of the table are read
 * one after the other until the page is full, no more of them than the span.
 */
export interface AddedFrom {
  readonly from: 'words' | 'rows'
  readonly span: number
}

export const FROM_WORDS: AddedFrom = { from: 'words', span: 0 }

interface AddedValues {
  readonly match: string
  readonly patterns: string
  readonly limit: number
  readonly offset: number
  readonly span: number
}

/** One page of the keys of rows that have words, in the order in which they were added or the other way round. */
export function added(
  { kind }: Pick<Reader['dialect'], 'kind'>,
  table: Listed,
  p: AddedValues,
  how: { readonly wanted: RawBuilder<SqlBool>; readonly direction: 'asc' | 'desc' } & AddedFrom,
): AliasedRawBuilder<{ pk: number }, 'page'> {
  const { wanted, from } = how
  const pk = sql.ref<number>(`${table}.pk`)
  const direction = sql.raw(how.direction)
  const page = (rows: RawBuilder<unknown>, where: RawBuilder<SqlBool>, order: RawBuilder<unknown>) =>
    sql<{ pk: number }>`(select ${pk} as pk from ${rows} where ${where} and ${wanted}
      order by ${order} ${direction} limit ${p.limit} offset ${p.offset})`.as('page')
  if (from === 'rows') {
    const newest = sql`(select * from ${sql.table(table)} order by pk ${direction} limit ${p.span}) as ${sql.table(table)}`
    return page(newest, readsText({ kind }, table, p), pk)
  }
  const words = wordRows({ kind }, table, p.match)
  // The sum keeps PostgreSQL from going through all rows in their order, which would make the words of each anew.
  return page(words.from, words.where, kind === 'postgres' ? sql`${pk} + 0` : words.added)
}

/** Up to so many rows with some words are sorted sooner than the newest ones are found by reading. */
const SOON_SORTED = 1000
/** A page has to be so small a part of all rows with the words that it is worth a try to find it by reading. */
const WORTH_A_TRY = 10
/** Rows that are read in the time in which one that the index names is fetched and sorted. */
const READ_MEANWHILE = 2

/**
 * One page of the newest of `total` rows with some words. On PostgreSQL the newest rows of all are read first, which at the
 * most takes as long as sorting all that its index names; that is done where too few are found so.
 */
export async function addedRows<Row>(
  { kind }: Pick<Reader['dialect'], 'kind'>,
  text: TextAsked | null | undefined,
  { limit, offset, total }: { readonly limit: number; readonly offset: number; readonly total: number },
  read: (from: AddedFrom) => Promise<Row[]>,
): Promise<Row[]> {
  const isWorthATry = total > SOON_SORTED && (offset + limit) * WORTH_A_TRY <= total
  if (kind === 'postgres' && isWorthATry && canReadText(text)) {
    const rows = await read({ from: 'rows', span: READ_MEANWHILE * total })
    if (rows.length === limit) return rows
  }
  return read(FROM_WORDS)
}
