import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Dialect } from './dialect'

/** Characters of a path that the index of paths of PostgreSQL holds; see 0023-long-paths. */
const INDEXED = 600

/** The prefix of a path in PostgreSQL's index: needed next to each condition on the whole path. */
export function pathStart(path: unknown): RawBuilder<string> {
  return sql<string>`substr(${path}, 1, ${sql.lit(INDEXED)})`
}

/** Paths below a folder: the character after the slash ends the range of that prefix. */
export function isBelow(column: string, folder: string): RawBuilder<SqlBool> {
  const [from, to] = [sql`cast(${`${folder}/`} as text)`, sql`cast(${`${folder}0`} as text)`]
  const path = sql.ref(column)
  return sql<SqlBool>`(${path} > ${from} and ${path} < ${to}
    and ${pathStart(path)} >= ${pathStart(from)} and ${pathStart(path)} <= ${pathStart(to)})`
}

/** Whether a path equals this one: PostgreSQL finds it by its hash. */
export function isPath({ kind }: Dialect, column: string, path: unknown): RawBuilder<SqlBool> {
  const own = sql.ref(column)
  return kind === 'sqlite'
    ? sql<SqlBool>`${own} = ${path}`
    : sql<SqlBool>`(md5(${own}) = md5(cast(${path} as text)) and ${own} = ${path})`
}

/** Sort key of paths in one folder: a prefix on PostgreSQL, so that two may be equal. */
export function pathOrder({ kind }: Dialect, path: unknown): RawBuilder<string> {
  return kind === 'sqlite' ? sql<string>`${path}` : pathStart(path)
}
