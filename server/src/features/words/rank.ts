import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db'
import { pageOfParts, type Window } from '../list-windows'
import { canReadText, type Listed, readsText, type TextAsked, type TextValues } from './text-search'
import { wordRows } from './word-rows'

type Typed = Pick<TextValues, 'start' | 'end'>

/** Whether a title begins with what was typed: of those, in their own order, the ones that are that come first. */
export function begins(sortKeyColumn: RawBuilder<unknown>, p: Typed): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end})`
}

/** Titles that are what was typed come first, then those that begin so. To stand before the usual order. */
export function order(sortKeyColumn: RawBuilder<unknown>, p: Typed): RawBuilder<unknown> {
  return sql`(${sortKeyColumn} = ${p.start}) desc, (${sortKeyColumn} >= ${p.start} and ${sortKeyColumn} < ${p.end}) desc`
}

/**
 * What very many rows have is not sorted by how well it fits: titles that begin with what was typed come first, by the index
 * of titles, the rest behind them, the newest first. One of these parts, or the beginning of both in one statement.
 */
export type Part = 'begins so' | 'newest' | 'both'

/**
 * Where the newest rows with some words are looked for. SQLite's index of words has its rows in the order in which they
 * were added. PostgreSQL's has them in none: either all that it names are sorted, or the newest rows of the table are read
 * one after the other until the page is full, no more of them than the span.
 */
export interface AddedFrom {
  readonly from: 'words' | 'rows'
  readonly span: number
}

interface PageValues extends Pick<TextValues, 'match' | 'patterns' | 'start' | 'end'> {
  readonly limit: number
  readonly offset: number
  readonly span: number
}

interface PageAsked extends AddedFrom {
  readonly part: Part
  /** Rows with the words, whose titles are looked at one by one. */
  readonly matching: RawBuilder<SqlBool>
  /** Rows that may be listed, whatever words they have. */
  readonly listed: RawBuilder<SqlBool>
  /** Whether both parts are read from their ends. */
  readonly isTurned: boolean
}

/** One page of the keys of a part, in its order. */
export function page(
  { kind }: Pick<Reader['dialect'], 'kind'>,
  table: Listed,
  p: PageValues,
  { part, matching, listed, isTurned, from }: PageAsked,
): AliasedRawBuilder<{ pk: number }, 'page'> {
  const [pk, sortKey] = [sql.ref<number>(`${table}.pk`), sql.ref(`${table}.sort_key`)]
  const beginsSo = begins(sortKey, p)
  const rest = sql<SqlBool>`${listed} and not ${beginsSo}`
  const [forward, newest] = isTurned ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  const keys = (rows: RawBuilder<unknown>, where: RawBuilder<SqlBool>, order: RawBuilder<unknown>) =>
    sql`select ${pk} as pk from ${rows} where ${where} order by ${order} limit ${p.limit} offset ${p.offset}`
  const beginning = () =>
    keys(sql.table(table), sql`${matching} and ${beginsSo}`, sql`${sortKey} ${forward}, ${pk} ${forward}`)
  const added = () => {
    if (from === 'rows') {
      const rows = sql`(select * from ${sql.table(table)} order by pk ${newest} limit ${p.span}) as ${sql.table(table)}`
      return keys(rows, sql`${readsText({ kind }, table, p)} and ${rest}`, sql`${pk} ${newest}`)
    }
    const words = wordRows({ kind }, table, p.match)
    // The sum keeps PostgreSQL from going through all rows in their order, which would make the words of each anew.
    const order = kind === 'postgres' ? sql`${pk} + 0` : words.added
    return keys(words.from, sql`${words.where} and ${rest}`, sql`${order} ${newest}`)
  }
  // PostgreSQL goes through the second only when the first has not filled the page.
  const both = () => sql`select pk from ((${beginning()}) union all (${added()})) as found limit ${p.limit}`
  return sql<{ pk: number }>`(${{ 'begins so': beginning, newest: added, both }[part]()})`.as('page')
}

/** The order of a page, for whoever joins its rows. */
export function pageOrder(table: Listed, p: Typed, isTurned: boolean): RawBuilder<unknown> {
  const [pk, sortKey] = [sql.ref(`${table}.pk`), sql.ref(`${table}.sort_key`)]
  const beginsSo = begins(sortKey, p)
  const [first, forward] = isTurned ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  return sql`${beginsSo} ${first}, case when ${beginsSo} then ${sortKey} end ${forward},
    case when ${beginsSo} then ${pk} else -${pk} end ${forward}`
}

/** Up to so many rows with some words are sorted sooner than the newest ones are found by reading. */
const SOON_SORTED = 1000
/** A page has to be so small a part of all rows with the words that it is worth a try to find it by reading. */
const WORTH_A_TRY = 10
/** Rows that are read in the time in which one that the index names is fetched and sorted. */
const READ_MEANWHILE = 2

/** What is found in parts: how many there are in all, and how many of them begin so. */
interface RowsAsked {
  readonly text: TextAsked | null | undefined
  readonly window: Pick<Window, 'limit' | 'offset' | 'isTurned'>
  readonly total: number
  readonly countBeginning: () => Promise<number>
}

/**
 * The rows of one page of all that is found, in the order of the window. On PostgreSQL the newest rows of all are read first,
 * which at the most takes as long as sorting all that its index names; that is done where too few are found so.
 */
export async function rows<Row>(
  { kind }: Pick<Reader['dialect'], 'kind'>,
  { text, window, total, countBeginning }: RowsAsked,
  read: (part: Part, place: { readonly limit: number; readonly offset: number }, from: AddedFrom) => Promise<Row[]>,
): Promise<Row[]> {
  const isPostgres = kind === 'postgres'
  const canRead = isPostgres && total > SOON_SORTED && canReadText(text)
  const added = async (part: Part, limit: number, offset: number) => {
    if (canRead && (offset + limit) * WORTH_A_TRY <= total) {
      const rows = await read(part, { limit, offset }, { from: 'rows', span: READ_MEANWHILE * total })
      if (rows.length === limit) return rows
    }
    return read(part, { limit, offset }, FROM_WORDS)
  }
  // One round trip in place of two. A statement of SQLite is none.
  if (isPostgres && !window.isTurned && window.offset === 0) return added('both', window.limit, 0)
  const parts = {
    known: (limit: number, offset: number) => read('begins so', { limit, offset }, FROM_WORDS),
    unknown: (limit: number, offset: number) => added('newest', limit, offset),
    countKnown: countBeginning,
    isCounted: false,
    total: async () => total,
  }
  // What fits best comes first, whichever way the window is read.
  return pageOfParts(parts, window.isTurned ? 'asc' : 'desc', window)
}

const FROM_WORDS: AddedFrom = { from: 'words', span: 0 }
