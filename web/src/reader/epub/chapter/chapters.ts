import type { PublicationLink, PublicationManifest, ResourceTicket } from '@octavo/contract/publication'
import { ApiError, api, toApiError } from '../../../api'
import { belowBase } from '../../../api/base-path'
import type { DeviceParts } from '../../../device/device-parts'
import { type Folded, fold } from '../text-fold.rules'
import { decodeText } from './decode-text'
import { type FrameScript, frameScript } from './frame-document'
import { inlined } from './inline'
import { parseChapter } from './parse-chapter'
import { type ChapterPlace, type CleanChapter, sanitise } from './sanitise'
import { startsOf, wordsOf } from './words'

/** `shown`: chapters in the view and next to it. `passing`: thumbnails, search and notes, which go through many chapters. */
type Use = 'shown' | 'passing'

/** The chapters of an open book: fetched on demand, the most recent ones of each use cached. */
export interface Chapters {
  readonly links: readonly PublicationLink[]
  /** A new copy of a chapter each time: it becomes the document of a frame. */
  open(index: number, use?: Use): Promise<OpenChapter>
  /** The text of a chapter, for search and notes. */
  words(index: number): Promise<Folded & { readonly original: string }>
  /** Share of the text of a chapter before the targets in it. */
  starts(index: number, fragments: readonly string[]): Promise<ReadonlyMap<string, number>>
  parsed(index: number, use?: Use): Promise<Document>
  /** Address of a part of the book, for a picture shown separately. */
  place(index: number): Promise<ChapterPlace>
}

export interface OpenChapter extends CleanChapter {
  readonly document: Document
  readonly place: ChapterPlace
  /** Our script for frames that cannot fetch anything. */
  readonly bridge?: FrameScript
}

const CACHED = 12

/** `device`: the book is read from this device, and nothing is fetched. */
export function openChapters(
  bookId: string,
  manifest: PublicationManifest,
  device: DeviceParts | null = null,
): Chapters {
  const links = manifest.readingOrder
  const { language } = manifest.metadata
  const cached = { shown: new Map<number, Promise<string>>(), passing: new Map<number, Promise<string>>() }
  let ticket: Promise<ResourceTicket> | null = null

  const askTicket = () => api.post('/api/v1/books/{book_id}/resource-ticket', { params: { book_id: bookId } })
  async function base(): Promise<string> {
    if (device) return device.base
    ticket ??= askTicket()
    const known = await ticket.catch(error => {
      ticket = null
      throw error
    })
    // Renewed a minute before its end: a chapter's pictures are loaded later than its text.
    if (Date.parse(known.expiresAt) - Date.now() < 60_000) {
      ticket = askTicket()
      return new URL(belowBase((await ticket).base), location.href).href
    }
    return new URL(belowBase(known.base), location.href).href
  }

  async function place(index: number): Promise<ChapterPlace> {
    const folder = await base()
    return { base: folder, address: new URL(links[index]?.href ?? '', folder).href }
  }

  async function fetchText(index: number, again = true): Promise<string> {
    const { address } = await place(index)
    if (device) {
      const part = await device.get(address)
      if (!part) throw new ApiError(404, 'NotFound', 'The book has no such chapter')
      return decodeText(new Uint8Array(await part.arrayBuffer()))
    }
    const answer = await fetch(address, { credentials: 'omit' }).catch(() => {
      throw new ApiError(0, 'Offline', 'The server cannot be reached')
    })
    if ([401, 403, 404].includes(answer.status) && again) {
      // The ticket may be invalid after a restart of the server.
      ticket = null
      return fetchText(index, false)
    }
    if (!answer.ok) throw await toApiError(answer)
    return decodeText(new Uint8Array(await answer.arrayBuffer()))
  }

  function text(index: number, use: Use): Promise<string> {
    const known = cached.shown.get(index) ?? cached.passing.get(index) ?? fetchText(index)
    const texts = cached[use]
    texts.delete(index)
    texts.set(index, known)
    known.catch(() => texts.delete(index))
    const oldest = texts.keys().next().value
    if (texts.size > CACHED && oldest !== undefined) texts.delete(oldest)
    return known
  }

  async function parsed(index: number, use: Use = 'passing'): Promise<Document> {
    const type = links[index]?.type ?? ''
    // A picture as a chapter: a page with nothing else.
    if (type.startsWith('image/') && !type.startsWith('image/svg')) return pictureChapter((await place(index)).address)
    return parseChapter(await text(index, use), type)
  }

  const clean = async (index: number) => {
    const where = await place(index)
    return sanitise(await parsed(index), where).clean
  }

  return {
    links,
    place,
    parsed,
    async open(index, use = 'shown') {
      const [document, where] = await Promise.all([parsed(index, use), place(index)])
      const { clean, leftOut } = sanitise(document, where)
      // Hyphenation and reading aloud depend on the language of the text.
      if (language && !clean.hasAttribute('lang')) clean.setAttribute('lang', language)
      if (!device) return { document, place: where, clean, leftOut }
      const [bridge] = await Promise.all([frameScript(), inlined(clean, where, device)])
      return { document, place: where, clean, leftOut, bridge }
    },
    async words(index) {
      const original = wordsOf(await clean(index))
      return { original, ...fold(original) }
    },
    async starts(index, fragments) {
      return startsOf(await clean(index), fragments)
    },
  }
}

function pictureChapter(address: string): Document {
  const page = document.implementation.createHTMLDocument('')
  const image = page.createElement('img')
  image.setAttribute('src', address)
  image.alt = ''
  page.body.append(image)
  return page
}
