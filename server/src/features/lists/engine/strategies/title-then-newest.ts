import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { wordIndex } from '../../words'
import type { ListStatement, ListValues } from '../entity'
import { countList, keyOf, matching, runList, sortKeyOf } from '../list-query'
import type { Plan } from '../plan'
import { type Place, pageOfParts, placeOf } from '../window'

type TitleThenNewest = Extract<Plan, { strategy: 'title-then-newest' }>

/** One of the two parts, or on PostgreSQL the start of both in one statement. */
type Part = 'begins so' | 'newest' | 'both'

/** Up to this number of matching rows, sorting them is faster than reading the newest rows. */
const SOON_SORTED = 1000
/** Only if a page is this small a part of the matches, finding it by reading is worth trying. */
const WORTH_A_TRY = 10
/** Rows read sequentially in the time of one row fetched by the index and sorted. */
const READ_MEANWHILE = 2

/**
 * Keys of a page of a very large result without sorting: titles that begin with the query come first, from the title
 * index, then the rest, newest first. SQLite's word index is in insertion order. PostgreSQL's is unordered: either all
 * matches are sorted, or the newest rows of the table are read until the page is full, up to the number that takes as
 * long as sorting.
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
  // One round trip instead of two. SQLite has none.
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
  // The best matches come first, also in a reversed window.
  return pageOfParts(parts, window.isReversed ? 'asc' : 'desc', window)
}

/** Whether a title begins with the query. */
function begins({ entity }: ListStatement, p: ListValues): RawBuilder<SqlBool> {
  const sortKey = sortKeyOf(entity)
  return sql<SqlBool>`(${sortKey} >= ${p.start} and ${sortKey} < ${p.end})`
}

interface PartPlace extends Place {
  /** Number of newest rows to read; 0: the word index selects the rows. */
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
      // The addition prevents PostgreSQL from scanning all rows in order and parsing the words of each.
      const order = kind === 'postgres' ? sql`${pk} + 0` : words.added
      return keys(words.from, sql`${words.where} and ${rest}`, sql`${order} ${newest}`)
    }
    // PostgreSQL executes the second part only if the first has not filled the page.
    const both = () => sql`select pk from ((${beginning()}) union all (${others()})) as found limit ${p.limit}`
    return sql<Keyed>`${{ 'begins so': beginning, newest: others, both }[part]()}`
  })
}
