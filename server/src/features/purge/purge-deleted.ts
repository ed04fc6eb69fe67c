import type { Tx } from '../../db'
import { bookStore } from '../books'
import type { Covers } from '../covers'
import { deleteEmptySeries } from '../series'
import { isScanned, type PurgePlace, seriesIds } from './purge.queries'

/** Books deleted in one transaction. */
const BATCH = 200

/**
 * Deletes for good the books of a place whose files are gone, with their covers and with everything that readers kept
 * of them: until now all of that would have come back with the file. Series without a book go too. Books go in small
 * transactions; when it is interrupted, calling it again goes on. Answers how many books there were.
 */
export async function purgeDeleted(
  covers: Covers,
  place: PurgePlace,
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  onPurged: (books: number) => void = () => undefined,
): Promise<number> {
  for (let purged = 0; ; ) {
    const books = await write(tx => purgeSome(tx, place))
    await covers.remove(books)
    purged += books.length
    onPurged(books.length)
    if (books.length < BATCH) return purged
  }
}

async function purgeSome(tx: Tx, place: PurgePlace): Promise<bookStore.PurgedBook[]> {
  const { libraryPk, libraryId } = place
  const books = await bookStore.purgeHidden(tx, place, BATCH)
  if (books.length === 0) return books
  const bySeries = Map.groupBy(books, book => book.seriesPk)
  const ids = await seriesIds(tx, [...bySeries.keys()])
  const to = { libraryPk }
  for (const [pk, { length: count }] of bySeries) {
    const seriesId = ids.get(pk)
    if (seriesId) tx.tell({ channel: 'entity', event: { type: 'series_bulk_purged', seriesId, libraryId, count }, to })
  }
  // Hidden since their last book was, so nobody is told.
  if (!(await isScanned(tx, libraryPk))) await deleteEmptySeries(tx, [...bySeries.keys()])
  return books
}
