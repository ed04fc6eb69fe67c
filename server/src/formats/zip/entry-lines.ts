import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { FileSource } from '../file-source'
import { FileProblemError, refuse } from '../problem'
import { locateData, refuseUnreadable } from './entry-bytes'
import type { ZipEntry } from './zip-entry'

const STEP = 64 * 1024
const NEWLINE = 0x0a

/**
 * The lines of a text in an archive, while it is inflated. Throws FileProblemError for a line longer than `longest`
 * bytes, and for an entry that is truncated or larger than declared.
 */
export async function* entryLines(
  source: FileSource,
  entry: ZipEntry,
  longest: number,
): AsyncGenerator<string, void, void> {
  let rest: Buffer[] = []
  let held = 0
  const lineOf = (end: Buffer) => {
    const line = Buffer.concat([...rest, end])
    rest = []
    held = 0
    return line.toString('utf8')
  }
  for await (const bytes of inflated(source, entry)) {
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      if (held + at - from > longest) tooLong(longest)
      yield lineOf(bytes.subarray(from, at))
      from = at + 1
    }
    held += bytes.length - from
    if (held > longest) tooLong(longest)
    if (from < bytes.length) rest.push(Buffer.from(bytes.subarray(from)))
  }
  if (held > 0) yield lineOf(Buffer.alloc(0))
}

/** Unpacks outside the serving thread. */
async function* inflated(source: FileSource, entry: ZipEntry): AsyncGenerator<Buffer, void, void> {
  refuseUnreadable(entry)
  if (entry.method !== 0 && entry.method !== 8)
    return refuse('parser', 'unsupported', 'The archive is packed in another way.')
  let bytes = 0
  for await (const part of entry.method === 0 ? stored(source, entry) : inflate(source, entry)) {
    bytes += part.length
    if (bytes > entry.size) refuse('parser', 'corrupt', 'An entry is larger than it declares.')
    yield part
  }
  if (bytes < entry.size) refuse('parser', 'corrupt', 'An entry is cut off.')
}

async function* stored(source: FileSource, entry: ZipEntry): AsyncGenerator<Buffer, void, void> {
  const start = locateData(source, entry)
  for (let at = 0; at < entry.storedSize; at += STEP) {
    const part = source.read(start + at, Math.min(STEP, entry.storedSize - at))
    if (part.length === 0) return
    yield part
  }
}

async function* inflate(source: FileSource, entry: ZipEntry): AsyncGenerator<Buffer, void, void> {
  // An error of either side ends the other, and is thrown by the loop.
  const unpacked = pipeline(Readable.from(stored(source, entry)), createInflateRaw(), () => undefined)
  try {
    for await (const part of unpacked) yield part
  } catch (error) {
    if (error instanceof FileProblemError) throw error
    refuse('parser', 'corrupt', 'An entry cannot be unpacked.')
  }
}

function tooLong(longest: number): never {
  return refuse('parser', 'too-large', `A line is longer than ${longest} bytes.`)
}
