import { crc32 } from 'node:zlib'
import type { PageEntry } from '../../../formats/facts'
import { directoryRecord, endRecords, localHeader, type StoredEntry } from '../../../formats/zip/zip-records'
import { folderFile } from './folder-file'
import type { OpenBook } from './open-books'

interface Placed extends StoredEntry {
  readonly entry: PageEntry
}

/** A folder of images as a zip: stored, so that its length and all offsets are known in advance. */
export interface FolderArchive {
  /** Bytes. */
  readonly size: number
  /**
   * The bytes from the first to the last, both inclusive, generated while they are sent: one page in memory at a time.
   * Throws for a page that has changed since the analysis.
   */
  parts(first: number, last: number): AsyncGenerator<Uint8Array, void>
}

/** Checksums of pages already read, while the book is open: the end of the zip contains all of them. */
const knownCrcs = new WeakMap<readonly PageEntry[], (number | undefined)[]>()

export function folderArchive({ file, pages }: Pick<OpenBook, 'file' | 'pages'>): FolderArchive {
  const placed = placesOf(pages)
  const start = endOf(placed.at(-1))
  // Its length depends on names and offsets only.
  const size = start + directoryOf(placed, []).length
  const crcs = knownCrcs.get(pages) ?? []
  knownCrcs.set(pages, crcs)

  async function read(one: Placed, index: number): Promise<Uint8Array> {
    const bytes = await folderFile(file, one.entry)
    crcs[index] = crc32(bytes)
    return bytes
  }

  async function* parts(first: number, last: number): AsyncGenerator<Uint8Array, void> {
    const wanted = (bytes: Uint8Array, at: number) =>
      bytes.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    for (const [index, one] of placed.entries()) {
      if (endOf(one) <= first || one.offset > last) continue
      const bytes = await read(one, index)
      const header = localHeader(one, crcs[index] ?? 0)
      yield wanted(header, one.offset)
      yield wanted(bytes, one.offset + header.length)
    }
    if (last < start) return
    for (const [index, one] of placed.entries()) if (crcs[index] === undefined) await read(one, index)
    yield wanted(
      directoryOf(
        placed,
        crcs.map(crc => crc ?? 0),
      ),
      start,
    )
  }

  return { size, parts }
}

function endOf(one: Placed | undefined): number {
  return one === undefined ? 0 : one.offset + 30 + one.name.length + one.size
}

function placesOf(pages: readonly PageEntry[]): Placed[] {
  let offset = 0
  return pages.map(entry => {
    const name = Buffer.from(entry.name)
    const one = { name, entry, size: entry.size, offset }
    offset = endOf(one)
    return one
  })
}

function directoryOf(placed: readonly Placed[], crcs: readonly number[]): Uint8Array {
  const records = Buffer.concat(placed.map((one, i) => directoryRecord(one, crcs[i] ?? 0)))
  return Buffer.concat([
    records,
    endRecords({ count: placed.length, start: endOf(placed.at(-1)), size: records.length }),
  ])
}
