import { crc32 } from 'node:zlib'
import type { PackedArchive, PackedContainer, PackedEntry } from '../../formats/decoders'
import type { FileSource } from '../../formats/file-source'
import { FORMAT_LIMITS } from '../../formats/limits'
import { refuse } from '../../formats/problem'
import { padded, type TarHeader, walkTar } from '../../formats/tar/tar-headers'
import { loadSevenZip, refuseBadEnd, type SevenZipType } from './seven-zip-library'

type Compression = Exclude<PackedContainer, 'rar' | '7z'> & SevenZipType

interface TarListener {
  /** An entry begins; returns how many of its bytes to buffer. */
  begin(entry: TarHeader): number
  /** An entry ends; `crc` covers all its bytes. */
  end(entry: TarHeader, chunks: Buffer, crc: number): 'stop' | undefined
}

/**
 * A tar in a compressed stream. The stream has no directory, so it is unpacked once to list it, and again to read
 * entries. Throws FileProblemError.
 */
export async function openCompressedTar(source: FileSource, compression: Compression): Promise<PackedArchive> {
  const library = await loadSevenZip()

  function pass(listener: TarListener): void {
    const stream = createTarStream(listener)
    const end = library.run({ task: 'unpack', type: compression, input: source, write: stream.take })
    refuseBadEnd(end)
    if (end.kind === 'done' && !stream.isAtEnd()) refuse('parser', 'corrupt', 'The tar is cut off.')
  }

  const all: (PackedEntry & { crc: number | null; readonly isFolder: boolean })[] = []
  let total = 0
  pass({
    begin(header) {
      total += header.size
      if (total > FORMAT_LIMITS.totalBytes) refuse('parser', 'too-large', 'The archive is too large once unpacked.')
      // A link has no data: as an entry of size 0 it becomes a page that cannot be shown.
      const size = header.isFile ? header.size : 0
      all.push({ name: header.name, encrypted: false, packedSize: size, size, crc: null, isFolder: header.isFolder })
      return 0
    },
    end(header, _, crc) {
      const entry = all.at(-1)
      if (entry && header.isFile) entry.crc = crc
      return undefined
    },
  })
  return {
    entries: all.filter(entry => !entry.isFolder),
    unpack(budget, visit) {
      let index = -1
      let room = 0
      pass({
        begin() {
          const entry = all[++index]
          room = entry === undefined || entry.isFolder ? 0 : budget(entry)
          return room
        },
        end: (_, chunks) => (room > 0 ? visit(all[index] as PackedEntry, chunks) : undefined),
      })
    },
  }
}

/** Parses a tar that arrives in pieces. */
function createTarStream(listener: TarListener) {
  const walk = walkTar()
  let step = walk.next()
  let header: Buffer[] = []
  let wanted = 0
  let entry: TarHeader | null = null
  let left = 0
  let room = 0
  let chunks: Buffer[] = []
  let crc = 0
  /** At the end of the tar; only padding follows. */
  let isDone = false
  let isStopped = false
  advance()

  /** Advances until more bytes are needed. */
  function advance(): void {
    while (!step.done && !isDone) {
      if ('want' in step.value) {
        wanted = step.value.want
        header = []
        if (wanted > 0) return
        step = walk.next(Buffer.alloc(0))
        continue
      }
      entry = step.value.entry
      room = listener.begin(entry)
      chunks = []
      crc = 0
      left = padded(entry.size)
      if (left > 0) return
      finishEntry()
    }
    isDone = true
  }

  function finishEntry(): void {
    const finished = entry as TarHeader
    entry = null
    isStopped = listener.end(finished, Buffer.concat(chunks), crc) === 'stop'
    isDone = isStopped
    if (!isStopped) step = walk.next(Buffer.alloc(0))
  }

  function takeData(part: Uint8Array): void {
    const { size } = entry as TarHeader
    const before = padded(size) - left
    crc = crc32(part.subarray(0, Math.max(0, Math.min(part.length, size - before))), crc)
    const useful = Math.max(0, Math.min(part.length, Math.min(size, room) - before))
    // A copy: the library reuses its memory.
    if (useful > 0) chunks.push(Buffer.from(part.subarray(0, useful)))
    left -= part.length
    if (left > 0) return
    finishEntry()
    advance()
  }

  function takeHeader(part: Uint8Array): void {
    header.push(Buffer.from(part))
    wanted -= part.length
    if (wanted > 0) return
    step = walk.next(Buffer.concat(header))
    advance()
  }

  return {
    take(bytes: Uint8Array): boolean {
      for (let at = 0; at < bytes.length && !isDone; ) {
        const part = bytes.subarray(at, at + (entry === null ? wanted : left))
        at += part.length
        if (entry === null) takeHeader(part)
        else takeData(part)
      }
      return !isStopped
    },
    /** True if the stream may end here: at the end of the tar, or between two entries. */
    isAtEnd: () => isDone || (entry === null && header.length === 0),
  }
}
