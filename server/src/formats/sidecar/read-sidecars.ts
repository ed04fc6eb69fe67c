import { basename } from 'node:path'
import type { CoverCandidate } from '../book-reading'
import { readOpf } from '../epub/opf-metadata'
import type { EmbeddedMetadata, FileProblem, FileStamp, SeriesFile } from '../facts'
import { type FileSource, withSource } from '../file-source'
import { readImageHeader } from '../image/image-header'
import type { PixelSize } from '../image/pixel-size'
import { readSvg } from '../image/svg'
import { FORMAT_LIMITS } from '../limits'
import { FileProblemError, fileProblem, refuse } from '../problem'
import { readInfoFile, tooLargeProblem } from './info-files'
import { readSeriesJson } from './series-json'
import { findSidecars } from './sidecar-files'

export interface Sidecars {
  readonly said: readonly EmbeddedMetadata[]
  readonly series: SeriesFile | null
  readonly cover: CoverCandidate | null
  readonly problems: readonly FileProblem[]
}

/** Reads the sidecar files of a book. A broken one is a metadata problem, never one of the book. */
export async function readSidecars(bookPath: string): Promise<Sidecars> {
  const found = findSidecars(bookPath)
  const problems: FileProblem[] = []
  const readable = async <T>(path: string | null, read: (bytes: Buffer) => T | null): Promise<T | null> => {
    if (path === null) return null
    let problem = brokenProblem(path)
    const value = await readWhole(path, FORMAT_LIMITS.xmlBytes).then(read, error => {
      if (error instanceof FileProblemError && error.problem.reason === 'too-large') problem = largeProblem(path)
      return ignoreProblem(error)
    })
    if (value === null) problems.push(problem)
    return value
  }
  const opf = await readable(found.opf, readOpf)
  const comicInfo = await readable(found.comicInfo, readComicInfoFile)
  return {
    said: [opf, comicInfo].filter(one => one !== null),
    series: await readable(found.series, readSeriesJson),
    cover: found.cover === null ? null : await readCover(found.cover).catch(ignoreProblem),
    problems,
  }
}

function readComicInfoFile(bytes: Buffer): EmbeddedMetadata | null {
  const [said] = readInfoFile('ComicInfo.xml', bytes).said
  return said === undefined ? null : { ...said, source: 'comicinfo_file' }
}

function readWhole(path: string, most: number): Promise<Buffer> {
  return withSource(path, async source => wholeOf(source, most))
}

function wholeOf(source: FileSource, most: number): Buffer {
  if (source.size > most) refuse('metadata', 'too-large', 'The file is too large.')
  return source.read(0, source.size)
}

/** A cover image on disk, with the stamp of its file. Throws FileProblemError. */
export function readCover(path: string): Promise<CoverCandidate & { readonly stamp: FileStamp }> {
  return withSource(path, async source => {
    const bytes = wholeOf(source, FORMAT_LIMITS.entryBytes)
    const { width, height } = coverSize(bytes)
    return { stamp: source.stamp, width, height, load: async () => ({ kind: 'encoded', bytes }) }
  })
}

function coverSize(bytes: Buffer): PixelSize {
  const header = readImageHeader(bytes)
  if (header !== null && header !== 'more') return header
  const drawing = readSvg(bytes)
  if (drawing?.kind === 'refused') throw new FileProblemError(drawing.problem)
  return drawing ?? refuse('thumbnail', 'unsupported', 'The image format is unknown.')
}

function ignoreProblem(error: unknown): null {
  if (error instanceof FileProblemError) return null
  throw error
}

function largeProblem(path: string): FileProblem {
  return tooLargeProblem(basename(path), ' next to the book')
}

function brokenProblem(path: string): FileProblem {
  return fileProblem(
    'metadata',
    'metadata',
    `The file ${basename(path)} next to the book can't be read and was ignored.`,
  )
}
