/** Selects all columns of a table: such a statement becomes stale when a newer version of Octavo migrates. */
const ALL_COLUMNS = /^select \*|returning \*|"\.\*/

/**
 * Limit, since each is prepared on each connection for its lifetime, and user-defined conditions produce unlimited
 * texts.
 */
const MOST_NAMES = 2000

/**
 * Names of statements that are prepared once on each connection: the first texts get one, later ones are not prepared.
 */
export interface StatementNames {
  /** Changes when all statements are renamed. */
  readonly edition: number
  /** The name of a text that has one and is never stale. */
  known(sql: string): string | undefined
  /** The name of a text; assigns one unless there are too many. */
  nameOf(sql: string): string | undefined
  /** Renames all statements, unless this was done since that edition. */
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
