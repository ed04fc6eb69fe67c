import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isPath, type Tx, writeRows, writeShape } from '../../../db'
import type { SeriesTable } from '../../../db/schema/series'
import type { FolderFile } from '../../../formats/facts'
import { newId } from '../../../kernel/ids'
import { foldedOrNull } from '../../../kernel/text'
import { type Facet, facetChanges, sumUpFacets } from '../facets'

import { fillSeries, takenFromFirst } from './files-of-series.store'
import { lockedKinds } from './locked-kinds.rules'
import { partsByBooks } from './parts-by-books'
import { publishSeriesChange, publishSeriesEvent, type SeriesSnapshot } from './publish-series-events'
import { named, retitleSeries, unlessLocked } from './series-fields.store'
import { hasSaid, takeWideFacts } from './wide-facts-of-series.store'

export interface NewSeries {
  /** One is made when it is left out. */
  readonly id?: string
  readonly libraryPk: number
  /** Below the library's folder; of a book in the library's own folder the file's path. */
  readonly path: string
  readonly title: string
  /** Where a folder's name says so. */
  readonly publisher?: string | undefined
}

/** What a series has of books; see `refreshSeries`. */
export interface SeriesSums {
  readonly books: number
  /** Books that are a whole volume. */
  readonly volumes: number
  readonly maxVolume: number | null
  readonly maxChapter: number | null
}

/**
 * Makes a series with the sums of the books that are listed with it. Where another task has made one at its place in the
 * meantime, that one stays as it is, and its sums have to be made again.
 */
export async function insertSeries(
  tx: Tx,
  series: NewSeries,
  sums: SeriesSums,
  now: number,
): Promise<{ readonly pk: number; readonly id: string; readonly isNew: boolean }> {
  const { id = newId(), libraryPk, path, title, publisher = null } = series
  const values = {
    id,
    libraryPk,
    publisher,
    ...named(title, null, path),
    ...sums,
    publisherFolded: foldedOrNull(publisher),
    now,
  }
  const [row] = await writeRows<{ pk: number }, typeof values>(tx, 'series.insert', values, (query, p) =>
    query
      .insertInto('series')
      .values({
        id: p.id,
        library_pk: p.libraryPk,
        path: p.path,
        title: p.title,
        title_folded: p.title_folded,
        path_folded: p.path_folded,
        sort_key: p.sort_key,
        search_text: p.search_text,
        publisher: p.publisher,
        publisher_folded: p.publisherFolded,
        book_count: p.books,
        volumes_owned: p.volumes,
        max_volume: p.maxVolume,
        max_chapter: p.maxChapter,
        created_at: p.now,
        updated_at: p.now,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('pk'),
  )
  if (row) return { pk: row.pk, id, isNew: true }
  const known = await findSeriesAt(tx, libraryPk, path)
  if (!known) throw new Error(`The series ${path} was not written`)
  return { ...known, isNew: false }
}

/** The series at a place of its library, or the one that it was merged into; null when there is none. */
export async function findSeriesAt(
  tx: Tx,
  libraryPk: number,
  path: string,
): Promise<{ readonly pk: number; readonly id: string } | null> {
  const row = await tx.query
    .selectFrom('series')
    .leftJoin('series as heir', 'heir.pk', 'series.merged_into_pk')
    .select(eb => [eb.fn.coalesce('heir.pk', 'series.pk').as('pk'), eb.fn.coalesce('heir.id', 'series.id').as('id')])
    .where('series.library_pk', '=', libraryPk)
    .where(isPath(tx.dialect, 'series.path', path))
    .executeTakeFirst()
  return row ?? null
}

/** Gives a series the folder that its books lie in now, and the title that follows from it unless that is locked. */
export async function moveSeries(tx: Tx, pk: number, path: string, title: string, now: number): Promise<void> {
  await retitleSeries(tx, pk, title, now, path)
  const moved = (await seriesSnapshots(tx, [pk])).get(pk)
  if (moved && moved.book_count > 0) publishSeriesEvent(tx, moved, 'series_updated', ['path', 'title', 'titleSort'])
}

/**
 * Puts a series in the place of another one, in whatever library that is, with the title that follows from it unless that is
 * locked. The other one is left without a place and is to be deleted; its books have to be in the first one already.
 */
export async function takeSeriesPlace(tx: Tx, pk: number, otherPk: number, now: number): Promise<void> {
  const { library_pk, path, title } = await tx.query
    .selectFrom('series')
    .select(['library_pk', 'path', 'title'])
    .where('pk', '=', otherPk)
    .executeTakeFirstOrThrow()
  await tx.query
    .updateTable('series')
    .set({ path: `//${otherPk}` })
    .where('pk', '=', otherPk)
    .execute()
  await tx.query
    .updateTable('series')
    // As if it had been empty: its books are counted again, and events say that it is new.
    .set({ library_pk, path, book_count: 0, updated_at: now })
    .where('pk', '=', pk)
    .execute()
  await tx.query
    .updateTable('series')
    .set({ merged_into_pk: null })
    .where('merged_into_pk', '=', pk)
    .where('library_pk', '<>', library_pk)
    .execute()
  await retitleSeries(tx, pk, title, now)
}

/**
 * Counts and sums of each series from its live books; its cover from the first that has one; and what `SERIES_FROM_FILES`
 * says that it takes from its files. `updated_at` changes with the
 * number of books only, so that reading files again does not make a series look new.
 * Publishes what has changed. `newCovers` are the books with another cover.
 */
export async function refreshSeries(
  tx: Tx,
  pks: readonly number[],
  now: number,
  newCovers: ReadonlySet<number> = NONE,
  { sidecars = new Map(), saying = NONE }: SaidByFiles = {},
): Promise<void> {
  const before = await seriesSnapshots(tx, pks)
  if (before.size === 0) return
  const fill = async (isFirst: boolean) => {
    for (const [pk, file] of sidecars) {
      const series = before.get(pk)
      if (series && file.isFirst === isFirst) await fillSeries(tx, pk, file, series.file_metadata)
    }
  }
  await fill(true)
  for (const part of partsByBooks(before.values())) await sumUp(tx, part, now)
  await fill(false)
  const after = await seriesSnapshots(tx, [...before.keys()])
  await takeWideFacts(tx, [...after.values()], saying, now)
  for (const alike of Map.groupBy(after.values(), series => lockedKinds(series).join()).values()) {
    const [first] = alike
    const locked = first ? lockedKinds(first) : []
    for (const part of partsByBooks(alike)) await sumUpFacets(tx, part, locked)
  }
  await facetChanges.addSeriesFacets(tx, new Map([...after].map(([pk, series]) => [pk, ownNames(series)])))
  for (const [pk, series] of after) {
    const was = before.get(pk)
    const hasNewCover = series.cover_book_pk !== null && newCovers.has(series.cover_book_pk)
    if (was) publishSeriesChange(tx, was, series, hasNewCover)
  }
}

const NONE: ReadonlySet<number> = new Set()

/** Publisher and imprint of a series may be those of its folder, which no book says. */
function ownNames({ publisher, imprint }: SummedSeries): readonly Facet[] {
  return [
    ...(publisher === null ? [] : [{ kind: 'publisher', name: publisher } as const]),
    ...(imprint === null ? [] : [{ kind: 'imprint', name: imprint } as const]),
  ]
}

/** What files that were just read say of series, by their keys. */
interface SaidByFiles {
  /** By the series.json in their folders. */
  readonly sidecars?: ReadonlyMap<number, FolderFile>
  /** Those of which a book gives an id or a title to sort by. */
  readonly saying?: ReadonlySet<number>
}

type SummedSeries = SeriesSnapshot &
  Pick<Selectable<SeriesTable>, 'pk' | 'imprint' | 'locks' | 'authors' | 'language' | 'file_metadata'> & {
    /** Whether ids or links of it are stored that files have said. */
    readonly has_said: boolean
  }

/** Those of some series that are there, in the order of their keys. */
async function seriesSnapshots(tx: Tx, pks: readonly number[]): Promise<Map<number, SummedSeries>> {
  if (pks.length === 0) return new Map()
  const rows = await writeRows<SummedSeries, { series: string }>(
    tx,
    'series.snapshots',
    { series: keysText(pks) },
    (query, p) =>
      query
        .selectFrom('series')
        .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
        .select(['series.pk', 'series.id', 'libraries.id as library_id', 'series.library_pk', 'series.book_count'])
        .select(['series.volumes_owned', 'series.max_volume', 'series.max_chapter', 'series.cover_book_pk'])
        .select([
          'series.summary',
          'series.publisher',
          'series.year',
          'series.status',
          'series.reading_direction',
          'series.cover_version',
        ])
        .select(['series.imprint', 'series.locks', 'series.authors', 'series.language', 'series.file_metadata'])
        .select(hasSaid.as('has_said'))
        .where('series.pk', 'in', keysIn(tx, p.series))
        .orderBy('series.pk'),
  )
  return new Map(rows.map(row => [row.pk, row]))
}

function keysText(pks: readonly number[]): string {
  return JSON.stringify(pks.map(pk => ({ pk })))
}

function keysIn(tx: Tx, series: string) {
  return tx.query
    .selectFrom(tx.dialect.jsonRows<{ pk: number }>(series, { pk: 'bigint' }).as('wanted'))
    .select('wanted.pk')
}

function sumUp(tx: Tx, pks: readonly number[], now: number): Promise<void> {
  const order = tx.dialect.nullsOrder('asc')
  return writeShape(tx, 'series.refresh', { series: keysText(pks), now }, (query, p) => {
    const live = query.selectFrom('books').where(OF_THIS).where(sql<boolean>`not deleted`)
    const count = live.select(eb => eb.fn.countAll<number>().as('count'))
    return query
      .updateTable('series')
      .set(eb => ({
        book_count: count,
        volumes_owned: live
          .select(eb.fn.countAll<number>().as('count'))
          .where('volume', 'is not', null)
          .where('chapter', 'is', null),
        max_volume: live.select(sql<number | null>`max(volume)`.as('value')),
        max_chapter: live.select(sql<number | null>`max(chapter)`.as('value')),
        cover_book_pk: live
          .select('pk')
          .where('cover_version', 'is not', null)
          .orderBy(sql`number ${order}`)
          .orderBy('sort_key')
          .orderBy('pk')
          .limit(1),
        ...takenFromFirst({ query, dialect: tx.dialect }, order),
        age: unlessLocked('ageRating', 'age', strictest(tx)),
        updated_at: sql<number>`case when book_count = (${count}) then updated_at else ${p.now} end`,
      }))
      .where('pk', 'in', keysIn(tx, p.series))
  })
}

/** Books of the series whose row is updated. */
const OF_THIS = sql<boolean>`books.series_pk = series.pk`

/** The strictest of its books and of its series.json. */
function strictest({ query, dialect }: Tx): RawBuilder<number | null> {
  const ofBooks = query
    .selectFrom('books')
    .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .where(OF_THIS)
    .where(sql<boolean>`not books.deleted`)
    .select(sql<number | null>`max(book_metadata.age)`.as('age'))
  const most = dialect.kind === 'sqlite' ? sql.raw('max') : sql.raw('greatest')
  return sql<number | null>`nullif(${most}(coalesce(${ofBooks}, -1), coalesce(series.file_age, -1)), -1)`
}

/** Deletes those of the series that have no book at all any more, hidden ones counted. Answers what covers of their own they had. */
export async function deleteEmptySeries(
  tx: Tx,
  pks: readonly number[],
): Promise<{ readonly seriesId: string; readonly version: string | null }[]> {
  if (pks.length === 0) return []
  // Locked first: a delete that waited for a scan would take the book along that the scan has just listed.
  await tx.query.selectFrom('series').select('pk').where('pk', 'in', pks).modifyEnd(tx.dialect.forUpdate).execute()
  const rows = await tx.query
    .deleteFrom('series')
    .where('pk', 'in', pks)
    // Such a row says where the books of its folder belong.
    .where('merged_into_pk', 'is', null)
    .where(eb => eb.not(eb.exists(eb.selectFrom('books').select('pk').whereRef('books.series_pk', '=', 'series.pk'))))
    .returning(['id', 'cover_version'])
    .execute()
  return rows.map(row => ({ seriesId: row.id, version: row.cover_version }))
}
