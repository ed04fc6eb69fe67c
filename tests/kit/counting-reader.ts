import type { KyselyPlugin } from 'kysely'
import type { Reader } from '../../server/src/db'
import { createMemo } from '../../server/src/kernel/memo'

const UNCHANGED = { revision: async () => '', isCommitted: async () => true }

/** A reader that counts what it asks the database, in whichever way, with a cache of its own that is empty. */
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
  return {
    count: () => count,
    reader: {
      ...reader,
      query: reader.query.withPlugin(plugin),
      run: (sql, values) => counted(reader.run(sql, values)),
      ...(reader.memo && { memo: createMemo(2 ** 25, UNCHANGED) }),
    },
  }
}
