import { LEAVE_WHEN_READ } from '@octavo/contract/want-to-read'
import { sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import { publishWanted } from './publish-wanted'

export interface FinishedBook {
  readonly book_pk: number
  readonly series_pk: number
}

interface Left {
  readonly book_id: string | null
  readonly series_id: string
  readonly library_pk: number
  readonly library_id: string
}

/**
 * Removes finished books, and series with only finished books, from the queue of a user who has chosen that. Call it
 * after the sums of the series are updated.
 */
export async function leaveQueue(tx: Tx, userPk: number, finished: readonly FinishedBook[]): Promise<void> {
  if (finished.length === 0) return
  const values = {
    userPk,
    preference: LEAVE_WHEN_READ,
    books: JSON.stringify(finished.map(({ book_pk }) => book_pk)),
    series: JSON.stringify([...new Set(finished.map(({ series_pk }) => series_pk))]),
  }
  const { isKeyOf } = tx.dialect
  const left = await runPrepared<Left, typeof values>(
    tx,
    'want-to-read.leave',
    values,
    p => sql<Left>`select books.id as book_id, series.id as series_id, series.library_pk, libraries.id as library_id
        from want_to_read left join books on books.pk = want_to_read.book_pk
          inner join series on series.pk = coalesce(want_to_read.series_pk, books.series_pk)
          inner join libraries on libraries.pk = series.library_pk
        where ${leaves(p)}`,
  )
  if (left.length === 0) return
  await runPrepared(tx, 'want-to-read.left', values, p => sql`delete from want_to_read where ${leaves(p)}`)
  for (const { book_id: bookId, series_id: seriesId, library_pk: libraryPk, library_id: libraryId } of left) {
    const column = bookId === null ? 'series_pk' : 'book_pk'
    publishWanted(tx, userPk, { column, pk: 0, seriesId, bookId, libraryPk, libraryId })
  }

  function leaves(p: { readonly [Name in keyof typeof values]: unknown }) {
    return sql`want_to_read.user_pk = ${p.userPk}
      and (${isKeyOf(sql.ref('want_to_read.book_pk'), p.books)}
        or (${isKeyOf(sql.ref('want_to_read.series_pk'), p.series)} and exists (select 1 from series_progress
          inner join series as sums on sums.pk = series_progress.series_pk
          where series_progress.user_pk = want_to_read.user_pk and sums.pk = want_to_read.series_pk
            and sums.book_count > 0 and series_progress.completed_count >= sums.book_count)))
      and exists (select 1 from user_preferences
        where user_preferences.user_pk = want_to_read.user_pk and key = ${p.preference} and value = 'true')`
  }
}
