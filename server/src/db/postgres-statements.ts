/** Answers all columns of a table, however many it has: a newer Octavo that migrates makes such a statement stale. */
const ALL_COLUMNS = /^select \*|returning \*|"\.\*/

/** Each is prepared on each connection for as long as that lives; the conditions of users make texts without end. */
const MOST_NAMES = 2000

/** Names of the statements that are prepared once on each connection: the first texts get one, later ones are not prepared. */
export interface StatementNames {
  /** Changes when all statements get other names. */
  readonly edition: number
  /** The name of a text that was given one and is never stale. */
  known(sql: string): string | undefined
  /** The name of a text, which gets one unless there are too many. */
  nameOf(sql: string): string | undefined
  /** All statements get other names, unless they did since that edition. */
  renewAfter(seen: number): void
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  let edition = 0
  return {
    get edition() {
      return edition
    },
    known: sql => (ALL_COLUMNS.test(sql) ? undefined : names.get(sql)),
    nameOf(sql) {
      const known = names.get(sql)
      if (known !== undefined || names.size >= MOST_NAMES) return known
      const name = `s${edition}_${Bun.hash(sql).toString(36)}`
      names.set(sql, name)
      return name
    },
    renewAfter(seen) {
      if (seen !== edition) return
      edition++
      names.clear()
    },
  }
}
