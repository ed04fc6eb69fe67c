import { MIGRATIONS } from '../migrations'
import { copiedTables, inOrder, type Row, type RowSource, type RowTarget, TableSum } from './rows'

export interface CopiedTable {
  readonly table: string
  readonly rows: number
  /** The count and the checksum, equal in both databases. */
  readonly sum: string
  /** Copied by an earlier run, and unchanged in the source. */
  readonly isOld: boolean
}

/** The copy cannot be made; the message is a sentence for the operator. */
class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
}

/**
 * Copies all rows into an empty database. Each table is read back and compared before it is committed. An interrupted
 * run leaves a mark, with which no server starts; the next run from the same source continues with the missing tables.
 * @throws CopyRefused
 */
export async function copyTables(
  source: RowSource,
  target: RowTarget,
  {
    name,
    signal,
    done,
  }: {
    /** Identifies the source: only a copy of the same one can be continued. */
    readonly name: string
    readonly signal?: AbortSignal
    readonly done?: (table: CopiedTable) => void
  },
): Promise<readonly CopiedTable[]> {
  await checkSteps(source, target)
  const notes = await checkTarget(target, name)
  const tables = await tablesOf(source, target)
  if (notes === null) await target.begin(name)
  const copied: CopiedTable[] = []
  for (const [table, columns] of tables) {
    signal?.throwIfAborted()
    const result = await copyTable(source, target, { table, columns, noted: notes?.get(`table ${table}`), signal })
    copied.push(result)
    done?.(result)
  }
  const lastKeys = new Map<string, number>()
  for (const [table] of tables) {
    const key = await source.lastKey(table)
    if (key !== null) lastKeys.set(table, key)
  }
  await target.finish(lastKeys)
  return copied
}

async function checkSteps(source: RowSource, target: RowTarget): Promise<void> {
  const [from, to] = [await source.steps(), await target.steps()]
  if (from.some(step => !knownSteps().includes(step))) {
    throw new CopyRefused('The source was migrated by a newer version of Octavo. Use that version to copy it.')
  }
  const missing = to.filter(step => !from.includes(step))
  if (missing.length > 0) {
    throw new CopyRefused(
      'The source is from an older version of Octavo. Run `octavo migrate` on it with this version first.',
    )
  }
}

/**
 * The record of an earlier run of the same copy; null if the target is empty. @throws CopyRefused if it has other rows
 */
export async function checkTarget(target: RowTarget, name: string): Promise<ReadonlyMap<string, string> | null> {
  const notes = await target.notes()
  if (notes !== null) {
    if (notes.get('source') === name) return notes
    throw new CopyRefused(
      `The target contains an unfinished copy of something else (${notes.get('source')}). Finish that copy, or empty the target.`,
    )
  }
  const filled = await target.filled()
  if (filled.length > 0) {
    throw new CopyRefused(
      `The target is not empty: it has rows in ${filled.slice(0, 3).join(', ')}. Nothing was changed.`,
    )
  }
  return null
}

/** The tables in copy order, each with the columns that both databases have. */
async function tablesOf(source: RowSource, target: RowTarget): Promise<[string, string[]][]> {
  const found: [string, string[]][] = []
  for (const table of inOrder(copiedTables(), await target.references())) {
    const [from, to] = [await source.columnsOf(table), await target.columnsOf(table)]
    // A table of a later step, in neither of them.
    if (from === null && to === null) continue
    if (from === null || to === null)
      throw new CopyRefused(`The table ${table} is missing. Run \`octavo migrate\` first.`)
    found.push([table, to.filter(column => from.includes(column)).sort()])
  }
  return found
}

async function copyTable(
  source: RowSource,
  target: RowTarget,
  {
    table,
    columns,
    noted,
    signal,
  }: {
    readonly table: string
    readonly columns: readonly string[]
    readonly noted: string | undefined
    readonly signal: AbortSignal | undefined
  },
): Promise<CopiedTable> {
  if (noted !== undefined) {
    const now = new TableSum()
    for await (const part of source.rows(table, columns)) now.add(part)
    if (now.text === noted) return { table, rows: now.count, sum: now.text, isOld: true }
  }
  const sum = new TableSum()
  async function* read(): AsyncGenerator<readonly Row[], void, void> {
    for await (const part of source.rows(table, columns)) {
      signal?.throwIfAborted()
      sum.add(part)
      yield part
    }
  }
  try {
    await target.replace(
      table,
      columns,
      read(),
      () => sum.text,
      written => {
        if (written.text === sum.text) return
        throw new CopyRefused(`what was written is not what was read (${written.text} instead of ${sum.text})`)
      },
    )
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Error(`The table ${table} could not be copied: ${(error as Error).message}`, { cause: error })
  }
  return { table, rows: sum.count, sum: sum.text, isOld: false }
}

/** Names of all migrations of this version. */
export function knownSteps(): readonly string[] {
  return MIGRATIONS.map(({ name }) => name)
}
