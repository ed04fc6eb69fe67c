import type { Database } from 'bun:sqlite'
import type { Turns } from './turns'

/**
 * What of `pragma optimize` is asked for: tell what is to be done (1), which is statistics (2), of all tables and not only of those
 * that this connection has asked about (0x10000). They are made where there are none, and where a table has grown tenfold.
 */
const TELL = 'pragma optimize(0x10003)'

/** Rows of each index that are looked at: what the manual of SQLite names for it. The thread stands still meanwhile. */
const SAMPLE = 'pragma analysis_limit = 1000'

/** See `Connection`. One table at a time, so that others can write in between. */
export async function refreshStatistics(writer: Database, reader: Database, turns: Turns): Promise<void> {
  try {
    const wanted = await turns.take(async () => {
      writer.run(SAMPLE)
      return writer.prepare(TELL).all() as { optimize: string }[]
    })
    for (const { optimize } of wanted) await turns.take(async () => void writer.run(optimize))
    if (wanted.length > 0) await turns.take(async () => readAnew(reader))
  } catch {
    // It was worth a try: another program may hold the file.
  }
}

/** A connection reads statistics when it reads the schema; with this name of a table it does just that (lang_analyze.html). */
function readAnew(reader: Database): void {
  reader.run('pragma query_only = off')
  try {
    reader.run('analyze sqlite_schema')
  } finally {
    reader.run('pragma query_only = on')
  }
}
