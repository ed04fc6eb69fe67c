import { passesOnMuch, passOn, passSomeOn, type Tx } from '../../../db'
import type { JournalRow } from '../../../db/lineage.types'
import { alternateTitlesOf, setAlternateTitles } from '../../catalogue/alternate-titles'
import { manyEdits } from '../../catalogue/editing'
import { seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import { updateSeries } from './move-books'
import { detailsOf, noteChanges, type RegroupingRow, setRegrouping } from './regroupings.store'
import { hasBooks, seriesSubjects, userIdOf } from './subjects.queries'

/** Label of the alternate title that keeps a merged series' former title. */
const FORMER_TITLE = 'Former title'

/** Passes on everything of a series whose books have moved to another one. Its row stays and redirects to that one. */
export async function finishMerge(tx: Tx, row: RegroupingRow, now: number): Promise<void> {
  const { pk, series_pk: heirPk, from_series_pk: fromPk } = row
  if (heirPk === null || fromPk === null) return
  // One of the two is in another library by now: both stay unchanged.
  if (await hasBooks(tx, fromPk)) return updateSeries(tx, [heirPk, fromPk], now)
  const journal: JournalRow[] = []
  await passSeriesOn(tx, { fromPk, heirPk }, journal)
  await noteChanges(tx, pk, inOrder(journal))
  const state = await manyEdits.seriesState(tx, fromPk)
  const act = { id: row.id, origin: 'edit', userPk: row.user_pk ?? 0, userId: await userIdOf(tx, row.user_pk) } as const
  await manyEdits.editManySeries(tx, [heirPk], () => manyEdits.passedOnOfSeries(state), { now, act })
  await addFormerTitle(tx, row, now)
  await seriesFields.setMerged(tx, fromPk, heirPk)
  await updateSeries(tx, [heirPk, fromPk], now)
}

/** Readers and lists passed on in one transaction. */
const AT_ONCE = 500
/** Above this number, a task does it. */
const MOST_OWNERS_NOW = 2_000
const MERGED = { of: 'series', event: 'merged' } as const
const MERGED_BOOK = { of: 'books', event: 'merged' } as const

/** Passes on the rows of the next readers and lists of a book, or of a series without books. Returns whether there were any. */
export async function passSomeReaders(tx: Tx, row: RegroupingRow): Promise<boolean> {
  const { pk, series_pk, from_series_pk, book_pk, from_book_pk } = row
  const journal: JournalRow[] = []
  let isMore = false
  if (row.action === 'merge_books' && book_pk !== null && from_book_pk !== null) {
    await lockSeriesProgress(tx, await seriesFields.seriesOfBooks(tx, [book_pk, from_book_pk]))
    const succession = { fromPk: from_book_pk, heirPk: book_pk }
    isMore = await passSomeOn(tx, MERGED_BOOK, succession, { limit: AT_ONCE, journal })
  } else if (series_pk !== null && from_series_pk !== null && !(await hasBooks(tx, from_series_pk))) {
    const succession = { fromPk: from_series_pk, heirPk: series_pk }
    isMore = await passSomeOn(tx, MERGED, succession, { limit: AT_ONCE, journal })
  }
  await noteChanges(tx, pk, inOrder(journal))
  return isMore
}

export async function hasManyReaders(
  tx: Tx,
  { action, from_series_pk, from_book_pk }: RegroupingRow,
): Promise<boolean> {
  if (action === 'merge_books' && from_book_pk !== null)
    return passesOnMuch(tx, MERGED_BOOK, from_book_pk, MOST_OWNERS_NOW)
  if (action !== 'merge_series' || from_series_pk === null) return false
  return passesOnMuch(tx, MERGED, from_series_pk, MOST_OWNERS_NOW)
}

/** Sums are computed again at the end. */
export async function passSeriesOn(
  tx: Tx,
  succession: { readonly fromPk: number; readonly heirPk: number },
  journal: JournalRow[],
): Promise<void> {
  await passOn(tx, MERGED, [succession], { recount: async () => undefined, journal })
}

/** First reverts rows that went to the heir, then dropped ones, to avoid conflicts. */
export function inOrder(journal: readonly JournalRow[]): { readonly row: JournalRow }[] {
  return journal.toSorted((a, b) => Number(a.kind === 'dropped') - Number(b.kind === 'dropped')).map(row => ({ row }))
}

async function addFormerTitle(tx: Tx, row: RegroupingRow, now: number): Promise<void> {
  const { series_pk, from_series_pk } = row
  const subjects = await seriesSubjects(tx, [series_pk ?? 0, from_series_pk ?? 0])
  const [heir, from] = [series_pk, from_series_pk].map(pk => subjects.find(one => one.pk === pk))
  if (!heir || !from || heir.title === from.title) return
  const before = await alternateTitlesOf(tx, heir)
  if (before.some(({ title }) => title === from.title)) return
  await setAlternateTitles(tx, heir.pk, before, [...before, { label: FORMER_TITLE, title: from.title }], now)
  const added = await tx.query
    .selectFrom('alternate_titles')
    .select('pk')
    .where('series_pk', '=', heir.pk)
    .where('title', '=', from.title)
    .executeTakeFirst()
  if (added) await setRegrouping(tx, row.pk, { details: { ...detailsOf(row), titlePk: added.pk } })
}
