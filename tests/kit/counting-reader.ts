import type { KyselyPlugin } from 'kysely'
import type { Reader } from '../../server/src/db'
import { createMemo } from '../../server/src/kernel/memo'

const UNCHANGED = { revision: async () => '', isCommitted: async () => true }

/** A reader that counts all database queries, with its own empty cache. */
export function countingReader(reader: Reader): { readonly reader: Reader; readonly count: () => number } {
  let count = 0
  const counted = <T>(value: T): T => {
    count++
    return value
  }
  // Building a statement does not count; its result does.
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
