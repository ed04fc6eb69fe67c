import type { Database } from 'bun:sqlite'
import type { Turns } from './turns'

/**
 * Flags of `pragma optimize`: report what to do (1), namely ANALYZE (2), for all tables and not only those this
 * connection has queried (0x10000). It is due for tables without statistics, or tenfold larger than at the last one.
 */
const TELL = 'pragma optimize(0x10003)'

/** Rows of each index to sample, as SQLite's manual recommends. The thread is blocked meanwhile. */
const SAMPLE = 'pragma analysis_limit = 1000'

/** See `Connection`. One table at a time, so that others can write in between. */
export async function refreshStatistics(writer: Database, reader: Database, turns: Turns): Promise<void> {
  try {
    const wanted = await turns.take(async () => {
      writer.run(SAMPLE)
      const all = writer.prepare(TELL).all() as { optimize: string }[]
      return all.filter(({ optimize }) => !NAMES.test(optimize) || hasManyNames(writer))
    })
    for (const { optimize } of wanted) await turns.take(async () => void writer.run(optimize))
    if (wanted.length === 0) return
    await turns.take(async () => {
      forgetFewNames(writer)
      reloadStatistics(reader)
    })
  } catch {
    // Best effort: another program may have locked the file.
  }
}

/** From this size on, an index is used to find a name whatever the statistics say. */
const MANY_NAMES = 1000

/** An ANALYZE of `facets`. */
const NAMES = /\bfacets\b/

function hasManyNames(writer: Database): boolean {
  return writer.query('select 1 from facets limit 1 offset ?').get(MANY_NAMES - 1) !== null
}

/**
 * Deletes the statistics of `facets` that describe few rows, which a connection makes when it closes. A scan adds
 * thousands of names in one transaction, and the planner, which still believes in a few, would read all of them for
 * each name wanted.
 */
export function forgetFewNames(writer: Database): void {
  const hasStatistics = writer.query("select 1 from sqlite_schema where name = 'sqlite_stat1'").get() !== null
  if (!hasStatistics) return
  // A line begins with the number of rows of the table.
  const few = "from sqlite_stat1 where tbl = 'facets' and cast(stat as integer) < ?"
  if (writer.query(`select 1 ${few}`).get(MANY_NAMES) === null) return
  writer.query(`delete ${few}`).run(MANY_NAMES)
  writer.run('analyze sqlite_schema')
}

/** A connection reads statistics with the schema; ANALYZE of this table name only reloads them (lang_analyze.html). */
function reloadStatistics(reader: Database): void {
  reader.run('pragma query_only = off')
  try {
    reader.run('analyze sqlite_schema')
  } finally {
    reader.run('pragma query_only = on')
  }
}
