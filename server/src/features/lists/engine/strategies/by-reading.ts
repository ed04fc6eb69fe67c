import { sql } from 'kysely'
import { cachedValue } from '../../../../db'
import type { Keyed } from '../../../../kernel/memo'
import { pageFromCursor } from '../cursors'
import type { ListStatement } from '../entity'
import { keyOf, listShape, matching, rowsOf, runList, unread } from '../list-query'
import type { Plan } from '../plan'
import { countMatching } from '../totals'
import { type Place, pageOfParts } from '../window'
import { placeOf } from './in-order'
import { openedInOrder } from './opened'

type ByReading = Extract<Plan, { strategy: 'by-reading' }>

/** Keys in the order of reading: an index has those that the viewer has opened in it, and the rest has no order but its own. */
export function byReading(
  statement: ListStatement,
  { window, hasCursors }: ByReading,
  total: () => Promise<number>,
): Promise<Keyed[]> {
  const [{ field, direction }] = window.sort
  const read = (place: Place, cursorPk?: number) => neverOpened(statement, direction, place, cursorPk)
  const countOpened = () => countMatching(statement, { isOpened: true })
  const parts = {
    known: (limit: number, offset: number) => openedInOrder(statement, { ...window, limit, offset }),
    unknown: (limit: number, offset: number) =>
      hasCursors
        ? pageFromCursor(statement, `never opened ${field} ${direction}`, { limit, offset }, read)
        : read({ limit, offset }),
    countKnown: () =>
      hasCursors ? cachedValue(statement.reader, listShape(statement, 'count opened'), countOpened) : countOpened(),
    isCounted: hasCursors && statement.reader.memo !== undefined,
    total,
  }
  return pageOfParts(parts, direction, window)
}

function neverOpened(statement: ListStatement, direction: 'asc' | 'desc', place: Place, cursorPk?: number) {
  const { entity } = statement
  const { table, item } = entity.progress ?? unread(entity)
  const pk = keyOf(entity)
  const isFrom = cursorPk !== undefined
  const values = { ...placeOf(place), ...(isFrom && { cursorPk }) }
  return runList<Keyed>(statement, `never opened|${direction}|${isFrom}`, values, p => {
    const parts = [
      sql`not exists (select 1 from ${sql.table(table)} as own
        where ${sql.ref(`own.${item}`)} = ${pk} and own.user_pk = ${p.userPk})`,
      matching(statement, p, { unindexed: statement.reader.dialect.kind === 'sqlite' ? 'library' : 'none' }),
      ...(isFrom ? [sql`${pk} ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${p.cursorPk}`] : []),
    ]
    return sql<Keyed>`select ${pk} from ${rowsOf(statement, p)} where ${sql.join(parts, sql` and `)}
      order by ${pk} ${sql.raw(direction)} limit ${p.limit} offset ${p.offset}`
  })
}
