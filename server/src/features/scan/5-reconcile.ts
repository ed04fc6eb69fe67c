import { sql } from 'kysely'
import type { Tx } from '../../db'
import { sortNaturally } from '../../formats/natural-order'
import { LIMITS } from '../../kernel/limits'
import { bookStore } from '../books'
import { refreshLibraryCounts, setScanned, setUnavailable } from '../libraries'
import { recountSeriesForAll } from '../progress'
import type { KnownBook } from './scan.types'
import { chunksOf, refreshAll, type ScanRun } from './scan-run'
import { ownNumber, stemOf } from './strategies/book-names'

/** Gives every live book of a series its number: its own, else its place in the order of the files. */
export async function renumberSeries(tx: Tx, seriesPk: number): Promise<void> {
  const rows = await tx.query
    .selectFrom('books')
    .leftJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .select(['books.pk', 'books.file_name', 'books.number', 'book_metadata.number as inside'])
    .where('books.series_pk', '=', seriesPk)
    .where(sql<boolean>`not books.deleted`)
    .orderBy('books.path')
    .execute()
  const changed = sortNaturally(rows, row => stemOf(row.file_name))
    .map((row, index) => ({
      pk: row.pk,
      before: row.number,
      number: ownNumber(row.file_name, row.inside) ?? index + 1,
    }))
    .filter(({ before, number }) => before !== number)
  await bookStore.setNumbers(
    tx,
    changed.map(({ pk, number }) => ({ pk, number })),
  )
}

/** Numbers series anew and sums them up, in small transactions. */
export async function renumberAll(run: ScanRun, seriesPks: Iterable<number>): Promise<void> {
  for (const pk of seriesPks) {
    await run.write(async tx => {
      await renumberSeries(tx, pk)
      await refreshAll(tx, run, [pk])
    })
  }
}

/** Hides books that are provably gone. What readers kept of them stays. */
export async function hideGone(run: ScanRun, gone: readonly KnownBook[]): Promise<void> {
  await change(run, gone, async (tx, pks, now) => {
    await bookStore.setDeleted(tx, pks, now, now)
    run.report.changes.booksDeleted += pks.length
  })
}

/** Shows books again whose files are back. */
export async function showReturned(run: ScanRun, returned: readonly KnownBook[]): Promise<void> {
  await change(run, returned, async (tx, pks, now) => {
    await bookStore.setDeleted(tx, pks, null, now)
    run.report.changes.booksRestored += pks.length
  })
}

async function change(
  run: ScanRun,
  books: readonly KnownBook[],
  act: (tx: Tx, pks: readonly number[], now: number) => Promise<void>,
): Promise<void> {
  for (const part of chunksOf(books, LIMITS.scan.batch)) {
    await run.write(async tx => {
      await act(
        tx,
        part.map(book => book.pk),
        run.deps.now(),
      )
      await settleSeries(
        tx,
        run,
        part.map(book => book.seriesPk),
      )
    })
  }
}

/** Puts everything right that hangs on which books a series has. */
export async function settleSeries(tx: Tx, run: ScanRun, seriesPks: Iterable<number>): Promise<void> {
  for (const pk of new Set(seriesPks)) {
    await renumberSeries(tx, pk)
    await refreshAll(tx, run, [pk])
    await recountSeriesForAll(tx, pk)
  }
  await refreshLibraryCounts(tx, run.library.pk)
}

/** Notes on the library that it was scanned. */
export async function finishLibrary(run: ScanRun): Promise<void> {
  await run.write(async tx => {
    await refreshLibraryCounts(tx, run.library.pk)
    await setUnavailable(tx, run.library.pk, null)
    await setScanned(tx, run.library.pk, run.deps.now())
  })
}
