import type { PASSED_ON, RegroupingPreview } from '@octavo/contract/regrouping'
import { passOn, type Tx, type Write } from '../../../db'
import type { JournalRow } from '../../../db/lineage.types'
import type { Viewer } from '../../../kernel/viewer'
import { manyEdits } from '../../catalogue/editing'
import { lockSeriesProgress } from '../../reading/progress'
import { passSeriesOn } from './merge-series'
import { lockWithMerged } from './refuse'
import { booksToMerge, booksToRegroup, booksToSplit, seriesToMerge } from './regroup'
import { type BookSubject, type SeriesSubject, seriesSubject } from './subjects.queries'

type What = (typeof PASSED_ON)[number]

/** Labels of tables for people. */
const WHAT: Readonly<Record<string, What>> = {
  read_progress: 'places',
  reading_sessions: 'sessions',
  readings: 'history',
  ratings: 'ratings',
  collection_series: 'lists',
  read_list_entries: 'lists',
  want_to_read: 'wantToRead',
  marks: 'marks',
  covers: 'covers',
  external_ids: 'externalIds',
  external_links: 'externalIds',
  external_ratings: 'ratings',
  alternate_titles: 'titles',
  metadata_edits: 'edits',
}
/** Books are counted separately, and internal rows and sums of sessions are left out. */
const UNSAID = ['books', 'series', 'regroupings', 'name_links', 'place_history', 'reading_months']

/** Runs in a transaction that is rolled back, so that the preview is exact. */
async function triedOut(write: Write, work: (tx: Tx) => Promise<RegroupingPreview>): Promise<RegroupingPreview> {
  let found: RegroupingPreview | undefined
  const end = new Error('only a preview')
  try {
    await write(async tx => {
      found = await work(tx)
      throw end
    })
  } catch (error) {
    if (error !== end) throw error
  }
  return found as RegroupingPreview
}

export function previewSeriesMerge(
  write: Write,
  viewer: Viewer,
  id: string,
  fromId: string,
): Promise<RegroupingPreview> {
  return triedOut(write, async tx => {
    const { heir, from } = await seriesToMerge(tx, viewer, id, fromId)
    await lockSeriesProgress(tx, [heir.pk, from.pk])
    await lockWithMerged(tx, [heir.pk, from.pk])
    const journal: JournalRow[] = []
    const edit = manyEdits.passedOnOfSeries(await manyEdits.seriesState(tx, from.pk))
    const act = { id: heir.id, origin: 'edit', userPk: viewer.userPk, userId: viewer.userId } as const
    const { fields } = await manyEdits.editManySeries(tx, [heir.pk], () => edit, { now: 0, act })
    await passSeriesOn(tx, { fromPk: from.pk, heirPk: heir.pk }, journal)
    const left = [{ id: from.id, title: from.title, books: from.book_count, left: 0 }]
    return { books: from.book_count, fromSeries: left, passesOn: countsOf(journal), fields: [...fields] }
  })
}

export function previewMove(
  write: Write,
  viewer: Viewer,
  bookIds: readonly string[],
  seriesId: string,
): Promise<RegroupingPreview> {
  return triedOut(write, async tx => {
    const target = await seriesSubject(tx, viewer, seriesId)
    const { books, sources } = await booksToRegroup(tx, viewer, bookIds, target)
    const moved = books.filter(book => book.series_pk !== target.pk)
    return moving(
      moved,
      sources.filter(({ pk }) => pk !== target.pk),
    )
  })
}

export function previewSplit(
  write: Write,
  viewer: Viewer,
  id: string,
  bookIds: readonly string[],
): Promise<RegroupingPreview> {
  return triedOut(write, async tx => {
    const { source, books } = await booksToSplit(tx, viewer, id, bookIds)
    return moving(books, [source])
  })
}

function moving(books: readonly BookSubject[], sources: readonly SeriesSubject[]): RegroupingPreview {
  const fromSeries = sources.map(({ pk, id, title, book_count }) => {
    const going = books.filter(book => book.series_pk === pk).length
    return { id, title, books: going, left: Math.max(0, book_count - going) }
  })
  return { books: books.length, fromSeries, passesOn: [], fields: [] }
}

export function previewBookMerge(
  write: Write,
  viewer: Viewer,
  id: string,
  fromIds: readonly string[],
): Promise<RegroupingPreview> {
  return triedOut(write, async tx => {
    const { heir, others, sources } = await booksToMerge(tx, viewer, id, fromIds)
    const series = sources.map(({ pk }) => pk)
    await lockSeriesProgress(tx, series)
    await lockWithMerged(tx, series)
    const journal: JournalRow[] = []
    const act = { id: heir.id, origin: 'edit', userPk: viewer.userPk, userId: viewer.userId } as const
    const fields = new Set<string>()
    for (const state of await manyEdits.bookStates(
      tx,
      others.map(({ pk }) => pk),
    )) {
      const made = await manyEdits.editBooks(tx, [heir.pk], () => manyEdits.passedOnOfBook(state), { now: 0, act })
      for (const field of made.fields) fields.add(field)
      await passOn(tx, { of: 'books', event: 'merged' }, [{ fromPk: state.book.pk, heirPk: heir.pk }], { journal })
    }
    return { ...moving(others, sources), passesOn: countsOf(journal), fields: [...fields] }
  })
}

function countsOf(journal: readonly JournalRow[]): RegroupingPreview['passesOn'] {
  const said = journal.filter(({ table }) => !UNSAID.includes(table))
  return [...Map.groupBy(said, ({ table }) => WHAT[table] ?? 'other')].map(([what, rows]) => ({
    what,
    moved: rows.filter(({ kind }) => kind === 'moved').length,
    dropped: rows.filter(({ kind }) => kind === 'dropped').length,
  }))
}
