import type { BookDto } from '../../api/types'
import { bookCache, VERSION_HEADER, WIDTH_HEADER } from '../../device/device-caches'
import { browserTable } from '../../device/unsent-table'
import { placeStore } from '../../reader/progress/place-store'
import { askLocator, askPage } from '../../reader/progress/progress-api'
import { fetchPart } from './fetch-part'
import { type BookPart, partsOfBook } from './parts-of-book'

const AT_ONCE = 3
/** Formats that every browser shows; the server converts others if a width is requested. */
const SHOWN = /^image\/(?:jpeg|png|webp|gif|avif|svg)/
const FALLBACK_WIDTH = '2400'

export interface Progress {
  readonly done: number
  readonly total: number
  readonly bytes: number
}

/** Downloads a book into its cache. Parts from an earlier attempt are not fetched again. */
export async function downloadBook(
  userId: string,
  book: BookDto,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const parts = await partsOfBook(book, signal)
  const cache = await caches.open(bookCache(userId, book.id))
  const version = book.fileHash?.slice(0, 20) ?? ''
  let [done, bytes, next] = [0, 0, 0]
  const now = () => ({ done, total: parts.length, bytes })
  const fetchOne = async (part: BookPart) => {
    const known = await cache.match(part.key)
    if (known?.headers.get(VERSION_HEADER) === version) bytes += Number(known.headers.get('Content-Length') ?? 0)
    else {
      const content = await contentOf(userId, part, signal)
      if (content) {
        const headers = {
          'Content-Type': content.type,
          'Content-Length': String(content.size),
          [VERSION_HEADER]: version,
          ...(part.width ? { [WIDTH_HEADER]: part.width } : {}),
        }
        signal.throwIfAborted()
        await cache.put(part.key, new Response(content, { headers }))
        bytes += content.size
      }
    }
    done += 1
    onProgress(now())
  }
  const work = async () => {
    for (let part = parts[next++]; part; part = parts[next++]) {
      signal.throwIfAborted()
      await fetchOne(part)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  signal.throwIfAborted()
  await learnPlace(userId, book)
  if (book.fileFormat === 'pdf') await (await import('./pdf-parts')).storePdfReader(signal)
  return now()
}

async function contentOf(userId: string, part: BookPart, signal: AbortSignal): Promise<Blob | null> {
  const asked = { ...part, signal, userId: part.byTicket ? null : userId }
  const answer = await fetchPart(asked)
  if (!answer) return null
  const type = answer.headers.get('Content-Type') ?? ''
  if (!/\/pages\/\d+$/.test(part.key) || SHOWN.test(type)) return answer.blob()
  await answer.body?.cancel()
  const smaller = new URL(part.address, location.href)
  smaller.searchParams.set('width', FALLBACK_WIDTH)
  return (await fetchPart({ ...asked, address: smaller.href }))?.blob() ?? null
}

/** The current place, for opening the book there without a network. */
async function learnPlace(userId: string, { id, fileFormat }: BookDto): Promise<void> {
  const server = await (fileFormat === 'epub' ? askLocator : askPage)(id)
  if (!server || server.completed) return
  const known = { place: server.place, savedAt: Date.parse(server.updatedAt), base: server.updatedAt }
  await placeStore(browserTable, userId).learn(id, known)
}
