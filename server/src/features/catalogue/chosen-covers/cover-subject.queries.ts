import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { BOOK_LOCKS, isLocked, SERIES_LOCKS } from '../../../kernel/field-locks'
import { momentOfId } from '../../../kernel/ids'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import { facetPages } from '../facets'

export type CoverKind = 'book' | 'series' | 'library' | 'name'

/** The subject of a cover. */
export interface CoverSubject {
  readonly kind: CoverKind
  readonly pk: number
  readonly id: string
  readonly name: string
  /** Version of its own selected cover; null for a series that shows a book's. */
  readonly version: string | null
  readonly isLocked: boolean
  /** Source of its default cover. */
  readonly usual: string
  /** Null for a name, which has several. */
  readonly library: { readonly pk: number; readonly id: string; readonly name: string } | null
  /** Kind of a name: genre, author … */
  readonly facetKind: string | null
  /** Of a book. */
  readonly seriesPk: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

const NOUNS = { book: 'Book', series: 'Series', library: 'Library', name: 'Name' } as const

/** @throws NotFound for a missing or hidden one */
export async function findSubject(
  reader: Reader,
  viewer: Viewer,
  kind: CoverKind,
  id: string,
  facetKind?: string,
): Promise<CoverSubject> {
  const found = await FIND[kind](reader, { id: id.toLowerCase(), facetKind }, viewer)
  if (found === null) throw notFound(NOUNS[kind])
  if (
    kind === 'name' &&
    viewer.visibility.kind !== 'all' &&
    !(await facetPages.isFacetSeen(reader, viewer, found.pk))
  ) {
    throw notFound(NOUNS.name)
  }
  return found
}

/** Its current state, for a transaction that changes its cover. @throws NotFound if it is gone */
export async function subjectNow(tx: Tx, { kind, pk }: Pick<CoverSubject, 'kind' | 'pk'>): Promise<CoverSubject> {
  const table = TABLES[kind]
  await tx.query.selectFrom(table).select('pk').where('pk', '=', pk).modifyEnd(tx.dialect.forUpdate).execute()
  const found = await FIND[kind](tx, { pk }, null)
  if (found === null) throw notFound(NOUNS[kind])
  return found
}

/** The caller has checked access. @throws NotFound if it is gone */
export async function subjectAt(reader: Reader, kind: CoverKind, pk: number): Promise<CoverSubject> {
  const found = await FIND[kind](reader, { pk }, null)
  if (found === null) throw notFound(NOUNS[kind])
  return found
}

const TABLES = { book: 'books', series: 'series', library: 'libraries', name: 'facets' } as const

type Which = { readonly id: string; readonly facetKind?: string | undefined } | { readonly pk: number }
type Find = (from: Reader | Tx, which: Which, viewer: Viewer | null) => Promise<CoverSubject | null>

const FIND: Readonly<Record<CoverKind, Find>> = {
  book: findBook,
  series: findSeries,
  library: findLibrary,
  name: findName,
}

async function findBook(from: Reader | Tx, which: Which, viewer: Viewer | null): Promise<CoverSubject | null> {
  let query = from.query
    .selectFrom('books')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .select(['books.pk', 'books.id', 'books.title as name', 'books.cover_version as version', 'books.locks'])
    .select(['books.series_pk', 'books.created_at', 'books.updated_at'])
    .select(['books.library_pk', 'libraries.id as library_id', 'libraries.name as library_name'])
  query = 'id' in which ? query.where('books.id', '=', which.id) : query.where('books.pk', '=', which.pk)
  if (viewer) query = query.where(visible(viewer, 'books.library_pk'))
  const row = await query.executeTakeFirst()
  if (!row) return null
  const { locks, series_pk: seriesPk } = row
  const usual = row.version === null ? 'generated' : 'extracted'
  return { kind: 'book', ...placeOf(row), isLocked: isLocked(BOOK_LOCKS, locks, 'cover'), usual, seriesPk }
}

async function findSeries(from: Reader | Tx, which: Which, viewer: Viewer | null): Promise<CoverSubject | null> {
  let query = from.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .leftJoin('books', 'books.pk', 'series.cover_book_pk')
    .select(['series.pk', 'series.id', 'series.title as name', 'series.cover_version as version', 'series.locks'])
    .select(['series.cover_image', 'books.id as book_id', 'series.created_at', 'series.updated_at'])
    .select(['series.library_pk', 'libraries.id as library_id', 'libraries.name as library_name'])
  query = 'id' in which ? query.where('series.id', '=', which.id) : query.where('series.pk', '=', which.pk)
  if (viewer) query = query.where(visible(viewer, 'series.library_pk'))
  const row = await query.executeTakeFirst()
  if (!row) return null
  const ofBook = row.book_id === null ? 'generated' : `book:${row.book_id}`
  const usual = row.cover_image === null ? ofBook : 'folder'
  return {
    kind: 'series',
    ...placeOf(row),
    isLocked: isLocked(SERIES_LOCKS, row.locks, 'cover'),
    usual,
    seriesPk: null,
  }
}

async function findLibrary(from: Reader | Tx, which: Which, viewer: Viewer | null): Promise<CoverSubject | null> {
  let query = from.query
    .selectFrom('libraries')
    .select(['pk', 'id', 'name', 'cover_version as version', 'created_at', 'updated_at'])
    .select(['pk as library_pk', 'id as library_id', 'name as library_name'])
  query = 'id' in which ? query.where('id', '=', which.id) : query.where('pk', '=', which.pk)
  if (viewer) query = query.where(visible(viewer, 'libraries.pk'))
  const row = await query.executeTakeFirst()
  return row ? { kind: 'library', ...placeOf(row), isLocked: false, usual: 'generated', seriesPk: null } : null
}

/** A name by its id, or by an alias's. The caller checks access. */
async function findName(from: Reader | Tx, which: Which): Promise<CoverSubject | null> {
  let query = from.query
    .selectFrom('facets as named')
    .innerJoin('facets', join => join.on(sql<boolean>`facets.pk = coalesce(named.alias_of, named.pk)`))
    .select(['facets.pk', 'facets.id', 'facets.kind as facetKind', 'facets.name', 'facets.cover_version as version'])
    .select('facets.updated_at as updatedAt')
  query =
    'id' in which
      ? query.where('named.id', '=', which.id).where('named.kind', '=', which.facetKind ?? '')
      : query.where('named.pk', '=', which.pk)
  const row = await query.executeTakeFirst()
  if (!row) return null
  const createdAt = momentOfId(row.id)
  const at = { createdAt, updatedAt: row.updatedAt ?? createdAt }
  return { ...row, ...at, kind: 'name', isLocked: false, usual: 'generated', seriesPk: null, library: null }
}

interface PlaceRow {
  readonly pk: number
  readonly id: string
  readonly name: string
  readonly version: string | null
  readonly library_pk: number
  readonly library_id: string
  readonly library_name: string
  readonly created_at: number
  readonly updated_at: number
}

function placeOf(row: PlaceRow) {
  const { pk, id, name, version } = row
  return {
    ...{ pk, id, name, version, facetKind: null },
    library: { pk: row.library_pk, id: row.library_id, name: row.library_name },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  }
}
