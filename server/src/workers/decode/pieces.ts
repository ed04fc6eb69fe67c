import { crc32 } from 'node:zlib'
import type { PackedEntry } from '../../formats/decoders'
import { refuse } from '../../formats/problem'

/** An entry in a stream of consecutive entries. */
export interface PieceEntry extends PackedEntry {
  /** CRC-32 of its bytes; null if the archive has none. */
  readonly crc: number | null
}

export interface Pieces {
  /** The next bytes of the stream; false: no more are needed. Throws FileProblemError at a wrong checksum. */
  take(bytes: Uint8Array): boolean
  /** True when every entry has arrived, or nothing more is needed. */
  isComplete(): boolean
}

/**
 * Splits a stream into its entries. Buffers as many bytes of each entry as `budget` allows and delivers them at the
 * end, after checking the checksum.
 */
export function createPieces(
  entries: readonly PieceEntry[],
  budget: (entry: PackedEntry) => number,
  visit: (entry: PackedEntry, bytes: Buffer) => 'stop' | undefined,
): Pieces {
  let index = -1
  let left = 0
  let room = 0
  let sum = 0
  let chunks: Buffer[] = []
  let isDone = false

  function next(): void {
    const entry = entries[++index]
    if (entry === undefined) {
      isDone = true
      return
    }
    left = entry.size
    room = budget(entry)
    sum = 0
    chunks = []
    if (left === 0) finish(entry)
  }

  function finish(entry: PieceEntry): void {
    if (budgeted(entry) && visit(entry, Buffer.concat(chunks)) === 'stop') isDone = true
    else next()
  }

  /** Whether the entry was requested; damage in others is ignored. */
  function budgeted(entry: PieceEntry): boolean {
    if (room <= 0) return false
    if (entry.crc !== null && entry.size > 0 && sum !== entry.crc) {
      refuse('page_extraction', 'page-corrupt', 'A page is damaged: its checksum is wrong.')
    }
    return true
  }

  next()
  return {
    take(bytes) {
      for (let at = 0; at < bytes.length && !isDone; ) {
        const entry = entries[index] as PieceEntry
        const part = bytes.subarray(at, at + left)
        const spare = Math.min(part.length, room - bytesOf(chunks))
        // A copy: the library reuses its memory.
        if (spare > 0) chunks.push(Buffer.from(part.subarray(0, spare)))
        if (room > 0) sum = crc32(part, sum)
        at += part.length
        left -= part.length
        if (left === 0) finish(entry)
      }
      return !isDone
    },
    isComplete: () => isDone,
  }
}

function bytesOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((total, { length }) => total + length, 0)
}
