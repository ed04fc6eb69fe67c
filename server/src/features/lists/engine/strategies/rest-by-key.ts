import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Keyed } from '../../../../kernel/memo'
import { pageFromCursor } from '../cursors'
import type { ListStatement, ListValues } from '../entity'
import { keyOf, matching, rowsOf, runList } from '../list-query'
import type { Place } from '../window'
import { placeOf } from './in-order'

/** Rows that have nothing of what a list is sorted by. */
export interface Rest {
  /** Names them, with all that is written into their condition. */
  readonly kind: string
  readonly direction: 'asc' | 'desc'
  readonly isOfRest: (p: ListValues) => RawBuilder<SqlBool>
  readonly hasCursors: boolean
}

/** Keys of such rows in their own order, entered at a row before the page whose place is known. */
export function restByKey(statement: ListStatement, rest: Rest, place: Place): Promise<Keyed[]> {
  const read = (from: Place, cursorPk?: number) => readRest(statement, rest, from, cursorPk)
  return rest.hasCursors ? pageFromCursor(statement, `${rest.kind} ${rest.direction}`, place, read) : read(place)
}

function readRest(statement: ListStatement, { kind, direction, isOfRest }: Rest, place: Place, cursorPk?: number) {
  const pk = keyOf(statement.entity)
  const isFrom = cursorPk !== undefined
  const values = { ...placeOf(place), ...(isFrom && { cursorPk }) }
  return runList<Keyed>(statement, `${kind}|${direction}|${isFrom}`, values, p => {
    const parts = [
      isOfRest(p),
      matching(statement, p, { unindexed: statement.reader.dialect.kind === 'sqlite' ? 'library' : 'none' }),
      ...(isFrom ? [sql`${pk} ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${p.cursorPk}`] : []),
    ]
    return sql<Keyed>`select ${pk} from ${rowsOf(statement, p)} where ${sql.join(parts, sql` and `)}
      order by ${pk} ${sql.raw(direction)} limit ${p.limit} offset ${p.offset}`
  })
}
