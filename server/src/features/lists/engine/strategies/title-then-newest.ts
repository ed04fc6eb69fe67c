import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { hasText, wordIndex } from '../../words'
import type { ListStatement, ListValues } from '../entity'
import { countList, keyOf, matching, runList, sortKeyOf } from '../list-query'
import type { Plan } from '../plan'
import { type Place, pageOfParts } from '../window'

type TitleThenNewest = Extract<Plan, { strategy: 'title-then-newest' }>

/** Only if a page is this small a part of the matches, finding it by reading is faster than sorting them. */
const WORTH_A_TRY = 20
/** Rows read sequentially in the time of one row fetched by the index and sorted. */
const READ_MEANWHILE = 2

/**
 * Keys of a page of a very large result without sorting: titles that begin with the query come first, from the title
 * index, then the rest, newest first. SQLite's word index is in insertion order. PostgreSQL's is unordered: either all
 * matches are sorted, or the newest rows of the table are read until the page is full, up to the number that takes as
 * long as sorting.
 */
export function titleThenNewest(statement: ListStatement, plan: TitleThenNewest, total: number): Promise<Keyed[]> {
  const { reader, entity } = statement
  const isWide = reader.dialect.kind === 'sqlite'
  const newest = async (place: Place) => {
    if (reader.dialect.kind === 'postgres' && (place.offset + place.limit) * WORTH_A_TRY <= total) {
      const rows = await readNewest(statement, plan, place, READ_MEANWHILE * total)
      if (rows.length === place.limit) return rows
    }
    return readNewest(statement, plan, place)
  }
  const parts = {
    known: (place: Place) => readBeginning(statement, plan, place),
    unknown: newest,
    countKnown: () =>
      countList(statement, 'count beginning', p => {
        const where = sql`${matching(statement, p, { isWide })} and ${begins(statement, p)}`
        return sql`select count(*) as total from ${sql.table(entity.table)} where ${where}`
      }),
    total,
  }
  // The best matches come first, also in a reversed window.
  return pageOfParts(parts, plan.window.isReversed ? 'asc' : 'desc', plan.window)
}

/**
 * Whether a title begins with the query. Two columns in one bound: PostgreSQL estimates few rows for two bounds on one
 * column, whatever the query, and would sort all matches.
 */
function begins({ entity }: ListStatement, p: ListValues): RawBuilder<SqlBool> {
  const sortKey = sortKeyOf(entity)
  return sql<SqlBool>`((${sortKey}, ${keyOf(entity)}) >= (${p.start}, 0) and ${sortKey} < ${p.end})`
}

/** Titles that begin with the query, by the title index. */
function readBeginning(statement: ListStatement, { access, window }: TitleThenNewest, place: Place) {
  const { entity } = statement
  const way = sql.raw(window.isReversed ? 'desc' : 'asc')
  const form = `title then newest|begins so|${window.isReversed}|${access.isOrdered}`
  return runList(statement, form, { ...place }, p => {
    const matches = sql`${matching(statement, p, { ...access, isWide: true })} and ${begins(statement, p)}`
    return sql<Keyed>`select ${keyOf(entity)} from ${sql.table(entity.table)} where ${matches}
      order by ${sortKeyOf(entity)} ${way}, ${keyOf(entity)} ${way} limit ${p.limit} offset ${p.offset}`
  })
}

/** The other matches, newest first; with `span` among that many newest rows, without the word index. */
function readNewest(statement: ListStatement, { access, window }: TitleThenNewest, place: Place, span = 0) {
  const { reader, entity, query } = statement
  const { text } = query
  if (!entity.words || !text) throw new Error(`${entity.table} have no words`)
  const { table } = entity.words
  const { kind } = reader.dialect
  const newest = sql.raw(window.isReversed ? 'asc' : 'desc')
  const form = `title then newest|newest|${span > 0}|${window.isReversed}|${JSON.stringify(access)}`
  return runList(statement, form, { ...place, span }, p => {
    const pk = keyOf(entity)
    const listed = matching({ ...statement, query: { ...query, text: null } }, p, access)
    const keys = (rows: RawBuilder<unknown>, where: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
      sql<Keyed>`select ${pk} from ${rows} where ${where} and ${listed} and not ${begins(statement, p)}
        order by ${order} ${newest} limit ${p.limit} offset ${p.offset}`
    if (span > 0) {
      const rows = sql`(select * from ${sql.table(table)} order by pk ${newest} limit ${p.span}) as ${sql.table(table)}`
      return keys(rows, hasText(reader.dialect, table, text, p, { isWide: true }), pk)
    }
    const words = wordIndex.wordRows({ kind }, table, p.match)
    // The addition prevents PostgreSQL from scanning all rows in order and parsing the words of each.
    return keys(words.from, words.where, kind === 'postgres' ? sql`${pk} + 0` : words.added)
  })
}
