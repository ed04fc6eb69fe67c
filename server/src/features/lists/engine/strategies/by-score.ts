import { type SqlBool, sql } from 'kysely'
import { cachedValue } from '../../../../db'
import type { Keyed } from '../../../../kernel/memo'
import type { ListStatement, ListValues } from '../entity'
import { countList, keyOf, listShape, matching, rowsOf, runList, scoreOf, scoreRows } from '../list-query'
import type { Plan } from '../plan'
import { pageOfParts } from '../window'
import { restByKey } from './rest-by-key'

type ByScore = Extract<Plan, { strategy: 'by-score' }>

/** Keys in the order of a value that few rows have: these are sorted, and the rest has no order but its own. */
export function byScore(
  statement: ListStatement,
  { window, hasCursors }: ByScore,
  total: () => Promise<number>,
): Promise<Keyed[]> {
  const { reader, entity } = statement
  const name = scoreOf(entity, window.sort)
  if (name === null) throw new Error(`${entity.table} are not sorted by a score`)
  const [{ direction }] = window.sort
  const pk = keyOf(entity)
  const way = sql.raw(direction)
  const scored = (p: ListValues) => sql`${scoreRows(entity, name, p)} cross join ${rowsOf(statement, p)}
    where ${pk} = ${sql.ref(`${name}.item_pk`)} and ${matching(statement, p)}`
  const isOfRest = (p: ListValues) => sql<SqlBool>`not exists (select 1 from ${scoreRows(entity, name, p)}
    where ${sql.ref(`${name}.item_pk`)} = ${pk})`
  const rest = { kind: `without ${name}`, direction, isOfRest, hasCursors }
  const parts = {
    known: (limit: number, offset: number) =>
      runList<Keyed>(
        statement,
        `scored|${name} ${direction}`,
        { limit, offset },
        p => sql<Keyed>`select ${pk} from ${scored(p)}
        order by ${sql.ref(`${name}.value`)} ${way}, ${pk} ${way} limit ${p.limit} offset ${p.offset}`,
      ),
    unknown: (limit: number, offset: number) => restByKey(statement, rest, { limit, offset }),
    countKnown: () =>
      cachedValue(reader, listShape(statement, `count of ${name}`), () =>
        countList(statement, `count of ${name}`, p => sql`select count(*) as total from ${scored(p)}`),
      ),
    isCounted: reader.memo !== undefined,
    total,
  }
  return pageOfParts(parts, direction, window)
}
