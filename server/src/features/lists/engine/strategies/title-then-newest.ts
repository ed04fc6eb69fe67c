import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { wordIndex } from '../../words'
import type { ListStatement, ListValues } from '../entity'
import { countList, keyOf, matching, runList, sortKeyOf } from '../list-query'
import type { Plan } from '../plan'
import { type Place, pageOfParts, placeOf } from '../window'

type TitleThenNewest = Extract<Plan, { strategy: 'title-then-newest' }>

/** One of the two parts, or on PostgreSQL the beginning of both in one statement. */
type Part = 'begins so' | 'newest' | 'both'

/** Up to so many rows with some words are sorted sooner than the newest ones are found by reading. */
const SOON_SORTED = 1000
/** A page has to be so small a part of all rows with the words that it is worth a try to find it by reading. */
const WORTH_A_TRY = 10
/** Rows that are read in the time in which one that the index names is fetched and sorted. */
const READ_MEANWHILE = 2

/**
 * Keys of a page of what very many rows have, none of them sorted: titles that begin with what was typed come first, by the
 * index of titles, the rest behind them, the newest first. SQLite's index of words has its rows in the order in which they
 * were added. PostgreSQL's has them in none: either all that it names are sorted, or the newest rows of the table are read
 * one after the other until the page is full, no more of them than takes as long.
 */
export async function titleThenNewest(statement: ListStatement, plan: TitleThenNewest, total: number) {
  const { window } = plan
  const { reader, query } = statement
  const isPostgres = reader.dialect.kind === 'postgres'
  const canRead = isPostgres && total > SOON_SORTED && wordIndex.canReadText(query.text)
  const read = (part: Part, place: Place, span = 0) => readPart(statement, plan, part, { ...placeOf(place), span })
  const added = async (part: Part, place: Place) => {
    if (canRead && (place.offset + place.limit) * WORTH_A_TRY <= total) {
      const rows = await read(part, place, READ_MEANWHILE * total)
      if (rows.length === place.limit) return rows
    }
    return read(part, place)
  }
  // One round trip in place of two. A statement of SQLite is none.
  if (isPostgres && !window.isReversed && window.offset === 0) return added('both', window)
  const parts = {
    known: (place: Place) => read('begins so', place),
    unknown: (place: Place) => added('newest', place),
    countKnown: () =>
      countList(statement, 'count beginning', p => {
        const where = sql`${matching(statement, p, { words: 'rows' })} and ${begins(statement, p)}`
        return sql`select count(*) as total from ${sql.table(statement.entity.table)} where ${where}`
      }),
    isCounted: false,
    total: async () => total,
  }
  // What fits best comes first, whichever way the window is read.
  return pageOfParts(parts, window.isReversed ? 'asc' : 'desc', window)
}

/** Whether a title begins with what was typed. */
function begins({ entity }: ListStatement, p: ListValues): RawBuilder<SqlBool> {
  const sortKey = sortKeyOf(entity)
  return sql<SqlBool>`(${sortKey} >= ${p.start} and ${sortKey} < ${p.end})`
}

interface PartPlace extends Place {
  /** So many of the newest rows are read; 0: the index of words names them. */
  readonly span: number
}

function readPart(statement: ListStatement, plan: TitleThenNewest, part: Part, place: PartPlace): Promise<Keyed[]> {
  const { reader, entity, query } = statement
  const { unindexed } = plan
  const { isReversed } = plan.window
  if (!entity.words) throw new Error(`${entity.table} have no words`)
  const { table } = entity.words
  const { kind } = reader.dialect
  const isRead = place.span > 0
  const form = `title then newest|${part}|${isRead}|${isReversed}|${unindexed}`
  return runList<Keyed>(statement, form, { ...place }, p => {
    const [pk, sortKey] = [keyOf(entity), sortKeyOf(entity)]
    const [forward, newest] = isReversed ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
    const matches = matching(statement, p, { words: 'rows', unindexed })
    const listed = matching({ ...statement, query: { ...query, text: null } }, p, { unindexed })
    const rest = sql`${listed} and not ${begins(statement, p)}`
    const keys = (rows: RawBuilder<unknown>, where: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
      sql`select ${pk} from ${rows} where ${where} order by ${order} limit ${p.limit} offset ${p.offset}`
    const beginning = () =>
      keys(sql.table(table), sql`${matches} and ${begins(statement, p)}`, sql`${sortKey} ${forward}, ${pk} ${forward}`)
    const others = () => {
      if (isRead) {
        const rows = sql`(select * from ${sql.table(table)} order by pk ${newest} limit ${p.span}) as ${sql.table(table)}`
        return keys(rows, sql`${wordIndex.readsText({ kind }, table, p)} and ${rest}`, sql`${pk} ${newest}`)
      }
      const words = wordIndex.wordRows({ kind }, table, p.match)
      // The sum keeps PostgreSQL from going through all rows in their order, which would make the words of each again.
      const order = kind === 'postgres' ? sql`${pk} + 0` : words.added
      return keys(words.from, sql`${words.where} and ${rest}`, sql`${order} ${newest}`)
    }
    // PostgreSQL goes through the second only when the first has not filled the page.
    const both = () => sql`select pk from ((${beginning()}) union all (${others()})) as found limit ${p.limit}`
    return sql<Keyed>`${{ 'begins so': beginning, newest: others, both }[part]()}`
  })
}
