import { createExtractorFromFile } from 'node-unrar-js'
import type { PackedArchive, PackedEntry } from '../../formats/decoders'
import type { FileSource } from '../../formats/file-source'
import { FORMAT_LIMITS } from '../../formats/limits'
import { refuse, refuseForMemory } from '../../formats/problem'
import { guardLibrary } from './broken-library'

/**
 * RAR through UnRAR compiled to WebAssembly. Its file calls are handled here: it reads from our open file, writes into
 * a bounded buffer, and no name from an archive ever reaches the file system.
 */
export async function openRar(source: FileSource): Promise<PackedArchive> {
  const unrar = (await createExtractorFromFile({ filepath: ARCHIVE_NAME })) as unknown as Unrar
  const sink = connect(unrar, source)
  const entries = translate(() => listEntries(unrar))
  return {
    entries,
    unpack(budget, visit) {
      translate(() => unpackEntries(unrar, sink, entries, budget, visit))
    },
  }
}

/** The archive's name inside UnRAR; any other name it opens is another volume, which we do not have. */
const ARCHIVE_NAME = 'archive.rar'

interface Sink {
  budget: number
  readonly chunks: Buffer[]
  size: number
  written: number
}

interface Header {
  readonly name: string
  readonly flags: { readonly encrypted: boolean; readonly directory: boolean }
  readonly packSize: number
  readonly unpSize: number
  /** As a signed number. */
  readonly crc: number
}

/** The parts of node-unrar-js that we use: its methods, and the hooks called by its WebAssembly. */
interface Unrar {
  readonly unrar: { readonly HEAPU8: Uint8Array }
  getFileList(): { arcHeader: { flags: { volume: boolean } }; fileHeaders: Iterable<Header> }
  extract(options: { files: (header: Header) => boolean }): { files: Iterable<unknown> }
  closeArc(): void
  open(name: string): number
  create(name: string): number
  closeFile(handle: number): void
  read(handle: number, address: number, size: number): number
  write(handle: number, address: number, size: number): boolean
  tell(handle: number): number
  seek(handle: number, offset: number, from: string): boolean
}

function connect(unrar: Unrar, source: FileSource): Sink {
  const sink: Sink = { budget: 0, chunks: [], size: 0, written: 0 }
  const positions = new Map<number, number>()
  let lastHandle = 0
  unrar.open = name => {
    if (name !== ARCHIVE_NAME) return 0
    positions.set(++lastHandle, 0)
    return lastHandle
  }
  unrar.create = () => {
    sink.chunks.length = 0
    sink.size = 0
    sink.written = 0
    return ++lastHandle
  }
  unrar.closeFile = handle => void positions.delete(handle)
  unrar.read = (handle, address, size) => {
    const bytes = source.read(positions.get(handle) ?? 0, size)
    unrar.unrar.HEAPU8.set(bytes, address)
    positions.set(handle, (positions.get(handle) ?? 0) + bytes.length)
    return bytes.length
  }
  unrar.write = (_, address, size) => append(sink, unrar.unrar.HEAPU8.subarray(address, address + size))
  unrar.tell = handle => positions.get(handle) ?? 0
  unrar.seek = (handle, offset, from) => {
    const base = from === 'SET' ? 0 : from === 'END' ? source.size : (positions.get(handle) ?? 0)
    const target = base + offset
    if (target < 0 || target > source.size) return false
    positions.set(handle, target)
    return true
  }
  return sink
}

/** False stops unpacking: more than the limit, whatever the header says. */
function append(sink: Sink, bytes: Uint8Array): boolean {
  sink.written += bytes.length
  if (sink.written > FORMAT_LIMITS.entryBytes) return false
  const take = Math.min(bytes.length, sink.budget - sink.size)
  // A copy: UnRAR reuses its heap.
  if (take > 0) sink.chunks.push(Buffer.from(bytes.subarray(0, take)))
  sink.size += Math.max(0, take)
  return true
}

function listEntries(unrar: Unrar): PackedEntry[] {
  const { arcHeader, fileHeaders } = unrar.getFileList()
  if (arcHeader.flags.volume) {
    // Listing entries, UnRAR would look for the next volume forever.
    unrar.closeArc()
    refuse('parser', 'unsupported', 'This is one volume of a RAR in several volumes; the others are needed to read it.')
  }
  const entries: PackedEntry[] = []
  for (const header of fileHeaders) {
    if (header.flags.directory) continue
    entries.push({
      name: header.name,
      encrypted: header.flags.encrypted,
      packedSize: header.packSize,
      size: header.unpSize,
      crc: header.crc >>> 0,
    })
    if (entries.length > FORMAT_LIMITS.entries) {
      unrar.closeArc()
      refuse('parser', 'too-large', `The archive has more than ${FORMAT_LIMITS.entries} entries.`)
    }
  }
  return entries
}

function unpackEntries(
  unrar: Unrar,
  sink: Sink,
  entries: readonly PackedEntry[],
  budget: (entry: PackedEntry) => number,
  visit: (entry: PackedEntry, bytes: Buffer) => 'stop' | undefined,
): void {
  let index = -1
  const wanted = (header: Header) => {
    if (header.flags.directory) return false
    const entry = entries[++index]
    sink.budget = entry === undefined ? 0 : budget(entry)
    return sink.budget > 0
  }
  for (const _ of unrar.extract({ files: wanted }).files) {
    if (visit(entries[index] as PackedEntry, Buffer.concat(sink.chunks)) === 'stop') {
      unrar.closeArc()
      return
    }
  }
}

const ENCRYPTED: ReadonlySet<string> = new Set(['ERAR_MISSING_PASSWORD', 'ERAR_BAD_PASSWORD'])

/** The only place where UnRAR's errors become ours. */
function translate<T>(use: () => T): T {
  try {
    return guardLibrary(use)
  } catch (error) {
    const reason = (error as { reason?: string }).reason
    if (reason === undefined) throw error
    if (ENCRYPTED.has(reason)) refuse('parser', 'encrypted', 'The archive is encrypted: it needs a password.')
    if (reason === 'ERAR_NO_MEMORY') {
      refuseForMemory('parser', 'The archive asks for more memory than a parser may use.')
    }
    if (reason === 'ERAR_EWRITE') refuse('parser', 'too-large', 'An entry of the archive is too large once unpacked.')
    if (reason === 'ERAR_EOPEN') refuse('parser', 'corrupt', 'A volume of the archive is missing.')
    return refuse('parser', 'corrupt', 'The archive is damaged.', { unrar: reason })
  }
}
