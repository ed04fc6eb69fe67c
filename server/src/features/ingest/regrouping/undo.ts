import { passOn, type Tx } from '../../../db'
import type { JournalRow } from '../../../db/lineage.types'
import { takeBack } from '../../../db/lineage-journal'
import { alternateTitlesOf, setAlternateTitles } from '../../catalogue/alternate-titles'
import { bookStore } from '../../catalogue/books'
import { manyEdits } from '../../catalogue/editing'
import { deleteEmptySeries, seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import { MOVED_FIELDS, updateSeries } from './move-books'
import {
  detailsOf,
  forgetChanges,
  nextChanges,
  type RegroupingRow,
  type Said,
  setRegrouping,
} from './regroupings.store'
import { hasBooks, userIdOf } from './subjects.queries'

/** Changes reverted in one transaction. */
const AT_ONCE = 100

/** Begins to undo: restores the merged subjects. */
export async function beginUndo(tx: Tx, row: RegroupingRow, now: number): Promise<void> {
  if (row.action === 'merge_series' && row.from_series_pk !== null)
    await seriesFields.setMerged(tx, row.from_series_pk, null)
  if (row.action !== 'merge_books' || row.from_book_pk === null || row.book_pk === null) return
  await lockSeriesProgress(tx, await seriesFields.seriesOfBooks(tx, [row.from_book_pk, row.book_pk]))
  await bookStore.showMerged(tx, row.from_book_pk, row.book_pk, now)
}

/** Reverts the next changes. Returns whether there were any. */
export async function undoSome(tx: Tx, row: RegroupingRow, now: number): Promise<boolean> {
  const changes = await nextChanges(tx, row.pk, AT_ONCE)
  if (changes.length === 0) return false
  const books = changes.flatMap(({ said }) => ('book' in said ? [said.book] : []))
  const rows = changes.flatMap(({ said }) => ('row' in said ? [said.row] : []))
  if (row.series_pk !== null) await booksBack(tx, row.series_pk, books, now)
  await rowsBack(tx, row, rows)
  // The last step updates everything derived from the rows.
  if (books.length > 0) {
    const sources = books.map(book => book.seriesPk)
    await updateSeries(tx, await still(tx, [...sources, ...(row.series_pk === null ? [] : [row.series_pk])]), now)
  }
  await forgetChanges(
    tx,
    changes.map(({ pk }) => pk),
  )
  return true
}

async function booksBack(
  tx: Tx,
  heirPk: number,
  books: readonly Extract<Said, { book: unknown }>['book'][],
  now: number,
): Promise<void> {
  await lockSeriesProgress(tx, [heirPk, ...books.map(book => book.seriesPk)])
  // One that was moved since stays in its series.
  const here = await tx.query
    .selectFrom('books')
    .select('pk')
    .where('series_pk', '=', heirPk)
    .where('pk', 'in', [0, ...books.map(book => book.pk)])
    .execute()
  const mine = new Set(here.map(({ pk }) => pk))
  const left = books.filter(book => mine.has(book.pk))
  for (const group of Map.groupBy(left, book => `${book.seriesPk} ${book.isChosen}`).values()) {
    const { seriesPk, isChosen } = group[0] as (typeof group)[number]
    const pks = group.map(book => book.pk)
    const back = await bookStore.chooseSeries(tx, pks, { seriesPk, isChosen, now })
    await bookStore.publishBookEvents(tx, back, 'book_updated', MOVED_FIELDS)
  }
}

async function rowsBack(tx: Tx, row: RegroupingRow, rows: readonly JournalRow[]): Promise<void> {
  const { series_pk, from_series_pk, book_pk, from_book_pk } = row
  if (rows.length === 0) return
  if (series_pk !== null && from_series_pk !== null) {
    await takeBack(tx, 'series', { fromPk: from_series_pk, heirPk: series_pk }, rows)
  }
  if (book_pk !== null && from_book_pk !== null) {
    await takeBack(tx, 'books', { fromPk: from_book_pk, heirPk: book_pk }, rows)
  }
}

/** The existing ones of some series. */
async function still(tx: Tx, pks: readonly number[]): Promise<number[]> {
  if (pks.length === 0) return []
  const rows = await tx.query
    .selectFrom('series')
    .select('pk')
    .where('pk', 'in', [...new Set(pks)])
    .execute()
  return rows.map(({ pk }) => pk)
}

/** Reverts edits and the former title, updates sums, and deletes a series created by the split. */
export async function finishUndo(tx: Tx, row: RegroupingRow, now: number): Promise<void> {
  const kind = row.action === 'merge_books' ? 'book' : 'series'
  const pk = kind === 'book' ? row.book_pk : row.series_pk
  const edits = pk === null ? [] : await manyEdits.editsOfAct(tx, row.id, 0, AT_ONCE)
  const act = {
    id: row.id,
    origin: 'revert',
    userPk: row.user_pk ?? 0,
    userId: await userIdOf(tx, row.user_pk),
  } as const
  const own = edits.filter(
    edit => (kind === 'book' ? edit.book_pk : edit.series_pk) === pk && edit.reverted_at === null,
  )
  if (pk !== null && own.length > 0) {
    const names = { books: new Map(), series: new Map() }
    const some = own.map(edit => ({ edit, pk }))
    await manyEdits.revertEdits(tx, kind, some, { names, act, now })
  }
  await removeFormerTitle(tx, row, now)
  const books = [row.book_pk, row.from_book_pk].filter(one => one !== null)
  const series = [row.series_pk, row.from_series_pk].filter(one => one !== null)
  await updateSeries(tx, await still(tx, [...series, ...(await seriesFields.seriesOfBooks(tx, [0, ...books]))]), now)
  if (row.from_book_pk !== null) await bookStore.publishBookEvents(tx, [row.from_book_pk], 'book_created')
  if (row.action === 'split_series' && row.series_pk !== null)
    await dropSplit(tx, row.series_pk, row.from_series_pk, now)
  await setRegrouping(tx, row.pk, { state: 'done', undoneAt: now })
}

async function removeFormerTitle(tx: Tx, row: RegroupingRow, now: number): Promise<void> {
  const { titlePk } = detailsOf(row)
  if (titlePk === undefined || row.series_pk === null) return
  const added = await tx.query
    .selectFrom('alternate_titles')
    .select('id')
    .where('pk', '=', titlePk)
    .where('series_pk', '=', row.series_pk)
    .executeTakeFirst()
  if (!added) return
  const before = await alternateTitlesOf(tx, { pk: row.series_pk, id: '' })
  const left = before.filter(({ id }) => id !== added.id)
  await setAlternateTitles(tx, row.series_pk, before, left, now)
}

/** A series without books, created by a split: its data from people goes to the original one. */
async function dropSplit(tx: Tx, pk: number, heirPk: number | null, now: number): Promise<void> {
  if (await hasBooks(tx, pk)) return
  if (heirPk !== null) {
    await passOn(tx, { of: 'series', event: 'merged' }, [{ fromPk: pk, heirPk }], { recount: async () => undefined })
    await updateSeries(tx, [heirPk], now)
  }
  await deleteEmptySeries(tx, [pk])
}
