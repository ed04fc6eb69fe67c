import type { Connection } from '../../../db'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { type Place, placeOf, recordPlace, reports } from '../progress'
import { locatorOfWritten, pageOfWritten, type WrittenPlace, writtenPlace } from './document-place.rules'
import { booksOfDocument, type DocumentBook, newestPlace, savedDocuments } from './synced-documents.queries'
import { type SyncedDocument, saveDocument } from './synced-documents.store'

export type DocumentDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

export interface DocumentReport extends WrittenPlace {
  readonly document: string
  /** Null if the app sends none. */
  readonly device: { readonly id: string; readonly name: string } | null
  /** The session or API key. */
  readonly signIn: string | null
}

/** Name shown for other apps. */
const OTHER_APPS = { device: 'Octavo', device_id: 'octavo' } as const

/**
 * Saves a place from an app: in every matching book, and in the app's format, so that documents outside the libraries
 * are synchronised between devices as well. Returns its time, in epoch milliseconds.
 */
export async function saveDocumentPlace(deps: DocumentDeps, viewer: Viewer, report: DocumentReport): Promise<number> {
  const { document, progress, percentage, device, signIn } = report
  const books = await booksOfDocument(deps.reader, viewer, document)
  const now = deps.now()
  const places: { readonly book: DocumentBook; readonly place: Place }[] = []
  for (const book of books) places.push({ book, place: await placeIn(deps, book, report, now) })
  await deps.write(
    async tx => {
      const source = { device: device?.id || null, deviceName: device?.name || null, signIn }
      for (const { book, place } of places) {
        const reading = { ...source, readAt: null, deliberate: false, user: viewer.userPk, book, place }
        reports.publishOutcome(tx, viewer, book, await recordPlace(tx, reading, now))
      }
      const { name = '', id = '' } = device ?? {}
      const written = { progress, percentage, device: name, device_id: id, saved_at: now }
      await saveDocument(tx, viewer.userPk, { document: document.toLowerCase(), ...written })
    },
    { short: true },
  )
  return now
}

async function placeIn(
  { reader }: DocumentDeps,
  book: DocumentBook,
  report: DocumentReport,
  now: number,
): Promise<Place> {
  const { percentage, device } = report
  if (book.file_format !== 'epub')
    return placeOf({ currentPage: pageOfWritten(report, book.page_count) }, book.page_count)
  const spine = await reports.findSpine(reader, book.pk)
  const locator = locatorOfWritten(report, spine)
  const progression = locator && { modified: timestamp(now), ...(device && { device }), locator }
  const place = progression && reports.placeOfProgression(progression, spine, book.page_count)
  return place ?? placeOf({ currentPage: 1, progressPercentage: percentage }, book.page_count)
}

/**
 * The newest place in a document, from any app: in the app's format unless somebody has read on elsewhere, else
 * converted from the place in the book. Null if unread.
 */
export async function documentPlace(
  { reader }: DocumentDeps,
  viewer: Viewer,
  document: string,
): Promise<Omit<SyncedDocument, 'document'> | null> {
  const books = await booksOfDocument(reader, viewer, document)
  const names = books.flatMap(book => [book.reader_sync_hash, book.file_name_md5])
  const written = await savedDocuments(reader, viewer, [document.toLowerCase(), ...names.filter(name => name !== null)])
  if (books.length === 0) return written[0] ?? null
  const place = await newestPlace(
    reader,
    viewer,
    books.map(({ pk }) => pk),
  )
  const book = place && books.find(({ pk }) => pk === place.book_pk)
  if (!place || !book) return null
  const same = written.find(({ saved_at }) => saved_at === place.updated_at)
  if (same) return same
  const spine = book.file_format === 'epub' ? await reports.findSpine(reader, book.pk) : []
  const made = writtenPlace({ ...place, page: place.current_page }, book, spine)
  return { ...made, ...OTHER_APPS, saved_at: place.updated_at }
}
