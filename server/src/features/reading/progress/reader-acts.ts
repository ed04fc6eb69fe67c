import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../../people/access'
import { endOf, markBooks, markSeries } from './mark-books'
import type { Source } from './newest-reading.rules'
import type { ReadableBook } from './progress.queries'
import { placeOf } from './progress.rules'
import type { ProgressDeps } from './progress-deps'
import { publishSeries } from './publish-progress'
import { savePlace } from './save-place'

export { sourceOf } from './source'

/** A page reached now, or the end of the book. @throws Conflict if a newer reading is known */
export async function reachPage(
  deps: ProgressDeps,
  viewer: Viewer,
  book: ReadableBook,
  { page, completed, ...source }: Source & { readonly page: number | null; readonly completed: boolean | undefined },
): Promise<void> {
  const place = page === null ? endOf(book) : placeOf({ currentPage: page, completed }, book.page_count)
  await savePlace(deps, viewer, book, { ...source, readAt: null, deliberate: page === null, place })
}

/** Marks a book as unread. */
export async function leave(deps: ProgressDeps, viewer: Viewer, book: ReadableBook, source: Source): Promise<void> {
  await savePlace(deps, viewer, book, { ...source, readAt: null, deliberate: true, place: null })
}

/** Marks all books of a series; returns how many changed. @throws NotFound */
export async function markSeriesOf(
  { reader, write, clock }: ProgressDeps,
  viewer: Viewer,
  source: Source,
  id: string,
  as: 'read' | 'unread',
): Promise<number> {
  const seriesPk = await requireSeries(reader, viewer, id)
  return write(async tx => {
    const changed = await markSeries(tx, { ...source, user: viewer.userPk }, [seriesPk], as, clock())
    if (changed.length > 0) await publishSeries(tx, viewer, seriesPk)
    return changed.length
  })
}

/** Marks every book of a series up to a number as read. @throws NotFound */
export async function markUpTo(
  { reader, write, clock }: ProgressDeps,
  viewer: Viewer,
  source: Source,
  id: string,
  number: number,
): Promise<void> {
  const seriesPk = await requireSeries(reader, viewer, id)
  await write(async tx => {
    const books = await tx.query
      .selectFrom('books')
      .select(['pk', 'page_count', 'series_pk'])
      .where('series_pk', '=', seriesPk)
      .where(sql<boolean>`not deleted`)
      .where('number', '<=', number)
      .execute()
    const changed = await markBooks(tx, { ...source, user: viewer.userPk }, books, 'read', clock())
    if (changed.length > 0) await publishSeries(tx, viewer, seriesPk)
  })
}

/** Progress in a series in the manner of trackers: up to the first unfinished book. @throws NotFound */
export async function readUpTo(reader: Reader, viewer: Viewer, id: string) {
  const seriesPk = await requireSeries(reader, viewer, id)
  const of = reader.query
    .selectFrom('books')
    .leftJoin('read_progress', join =>
      join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', viewer.userPk),
    )
    .where('books.series_pk', '=', seriesPk)
    .where(sql<boolean>`not books.deleted`)
  const sums = await of
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.max('books.number').as('last'),
      sql<number>`coalesce(sum(case when read_progress.completed then 1 else 0 end), 0)`.as('finished'),
      sql<number>`coalesce(sum(case when not read_progress.completed then 1 else 0 end), 0)`.as('begun'),
      sql<number | null>`min(case when read_progress.completed then null else books.number end)`.as('unfinished'),
    ])
    .executeTakeFirstOrThrow()
  const before = sums.unfinished
  const read = of.where(sql<boolean>`read_progress.completed`)
  const upTo = await (before === null ? read : read.where('books.number', '<', before))
    .select(({ fn }) => fn.max('books.number').as('number'))
    .executeTakeFirst()
  const [total, finished, begun] = [sums.total, sums.finished, sums.begun].map(Number) as [number, number, number]
  return {
    booksCount: total,
    booksReadCount: finished,
    booksUnreadCount: total - finished - begun,
    booksInProgressCount: begun,
    lastReadContinuousNumberSort: Number(upTo?.number ?? 0),
    maxNumberSort: Number(sums.last ?? 0),
  }
}

/** Progress in a list of books, by key in its order; they must be visible to the viewer. */
export async function readUpToInList(reader: Reader, viewer: Viewer, pks: readonly number[]) {
  const state = new Map<number, boolean>()
  for (let at = 0; at < pks.length; at += BOOKS_AT_ONCE) {
    const values = { user: viewer.userPk, pks: JSON.stringify(pks.slice(at, at + BOOKS_AT_ONCE)) }
    const rows = await runPrepared<{ pk: number; completed: unknown }, typeof values>(
      reader,
      'progress|of books',
      values,
      p => sql`select book_pk as pk, completed from read_progress
        where user_pk = ${p.user} and ${reader.dialect.isKeyOf(sql.ref('book_pk'), p.pks)}`,
    )
    for (const { pk, completed } of rows) state.set(pk, Boolean(completed))
  }
  const unread = pks.findIndex(pk => state.get(pk) !== true)
  const read = pks.filter(pk => state.get(pk) === true).length
  return {
    booksCount: pks.length,
    booksReadCount: read,
    booksUnreadCount: pks.length - state.size,
    booksInProgressCount: state.size - read,
    lastReadContinuousIndex: unread < 0 ? pks.length : unread,
  }
}

/** Books per statement. */
const BOOKS_AT_ONCE = 1_000

/** Marks visible books as read, by key. */
export async function markAsRead(
  { write, clock }: ProgressDeps,
  viewer: Viewer,
  source: Source,
  pks: readonly number[],
): Promise<void> {
  for (let at = 0; at < pks.length; at += BOOKS_AT_ONCE) {
    const some = pks.slice(at, at + BOOKS_AT_ONCE)
    await write(async tx => {
      const books = await tx.query
        .selectFrom('books')
        .select(['pk', 'page_count', 'series_pk'])
        .where('pk', 'in', some)
        .where(sql<boolean>`not deleted`)
        .execute()
      const changed = await markBooks(tx, { ...source, user: viewer.userPk }, books, 'read', clock())
      for (const seriesPk of new Set(changed.map(book => book.series_pk))) await publishSeries(tx, viewer, seriesPk)
    })
  }
}
