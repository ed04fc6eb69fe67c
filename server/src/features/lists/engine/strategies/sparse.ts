import { sql } from 'kysely'
import { cachedValue } from '../../../../db'
import type { Keyed } from '../../../../kernel/memo'
import { pageFromCursor } from '../cursors'
import type { ListStatement, ListValues } from '../entity'
import { countList, keyOf, listShape, matching, rowsOf, runList, scoreOf, scoreRows } from '../list-query'
import type { Plan } from '../plan'
import { type Place, pageOfParts } from '../window'

type Sparse = Extract<Plan, { strategy: 'sparse' }>

/**
 * Keys in the order of a sparse value: time of reading, or a rating. The table of the values has an index in this
 * order; the rest follows, or precedes, by key.
 */
export function sparse(statement: ListStatement, { window, hasCursors }: Sparse, total: number): Promise<Keyed[]> {
  const { reader, entity } = statement
  const name = scoreOf(entity, window.sort)
  if (name === null) throw new Error(`${entity.table} have no such sort`)
  const [{ direction }] = window.sort
  const pk = keyOf(entity)
  const way = sql.raw(direction)
  const [item, value] = [sql.ref(`${name}.item_pk`), sql.ref(`${name}.value`)]
  const known = (p: ListValues) => sql`${scoreRows(entity, name, p)} cross join ${rowsOf(statement, p)}
    where ${pk} = ${item} and ${matching(statement, p)}`
  const readKnown = (place: Place) =>
    runList<Keyed>(
      statement,
      `with ${name}|${direction}`,
      { ...place },
      p => sql<Keyed>`select ${pk} from ${known(p)}
        order by ${value} ${way}, ${item} ${way} limit ${p.limit} offset ${p.offset}`,
    )
  const readRest = (place: Place, cursorPk?: number) => {
    const isFrom = cursorPk !== undefined
    const values = { ...place, ...(isFrom && { cursorPk }) }
    return runList<Keyed>(statement, `without ${name}|${direction}|${isFrom}`, values, p => {
      const parts = [
        sql`not exists (select 1 from ${scoreRows(entity, name, p)} where ${pk} = ${item})`,
        matching(statement, p, { isOrdered: reader.dialect.kind === 'sqlite' }),
        ...(isFrom ? [sql`${pk} ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${p.cursorPk}`] : []),
      ]
      return sql<Keyed>`select ${pk} from ${rowsOf(statement, p)} where ${sql.join(parts, sql` and `)}
        order by ${pk} ${way} limit ${p.limit} offset ${p.offset}`
    })
  }
  const parts = {
    known: readKnown,
    unknown: (place: Place) =>
      hasCursors ? pageFromCursor(statement, `without ${name} ${direction}`, place, readRest) : readRest(place),
    countKnown: () =>
      cachedValue(reader, listShape(statement, `count with ${name}`), () =>
        countList(statement, `count with ${name}`, p => sql`select count(*) as total from ${known(p)}`),
      ),
    total,
  }
  return pageOfParts(parts, direction, window)
}
