import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cell, type Row, type RowSource, type RowTarget, sizeOf, TableSum } from './rows'

/** A table as a file of JSON Lines: one object per row, by column. */
export interface TableFile {
  readonly name: string
  readonly file: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  /** The highest key ever assigned; null if rows have no keys. */
  readonly lastKey: number | null
}

/** A folder that tables are written to. */
export interface JsonLinesTarget extends RowTarget {
  /** What was written, once `finish` was called. */
  written(): readonly TableFile[]
}

const FOLDER = 'tables'
/** Rows read at a time, and their characters. */
const BATCH = { rows: 500, size: 4 * 1024 ** 2 }
/** A longer line is not a row: the largest rows contain the pages of one book. */
const MOST_LINE = 256 * 1024 ** 2

/** Files for the tables of a source, with its columns. */
export function jsonLinesTarget(folder: string, source: RowSource): JsonLinesTarget {
  const done = new Map<string, Omit<TableFile, 'lastKey'>>()
  let files: readonly TableFile[] = []
  return {
    kind: 'files',
    steps: () => source.steps(),
    columnsOf: table => source.columnsOf(table),
    filled: async () => [],
    references: async () => new Map(),
    notes: async () => null,
    begin: async () => {
      await mkdir(join(folder, FOLDER), { mode: 0o700 })
    },
    async replace(table, columns, rows, _, check) {
      const file = `${FOLDER}/${table}.jsonl`
      const facts = await writeLines(join(folder, file), columns, rows)
      const sum = new TableSum()
      for await (const part of readLines(join(folder, file), columns)) sum.add(part)
      check(sum)
      done.set(table, { name: table, file, columns, rows: sum.count, ...facts })
    },
    async finish(lastKeys) {
      files = [...done.values()].map(facts => ({ ...facts, lastKey: lastKeys.get(facts.name) ?? null }))
    },
    written: () => files,
    close: async () => undefined,
  }
}

/** Tables that `jsonLinesTarget` wrote. */
export function jsonLinesSource(
  folder: string,
  { steps, tables }: { readonly steps: readonly string[]; readonly tables: readonly TableFile[] },
): RowSource {
  const byName = new Map(tables.map(table => [table.name, table]))
  return {
    kind: 'files',
    steps: async () => steps,
    columnsOf: async table => byName.get(table)?.columns ?? null,
    async *rows(table, columns) {
      const found = byName.get(table)
      if (found) yield* readLines(join(folder, found.file), columns)
    },
    lastKey: async table => byName.get(table)?.lastKey ?? null,
    clock: async () => null,
    close: async () => undefined,
  }
}

async function writeLines(
  path: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly Row[]>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = new Bun.CryptoHasher('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const part of rows) {
      const text = part.map(
        row => `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]])))}\n`,
      )
      const chunk = Buffer.from(text.join(''))
      hash.update(chunk)
      bytes += chunk.length
      await writeAll(file, chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A write to a nearly full disk may be partial; the next one fails. */
export async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let left = chunk; left.length > 0; ) {
    const { bytesWritten } = await file.write(left)
    left = left.subarray(bytesWritten)
  }
}

/** @throws for a line that is not a row of these columns */
async function* readLines(path: string, columns: readonly string[]): AsyncGenerator<readonly Row[], void, void> {
  let rows: Row[] = []
  let size = 0
  let number = 0
  for await (const line of linesOf(path, MOST_LINE)) {
    number++
    const row = parseRow(line, columns)
    if (row === null) throw new Error(`line ${number} of ${path} is not a row of the table`)
    rows.push(row)
    size += sizeOf(row)
    if (rows.length < BATCH.rows && size < BATCH.size) continue
    yield rows
    rows = []
    size = 0
  }
  if (rows.length > 0) yield rows
}

function parseRow(line: string, columns: readonly string[]): Row | null {
  let found: unknown
  try {
    found = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof found !== 'object' || found === null) return null
  const values = new Map<string, unknown>(Object.entries(found))
  const row = columns.map(name => values.get(name))
  return row.every(isCell) ? row : null
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Lines of a file, which ends with one. @throws for a longer one */
export async function* linesOf(path: string, most: number): AsyncGenerator<string, void, void> {
  let parts: Buffer[] = []
  let length = 0
  const stream = createReadStream(path, { highWaterMark: 1024 ** 2 })
  try {
    for await (const chunk of stream) {
      let rest = chunk as Buffer
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        parts.push(rest.subarray(0, end))
        yield Buffer.concat(parts).toString('utf8')
        parts = []
        length = 0
        rest = rest.subarray(end + 1)
      }
      if (rest.length > 0) parts.push(rest)
      length += rest.length
      if (length > most) throw new Error(`a line of ${path} is too long`)
    }
    if (length > 0) throw new Error(`${path} is cut off`)
  } finally {
    stream.destroy()
  }
}
