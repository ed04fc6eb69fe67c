import { type SqlBool, sql } from 'kysely'
import { cachedValue } from '../../../../db'
import type { Keyed } from '../../../../kernel/memo'
import type { ListStatement, ListValues } from '../entity'
import { keyOf, listShape, unread } from '../list-query'
import type { Plan } from '../plan'
import { countMatching } from '../totals'
import { pageOfParts } from '../window'
import { openedInOrder } from './opened'
import { restByKey } from './rest-by-key'

type ByReading = Extract<Plan, { strategy: 'by-reading' }>

/** Keys in the order of reading: an index has those that the viewer has opened in it, and the rest has no order but its own. */
export function byReading(
  statement: ListStatement,
  { window, hasCursors }: ByReading,
  total: () => Promise<number>,
): Promise<Keyed[]> {
  const { entity } = statement
  const [{ direction }] = window.sort
  const { table, item } = entity.progress ?? unread(entity)
  const isOfRest = (p: ListValues) => sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as own
    where ${sql.ref(`own.${item}`)} = ${keyOf(entity)} and own.user_pk = ${p.userPk})`
  const rest = { kind: 'never opened', direction, isOfRest, hasCursors }
  const countOpened = () => countMatching(statement, { isOpened: true })
  const parts = {
    known: (limit: number, offset: number) => openedInOrder(statement, { ...window, limit, offset }),
    unknown: (limit: number, offset: number) => restByKey(statement, rest, { limit, offset }),
    countKnown: () =>
      hasCursors ? cachedValue(statement.reader, listShape(statement, 'count opened'), countOpened) : countOpened(),
    isCounted: hasCursors && statement.reader.memo !== undefined,
    total,
  }
  return pageOfParts(parts, direction, window)
}
