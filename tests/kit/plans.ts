import type { Connection, Reader } from '../../server/src/db'

/** Rows that a page may sort: those of itself, or few that a reader has opened. */
const FEW = 2000

/** What was run. */
export interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Filtered results may be sorted; a full table scan is not allowed. */
export const isWhole = (fault: string) => /^SCAN (books|series)$|^Seq Scan/.test(fault)

interface Step {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

/** Full table scans, and sorts of more than the rows of a page. */
export async function sqliteFaults(reader: Reader, { sql, values }: Statement): Promise<string[]> {
  const steps = await reader.run<Step>(`explain query plan ${sql}`, values)
  const details = steps.map(step => step.detail)
  const sorted = details.some(detail => detail.startsWith('USE TEMP B-TREE FOR ORDER BY'))
  // Small results may be sorted: rows selected by keys, and the first ones of an index.
  const named =
    details.some(detail =>
      /^SEARCH books USING INTEGER PRIMARY KEY|^SCAN first_ones$|_facet|series_pk=\?/.test(detail),
    ) || /^SEARCH series USING INTEGER PRIMARY KEY/.test(details[0] ?? '')
  // A scan in the order of keys ends with the page.
  const isByKey = /order by "\w+"\."pk" (asc|desc) limit/.test(sql)
  const whole = details.filter(detail => /^SCAN (books|series)$/.test(detail) && !isByKey)
  return [...whole, ...(sorted && !named ? details : [])]
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly Node[]
}

export async function postgresFaults(reader: Reader, { sql, values }: Statement): Promise<string[]> {
  const [row] = await reader.run<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${sql}`, values)
  const plan = row?.['QUERY PLAN'][0].Plan
  const found: string[] = []
  const look = (node: Node) => {
    const { 'Node Type': type, 'Relation Name': table, Alias: alias, 'Plan Rows': rows } = node
    // Who sees single series is judged by all of them at once where that is cheaper than one by one.
    const isJudged = /^seen(_\d+)?$/.test(alias ?? '')
    if (type === 'Seq Scan' && table && TABLES.has(table) && !isJudged) found.push(`${type} on ${table}`)
    if (type === 'Sort' && rows > FEW) found.push(`sort of ${rows} rows`)
    for (const each of node.Plans ?? []) look(each)
  }
  if (plan) look(plan)
  return found
}

/** Tables with many rows of all users: the places of one reader may be read in table order. */
const TABLES = new Set(['books', 'series'])

/** What PostgreSQL prefers after a statement has run five times: one plan, whatever its values. */
export function planForAnyValues({ write }: Connection, { sql, values }: Statement): Promise<string> {
  const literals = values.map(each => (typeof each === 'number' ? each : `'${String(each).replaceAll("'", "''")}'`))
  return write(async tx => {
    await tx.run(`prepare any_values as ${sql}`, [])
    await tx.run("set local plan_cache_mode = 'force_generic_plan'", [])
    const rows = await tx.run<{ 'QUERY PLAN': string }>(`explain execute any_values(${literals.join()})`, [])
    await tx.run('deallocate any_values', [])
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
}
