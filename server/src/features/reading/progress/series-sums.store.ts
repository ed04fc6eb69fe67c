import { sql } from 'kysely'
import { followBooks, lockTogether, runPrepared, type Tx } from '../../../db'
import { seriesFields } from '../../catalogue/series'

/** Locks the sums of these series until the transaction ends. Call it before writing their books. */
export async function lockSeriesProgress(tx: Tx, seriesPks: Iterable<number>): Promise<void> {
  // On SQLite a write transaction is exclusive already.
  if (tx.dialect.kind === 'sqlite') return
  // In key order, so that two transactions never deadlock.
  for (const pk of [...new Set(seriesPks)].sort((a, b) => a - b)) {
    await tx.dialect.lockName(`progress of series ${pk}`).execute(tx.query)
  }
}

/** The same for the series of these books, also where one has moved since it was read. */
export async function lockProgressOfBooks(
  tx: Tx,
  books: readonly { readonly pk: number; readonly series_pk: number }[],
): Promise<void> {
  if (tx.dialect.kind === 'sqlite' || books.length === 0) return
  const series = books.map(book => book.series_pk)
  const pks = books.map(book => book.pk)
  const look = async () => ({ found: undefined, keys: await seriesFields.seriesOfBooks(tx, pks) })
  await lockTogether(tx, series, keys => lockSeriesProgress(tx, keys), look)
}

/** Corrects a series' sums for every reader, after its books were added, hidden or moved. */
export async function recountSeriesForAll(tx: Tx, seriesPk: number): Promise<void> {
  await lockSeriesProgress(tx, [seriesPk])
  await followBooks(tx, seriesPk)
  await runPrepared(tx, 'progress.sums-clear-all', { seriesPk }, (p, query) =>
    query.deleteFrom('series_progress').where('series_pk', '=', p.seriesPk),
  )
  await runPrepared(tx, 'progress.sums-all', { seriesPk }, (p, query) => insertSums(query, p.seriesPk))
}

/** Recounts a reader's sums in a series from their rows, so that they cannot drift. */
export async function recountSeries(tx: Tx, userPk: number, seriesPk: number): Promise<void> {
  const values = { userPk, seriesPk }
  await runPrepared(tx, 'progress.sums-clear', values, (p, query) =>
    query.deleteFrom('series_progress').where('user_pk', '=', p.userPk).where('series_pk', '=', p.seriesPk),
  )
  await runPrepared(tx, 'progress.sums', values, (p, query) => insertSums(query, p.seriesPk, p.userPk))
}

/** Inserts the sums of one reader, or of all. */
function insertSums(query: Tx['query'], seriesPk: number, userPk?: number) {
  return query
    .insertInto('series_progress')
    .columns(['user_pk', 'series_pk', 'completed_count', 'in_progress_count', 'last_read_at'])
    .expression(
      query
        .selectFrom('read_progress')
        .innerJoin('books', 'books.pk', 'read_progress.book_pk')
        .$if(userPk !== undefined, of => of.where('read_progress.user_pk', '=', userPk as number))
        .where('books.series_pk', '=', seriesPk)
        .where(sql<boolean>`not books.deleted`)
        .groupBy(['read_progress.user_pk', 'books.series_pk'])
        .select([
          'read_progress.user_pk',
          'books.series_pk',
          sql<number>`sum(case when read_progress.completed then 1 else 0 end)`.as('completed_count'),
          sql<number>`sum(case when read_progress.completed then 0 else 1 end)`.as('in_progress_count'),
          sql<number>`max(read_progress.updated_at)`.as('last_read_at'),
        ]),
    )
}

/** The same after a page turn in a started live book: only the time changes. */
export async function touchSeries(tx: Tx, userPk: number, seriesPk: number, now: number): Promise<void> {
  await runPrepared(tx, 'progress.sums-touch', { userPk, seriesPk, now }, (p, query) =>
    query
      .updateTable('series_progress')
      .set({ last_read_at: p.now })
      .where('user_pk', '=', p.userPk)
      .where('series_pk', '=', p.seriesPk)
      .where('last_read_at', '<', p.now),
  )
}
