import type { KyselyPlugin } from 'kysely'
import type { Reader } from '../../server/src/db'

/** A reader that counts what it asks the database, in whichever way. */
export function countingReader(reader: Reader): { readonly reader: Reader; readonly count: () => number } {
  let count = 0
  const counted = <T>(value: T): T => {
    count++
    return value
  }
  // A statement that is only written down is not asked: its result is what counts.
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => counted(result),
  }
  const { versions } = reader
  const isAsked = reader.dialect.kind === 'postgres'
  return {
    count: () => count,
    reader: {
      ...reader,
      query: reader.query.withPlugin(plugin),
      run: (sql, values) => counted(reader.run(sql, values)),
      ...(versions && {
        versions: isAsked
          ? { current: of => counted(versions.current(of)), settled: () => counted(versions.settled()) }
          : versions,
      }),
    },
  }
}
