import { inflateRaw } from 'node:zlib'
import type { PageEntry } from '../../formats/facts'
import { AppError } from '../../kernel/app-error'
import { LIMITS } from '../../kernel/limits'
import type { DiskCache } from '../../platform/disk-cache'
import type { ParserPool } from '../../workers/pool.types'
import type { OpenBook } from './open-books'

/** The bytes of a page and what they are. */
export interface PageImage {
  readonly body: Blob | Uint8Array<ArrayBuffer>
  readonly mediaType: string
}

export interface PageSource {
  readonly pool: ParserPool
  readonly cache: DiskCache
}

/** The width to serve: null for the page as it is, which is also what a page that is not wider gets. */
export function servedWidth(entry: PageEntry, wanted: number | undefined): number | null {
  if (wanted === undefined) return null
  const width = Math.min(LIMITS.pages.maxWidth, Math.max(LIMITS.pages.minWidth, wanted))
  if (entry.storage !== 'rendered' && entry.width !== null && entry.width <= width) return null
  return width
}

/**
 * One page. A stored entry is a slice of the file, a deflated one is inflated here within its budget;
 * everything else is made by a parser process once and then lies in the page cache.
 * @throws UnprocessableEntity when the page cannot be read
 */
export async function pageImage(
  { pool, cache }: PageSource,
  book: OpenBook,
  number: number,
  entry: PageEntry,
  width: number | null,
): Promise<PageImage> {
  if (width === null && entry.storage === 'stored') {
    return {
      body: Bun.file(book.file).slice(entry.offset, entry.offset + entry.storedSize),
      mediaType: entry.mediaType,
    }
  }
  if (width === null && entry.storage === 'deflated') {
    return { body: await inflateEntry(book.file, entry), mediaType: entry.mediaType }
  }
  const key = `${book.id}|${book.version}|${number}|${width ?? 'original'}`
  const made = await cache.file(key, async target => {
    const result = await pool.page({ ...entry, path: book.file, page: number, width, target })
    if (!result.ok) {
      throw new AppError('UnprocessableEntity', result.trouble.message, { reason: result.trouble.reason })
    }
    return { mediaType: result.mediaType }
  })
  return { body: Bun.file(made.path), mediaType: made.mediaType }
}

async function inflateEntry(file: string, entry: PageEntry): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await Bun.file(file)
    .slice(entry.offset, entry.offset + entry.storedSize)
    .arrayBuffer()
  const budget = Math.min(entry.size, LIMITS.pages.inflatedEntry)
  return new Promise((resolve, reject) => {
    inflateRaw(packed, { maxOutputLength: Math.max(1, budget) }, (error, bytes) => {
      if (error)
        reject(new AppError('UnprocessableEntity', 'The page is damaged in its archive', { reason: 'page-corrupt' }))
      else resolve(bytes)
    })
  })
}
