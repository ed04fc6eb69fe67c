import { crc32 } from 'node:zlib'
import type { PackedEntry } from '../../formats/decoders'
import { refuse } from '../../formats/problem'

/** An entry in a stream of entries that follow one another without a gap. */
export interface PieceEntry extends PackedEntry {
  /** CRC-32 of its bytes; null when the archive has none. */
  readonly crc: number | null
}

export interface Pieces {
  /** The next bytes of the stream; false: no more are needed. Throws FileProblemError at a wrong checksum. */
  take(bytes: Uint8Array): boolean
  /** True when every entry has come, or nothing more was wanted. */
  isComplete(): boolean
}

/**
 * Splits a stream into its entries. Of each entry it buffers as many bytes as `budget` allows and delivers them at the end,
 * once the checksum is right.
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

  /** Whether the entry was wanted; one that was not may be damaged for all we care. */
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
        // A copy: the bytes are in the memory of the library, which uses them again.
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
