import { crc32 } from 'node:zlib'
import {
  dataDescriptor,
  descriptorSize,
  directoryRecord,
  endRecords,
  localHeader,
  localHeaderSize,
  type StoredEntry,
} from './zip-records'

/** A file for an archive. */
export interface ArchiveMember {
  /** Name in the archive. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly modifiedMs: number
  /** Identifies the content; checksums are known by it. */
  readonly key: string
  /** The bytes from the first to the last, both inclusive. Throws if the content no longer matches `key`. */
  read(first: number, last: number): AsyncIterable<Uint8Array>
}

/** The checksum of a member by its key: the one already known, or that which `read` finds. */
export type KnownCrc = (key: string, read: () => Promise<number>) => Promise<number>

/** A zip of stored members: its length and all offsets are known in advance. */
export interface StoredArchive {
  /** Bytes. */
  readonly size: number
  /**
   * The bytes from the first to the last, both inclusive. Members are read while their bytes are sent. For a range that
   * starts later, members before it are read for their checksums, which the end of the archive contains.
   */
  parts(first: number, last: number): AsyncGenerator<Uint8Array, void>
}

interface Placed {
  readonly member: ArchiveMember
  readonly entry: StoredEntry
  readonly dataAt: number
  readonly end: number
}

export function storedArchive(members: readonly ArchiveMember[], known: KnownCrc): StoredArchive {
  const placed = placesOf(members)
  const start = placed.at(-1)?.end ?? 0
  const directorySize = placed.reduce((sum, { entry }) => sum + directoryRecord(entry, 0).length, 0)
  const end = endRecords({ count: placed.length, start, size: directorySize })

  const crcs = new Map<Placed, number>()

  async function crcOf(one: Placed): Promise<number> {
    const { member } = one
    const crc =
      crcs.get(one) ??
      (await known(member.key, async () => {
        let sum = 0
        for await (const bytes of member.read(0, member.size - 1)) sum = crc32(bytes, sum)
        return sum
      }))
    crcs.set(one, crc)
    return crc
  }

  /** The data of a member; if read completely, its checksum is free. */
  async function* data(one: Placed, first: number, last: number): AsyncGenerator<Uint8Array, void> {
    const { member } = one
    const isWhole = first === 0 && last === member.size - 1
    let crc = 0
    for await (const bytes of member.read(first, last)) {
      if (isWhole) crc = crc32(bytes, crc)
      yield bytes
    }
    if (isWhole) crcs.set(one, await known(member.key, async () => crc))
  }

  async function* parts(first: number, last: number): AsyncGenerator<Uint8Array, void> {
    const wanted = (bytes: Uint8Array, at: number) =>
      bytes.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    for (const one of placed) {
      const { member, entry, dataAt, end } = one
      if (end <= first || entry.offset > last) continue
      yield wanted(localHeader(entry, 0), entry.offset)
      const [from, to] = [Math.max(0, first - dataAt), Math.min(member.size - 1, last - dataAt)]
      if (from <= to) yield* data(one, from, to)
      const descriptorAt = dataAt + member.size
      if (last >= descriptorAt) yield wanted(dataDescriptor(entry, await crcOf(one)), descriptorAt)
    }
    let at = start
    for (const one of placed) {
      if (last < at) return
      const record = directoryRecord(one.entry, await crcOf(one))
      yield wanted(record, at)
      at += record.length
    }
    yield wanted(end, at)
  }

  return { size: start + directorySize + end.length, parts }
}

function placesOf(members: readonly ArchiveMember[]): Placed[] {
  let offset = 0
  return members.map(member => {
    const { size, modifiedMs } = member
    const entry = { name: Buffer.from(member.name), size, offset, modifiedMs, hasDescriptor: true }
    const dataAt = offset + localHeaderSize(entry)
    offset = dataAt + size + descriptorSize(entry)
    return { member, entry, dataAt, end: offset }
  })
}
