import type { z } from 'zod'
import { type FileSource, withSource } from '../../../formats/file-source'
import { FileProblemError } from '../../../formats/problem'
import { readDirectory } from '../../../formats/zip/directory'
import { entryLines } from '../../../formats/zip/entry-lines'
import type { ZipEntry } from '../../../formats/zip/zip-entry'
import { badTextIn } from '../../../http/json-text.rules'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, Manifest } from './archive.types'

/** An opened archive. */
export interface OpenArchive {
  readonly manifest: Manifest
  readonly names: readonly string[]
  /**
   * Reads the rows of a file in batches; null for an invalid row. No rows if the file is missing.
   * @throws UnprocessableEntity for invalid JSON, a too long line or too large a file
   */
  rows<Row>(name: string, schema: z.ZodType<Row>, most: number): AsyncGenerator<readonly (Row | null)[], void, void>
}

const refuse = (message: string) =>
  refused('UnprocessableEntity', 'archive_bad', `The archive cannot be read: ${message}`, 'file')

/**
 * Opens an archive exported by Octavo.
 * @throws UnprocessableEntity with the reason
 */
export async function withArchive<T>(path: string, use: (archive: OpenArchive) => Promise<T>): Promise<T> {
  try {
    return await withSource(path, async source => {
      const entries = entriesOf(source)
      return use({
        manifest: await manifestOf(source, entries),
        names: [...entries.keys()],
        rows: readRows(source, entries),
      })
    })
  } catch (error) {
    if (error instanceof FileProblemError) throw refuse(error.problem.message)
    throw error
  }
}

function entriesOf(source: FileSource): ReadonlyMap<string, ZipEntry> {
  const entries = readDirectory(source)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > LIMITS.imports.totalBytes) throw refuse('it is too large once unpacked')
  const byName = new Map(entries.map(entry => [entry.name, entry]))
  if (byName.size < entries.length) throw refuse('it has two files with the same name')
  return byName
}

async function manifestOf(source: FileSource, entries: ReadonlyMap<string, ZipEntry>): Promise<Manifest> {
  const entry = entries.get('manifest.json')
  if (!entry) throw refuse('it has no manifest.json')
  let text = ''
  for await (const line of entryLines(source, entry, LIMITS.imports.lineBytes)) {
    text += line
    if (text.length > LIMITS.imports.lineBytes) throw refuse('manifest.json is too long')
  }
  const given = jsonOf(text, 'manifest.json')
  const named = given as { readonly format?: unknown; readonly version?: unknown } | null
  if (named?.format !== ARCHIVE_FORMAT) throw refuse('it is not an export of a user’s own data')
  const manifest = Manifest.safeParse(given)
  if (!manifest.success) throw refuse('manifest.json is not valid')
  if (manifest.data.version > ARCHIVE_VERSION) throw refuse('it was made by a newer version of Octavo')
  return manifest.data
}

function readRows(source: FileSource, entries: ReadonlyMap<string, ZipEntry>): OpenArchive['rows'] {
  return async function* rows<Row>(name: string, schema: z.ZodType<Row>, most: number) {
    const entry = entries.get(name)
    if (!entry) return
    let chunk: (Row | null)[] = []
    let count = 0
    for await (const text of entryLines(source, entry, LIMITS.imports.lineBytes)) {
      if (text.trim() === '') continue
      if (++count > most) throw refuse(`${name} has more than ${most} rows`)
      const row = schema.safeParse(jsonOf(text, `${name}, line ${count}`))
      chunk.push(row.success ? row.data : null)
      if (chunk.length < LIMITS.imports.chunk) continue
      yield chunk
      chunk = []
    }
    if (chunk.length > 0) yield chunk
  }
}

/** U+0000 in JSON; only after an even number of backslashes, since a text may mention `\u0000`. */
const ZERO = /\0|(?<!\\)(?:\\\\)*\\u0000/

/** An escaped surrogate in JSON, usually one of a pair. */
const HALF = /\\ud[89a-f]/i

/** Refuses what PostgreSQL cannot store. */
function jsonOf(text: string, where: string): unknown {
  if (ZERO.test(text)) throw refuse(`${where} holds the character U+0000`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse(`${where} is no JSON`)
  }
  if (HALF.test(text) && badTextIn(value)) throw refuse(`${where} holds an unpaired surrogate`)
  return value
}
