import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { directoryRecord, endRecords, localHeader, type StoredEntry } from './zip-records'

/** Output of an archive: appends bytes, and fills in headers once sizes are known. */
export interface ArchiveTarget {
  readonly bytes: number
  append(part: Uint8Array): Promise<void>
  patch(part: Uint8Array, at: number): Promise<void>
}

/** A zip of deflated files, written while their content arrives. */
export interface ArchiveWriter {
  add(name: string, parts: AsyncIterable<string>): Promise<void>
  end(): Promise<void>
}

/** Deflates outside the serving thread. An entry must be smaller than 4 GB. */
export function archiveWriter(target: ArchiveTarget, modifiedMs: number): ArchiveWriter {
  const written: { readonly entry: StoredEntry; readonly crc: number }[] = []
  return {
    async add(name, parts) {
      const placed = { name: Buffer.from(name), offset: target.bytes, modifiedMs }
      await target.append(localHeader({ ...placed, size: 0, deflated: 0 }, 0))
      const start = target.bytes
      let size = 0
      let crc = 0
      async function* counted() {
        for await (const part of parts) {
          const bytes = Buffer.from(part)
          size += bytes.length
          crc = crc32(bytes, crc)
          if (bytes.length > 0) yield bytes
        }
      }
      // An error of either side ends the other, and is thrown by the loop.
      const deflated = pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined)
      for await (const packed of deflated) await target.append(packed)
      const entry = { ...placed, size, deflated: target.bytes - start }
      await target.patch(localHeader(entry, crc), placed.offset)
      written.push({ entry, crc })
    },
    async end() {
      const start = target.bytes
      for (const { entry, crc } of written) await target.append(directoryRecord(entry, crc))
      await target.append(endRecords({ count: written.length, start, size: target.bytes - start }))
    },
  }
}
