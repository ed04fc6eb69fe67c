import { crc32, inflateRaw } from 'node:zlib'
import type { FileProblem, PageEntry } from '../../../formats/facts'
import { fileProblem } from '../../../formats/problem'
import { LIMITS } from '../../../kernel/limits'
import type { Logger } from '../../../kernel/log'
import type { DiskCache } from '../../../platform/disk-cache'
import type { ParserPool } from '../../../workers/pool.types'
import { folderFile } from './folder-file'
import type { OpenBook } from './open-books'
import type { PageFailures } from './page-failures'
import { partRefusal } from './part-refusal'

/** The bytes of a page and their type. */
export interface PageImage {
  readonly body: Blob | Uint8Array<ArrayBuffer>
  readonly mediaType: string
}

export interface PageSource {
  readonly pool: ParserPool
  readonly cache: DiskCache
  readonly failures: PageFailures
  readonly log: Logger
}

export interface ServedForm {
  /** Null: original width. */
  readonly width: number | null
  /** True if the client does not show images of its type. */
  readonly asJpeg: boolean
}

/** The width to serve: null for the original, also if the page is not wider. */
export function servedWidth(entry: PageEntry, wanted: number | undefined): number | null {
  if (wanted === undefined) return null
  const width = Math.min(LIMITS.pages.maxWidth, Math.max(LIMITS.pages.minWidth, wanted))
  if (entry.storage !== 'rendered' && entry.width !== null && entry.width <= width) return null
  return width
}

/**
 * One page. A stored entry is a slice of the file, a deflated one is inflated here within a limit; everything else is
 * rendered once by a parser process and cached.
 * @throws UnprocessableEntity if the page cannot be read
 */
export async function pageImage(
  { pool, cache, failures, log }: PageSource,
  book: OpenBook,
  number: number,
  entry: PageEntry,
  { width, asJpeg }: ServedForm,
): Promise<PageImage> {
  const asItIs = width === null && !asJpeg
  if (asItIs && entry.storage === 'stored') {
    return {
      body: Bun.file(book.file).slice(entry.offset, entry.offset + entry.storedSize),
      mediaType: entry.mediaType,
    }
  }
  if (asItIs && entry.storage === 'file') {
    return { body: await folderFile(book.file, entry), mediaType: entry.mediaType }
  }
  const fail = async (found: FileProblem): Promise<never> => {
    const form = { ...(width !== null && { width }), ...(asJpeg && { asJpeg }) }
    const details = { ...found.details, page: entry.name, pageNumber: number, ...form }
    await failures.note(book, { ...found, details })
    throw partRefusal(found)
  }
  if (asItIs && entry.storage === 'deflated') {
    return { body: (await inflateEntry(book.file, entry)) ?? (await fail(DAMAGED)), mediaType: entry.mediaType }
  }
  const key = `${book.id}|${book.version}|${number}|${width ?? 'original'}${asJpeg ? '|jpeg' : ''}`
  const made = await cache.file(key, async target => {
    const result = await pool.page({ ...entry, path: book.file, book: book.id, page: number, width, asJpeg, target })
    log.debug({ book: book.id, page: number, width, ok: result.ok }, 'rendered a page')
    if (!result.ok) return fail(result.problem)
    return { mediaType: result.mediaType }
  })
  return { body: Bun.file(made.path), mediaType: made.mediaType }
}

const DAMAGED = fileProblem('page_extraction', 'page-corrupt', 'The page is damaged in its archive.')

/** Null if the entry does not inflate to its declared size. */
async function inflateEntry(file: string, entry: PageEntry): Promise<Uint8Array<ArrayBuffer> | null> {
  const packed = await Bun.file(file)
    .slice(entry.offset, entry.offset + entry.storedSize)
    .arrayBuffer()
  const budget = Math.min(entry.size, LIMITS.pages.inflatedEntry)
  return new Promise(resolve => {
    inflateRaw(packed, { maxOutputLength: Math.max(1, budget) }, (error, bytes) => {
      const isWhole = !error && (entry.crc === undefined || crc32(bytes) === entry.crc)
      resolve(isWhole ? bytes : null)
    })
  })
}
