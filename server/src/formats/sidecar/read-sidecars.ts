import type { CoverCandidate } from '../book-reading'
import { readOpf } from '../epub/opf-metadata'
import type { EmbeddedMetadata, FileProblem, FileStamp, SeriesFile } from '../facts'
import { type FileSource, withSource } from '../file-source'
import { readImageHeader } from '../image/image-header'
import { FORMAT_LIMITS } from '../limits'
import { FileProblemError, fileProblem, refuse } from '../problem'
import { readSeriesJson } from './series-json'
import { findSidecars } from './sidecar-files'

export interface Sidecars {
  readonly said: readonly EmbeddedMetadata[]
  readonly series: SeriesFile | null
  readonly cover: CoverCandidate | null
  readonly problems: readonly FileProblem[]
}

/** Reads the sidecar files of a book. A broken one is a problem with the metadata and never with the book. */
export async function readSidecars(bookPath: string): Promise<Sidecars> {
  const found = findSidecars(bookPath)
  const problems: FileProblem[] = []
  const readable = async <T>(path: string | null, read: (bytes: Buffer) => T | null): Promise<T | null> => {
    if (path === null) return null
    const value = await readWhole(path, FORMAT_LIMITS.xmlBytes).then(read, ignoreProblem)
    if (value === null) problems.push(brokenProblem(path))
    return value
  }
  return {
    said: await readable(found.opf, readOpf).then(opf => (opf === null ? [] : [opf])),
    series: await readable(found.series, readSeriesJson),
    cover: found.cover === null ? null : await readCover(found.cover).catch(ignoreProblem),
    problems,
  }
}

function readWhole(path: string, most: number): Promise<Buffer> {
  return withSource(path, async source => wholeOf(source, most))
}

function wholeOf(source: FileSource, most: number): Buffer {
  if (source.size > most) refuse('metadata', 'too-large', 'The file is too large.')
  return source.read(0, source.size)
}

/** An image that lies on the disk as a cover, with the stamp of its file. Throws FileProblemError. */
export function readCover(path: string): Promise<CoverCandidate & { readonly stamp: FileStamp }> {
  return withSource(path, async source => {
    const bytes = wholeOf(source, FORMAT_LIMITS.entryBytes)
    const header = readImageHeader(bytes)
    if (header === null || header === 'more')
      return refuse('thumbnail', 'unsupported', 'This is no image that is known.')
    const { width, height } = header
    return { stamp: source.stamp, width, height, load: async () => ({ kind: 'encoded', bytes }) }
  })
}

function ignoreProblem(error: unknown): null {
  if (error instanceof FileProblemError) return null
  throw error
}

function brokenProblem(path: string): FileProblem {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return fileProblem('metadata', 'metadata', `The file ${name} next to the book can't be read and was ignored.`)
}
