import type { Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { beginAct, endAct, noteAct } from '../../../platform/audit-log'
import { bookStore } from '../../catalogue/books'
import type { Covers } from '../../catalogue/covers'
import { libraryStore } from '../../catalogue/libraries'
import { deleteEmptySeries } from '../../catalogue/series'
import { isScanned, type PurgePlace, seriesIds } from './purge.queries'

/** Books deleted in one transaction. */
const BATCH = 200

export interface PurgeWork {
  readonly covers: Covers
  readonly now: Clock
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Null if a schedule requested it. */
  readonly userPk: number | null
  readonly onPurged?: (books: number) => void
}

/**
 * Permanently deletes the books of a place whose files are gone, with their covers and with all data of readers: until
 * now all of it would have returned with the file. Also deletes series without books, and former folders of the library
 * without books. Works in small transactions, each of which updates the count in the audit log; after an interruption,
 * calling it again continues. Returns the number of books.
 */
export async function purgeDeleted(work: PurgeWork, place: PurgePlace): Promise<number> {
  let actPk: number | null = null
  for (let purged = 0; ; ) {
    const before = purged
    const known: number | null = actPk
    const { books, series, act }: PurgedPart = await work.write(async tx => {
      const gone = await purgeSome(tx, place)
      const { books } = gone
      if (books.length < BATCH && !(await isScanned(tx, place.libraryPk))) {
        await libraryStore.forgetRemovedFolders(tx, place.libraryPk)
      }
      return { ...gone, act: await noteSome(tx, work, place, known, before + books.length, books.length < BATCH) }
    })
    actPk = act
    await work.covers.remove([...books, ...series])
    purged += books.length
    work.onPurged?.(books.length)
    if (books.length < BATCH) return purged
  }
}

interface Purged {
  readonly books: bookStore.PurgedBook[]
  /** Those deleted with their last book. */
  readonly series: Awaited<ReturnType<typeof deleteEmptySeries>>
}

interface PurgedPart extends Purged {
  readonly act: number | null
}

async function noteSome(
  tx: Tx,
  { now, userPk }: PurgeWork,
  { libraryId, libraryName, subject }: PurgePlace,
  known: number | null,
  purged: number,
  isLast: boolean,
): Promise<number | null> {
  if (purged === 0) return null
  const details = { books: purged }
  if (known === null) {
    const act = {
      action: 'books_purged',
      userPk,
      subject,
      library: { id: libraryId, name: libraryName },
      details,
    } as const
    return (await beginAct(tx, act, now(), isLast ? { outcome: 'done' } : undefined)).pk
  }
  if (isLast) await endAct(tx, known, { outcome: 'done', details }, now())
  else await noteAct(tx, known, details)
  return known
}

async function purgeSome(tx: Tx, place: PurgePlace): Promise<Purged> {
  const { libraryPk, libraryId } = place
  const books = await bookStore.purgeHidden(tx, place, BATCH)
  if (books.length === 0) return { books, series: [] }
  const bySeries = Map.groupBy(books, book => book.seriesPk)
  const ids = await seriesIds(tx, [...bySeries.keys()])
  const to = { libraryPk }
  for (const [pk, { length: count }] of bySeries) {
    const seriesId = ids.get(pk)
    if (seriesId)
      tx.publish({ channel: 'entity', event: { type: 'series_bulk_purged', seriesId, libraryId, count }, to })
  }
  // They were hidden with their last book, so no event is needed.
  const mustStay = await isScanned(tx, libraryPk)
  return { books, series: mustStay ? [] : await deleteEmptySeries(tx, [...bySeries.keys()]) }
}
