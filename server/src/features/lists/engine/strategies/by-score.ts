import { type RawBuilder, sql } from 'kysely'
import { cachedValue } from '../../../../db'
import type { Keyed } from '../../../../kernel/memo'
import type { ListStatement, ListValues } from '../entity'
import { countList, keyOf, listShape, matching, rowsOf, runList, scoreOf, scoreRows } from '../list-query'
import type { Plan } from '../plan'
import { pageOfParts } from '../window'

type ByScore = Extract<Plan, { strategy: 'by-score' }>

/** Keys in the order of a value that few rows have: these are sorted, and the rest has no order but its own. */
export function byScore(statement: ListStatement, { window }: ByScore, total: () => Promise<number>): Promise<Keyed[]> {
  const { reader, entity } = statement
  const name = scoreOf(entity, window.sort)
  if (name === null) throw new Error(`${entity.table} are not sorted by a score`)
  const [{ direction }] = window.sort
  const pk = keyOf(entity)
  const way = sql.raw(direction)
  const page = (kind: string, limit: number, offset: number, build: (p: ListValues) => RawBuilder<Keyed>) =>
    runList<Keyed>(statement, `${kind}|${name} ${direction}`, { limit, offset }, build)
  const scored = (p: ListValues) => sql`${scoreRows(entity, name, p)} cross join ${rowsOf(statement, p)}
    where ${pk} = ${sql.ref(`${name}.item_pk`)} and ${matching(statement, p)}`
  const parts = {
    known: (limit: number, offset: number) =>
      page(
        'scored',
        limit,
        offset,
        p => sql<Keyed>`select ${pk} from ${scored(p)}
        order by ${sql.ref(`${name}.value`)} ${way}, ${pk} ${way} limit ${p.limit} offset ${p.offset}`,
      ),
    unknown: (limit: number, offset: number) =>
      page(
        'without a score',
        limit,
        offset,
        p => sql<Keyed>`select ${pk} from ${rowsOf(statement, p)}
        where ${pk} not in (select item_pk from ${scoreRows(entity, name, p)})
        and ${matching(statement, p, { unindexed: reader.dialect.kind === 'sqlite' ? 'library' : 'none' })}
        order by ${pk} ${way} limit ${p.limit} offset ${p.offset}`,
      ),
    countKnown: () =>
      cachedValue(reader, listShape(statement, `count of ${name}`), () =>
        countList(statement, `count of ${name}`, p => sql`select count(*) as total from ${scored(p)}`),
      ),
    isCounted: reader.memo !== undefined,
    total,
  }
  return pageOfParts(parts, direction, window)
}
