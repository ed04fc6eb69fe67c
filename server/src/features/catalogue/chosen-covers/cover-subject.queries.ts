import type { Reader, Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { BOOK_LOCKS, isLocked, SERIES_LOCKS } from '../../../kernel/field-locks'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

export type CoverKind = 'book' | 'series' | 'library'

/** What a cover is of. */
export interface CoverSubject {
  readonly kind: CoverKind
  readonly pk: number
  readonly id: string
  readonly name: string
  /** Of the cover of its own that it shows; of a series that shows that of a book, null. */
  readonly version: string | null
  readonly isLocked: boolean
  /** Source of its default cover. */
  readonly usual: string
  readonly libraryPk: number
  readonly libraryId: string
  readonly libraryName: string
  /** Of a book. */
  readonly seriesPk: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

const NOUNS = { book: 'Book', series: 'Series', library: 'Library' } as const

/** @throws NotFound, the same for a missing and a hidden one */
export async function findSubject(reader: Reader, viewer: Viewer, kind: CoverKind, id: string): Promise<CoverSubject> {
  const found = await FIND[kind](reader, { id: id.toLowerCase() }, viewer)
  if (found === null) throw notFound(NOUNS[kind])
  return found
}

/** As it is now, for a transaction that changes its cover. @throws NotFound when it has gone */
export async function subjectNow(tx: Tx, { kind, pk }: Pick<CoverSubject, 'kind' | 'pk'>): Promise<CoverSubject> {
  const table = kind === 'library' ? 'libraries' : kind === 'book' ? 'books' : 'series'
  await tx.query.selectFrom(table).select('pk').where('pk', '=', pk).modifyEnd(tx.dialect.forUpdate).execute()
  const found = await FIND[kind](tx, { pk }, null)
  if (found === null) throw notFound(NOUNS[kind])
  return found
}

type Which = { readonly id: string } | { readonly pk: number }
type Find = (from: Reader | Tx, which: Which, viewer: Viewer | null) => Promise<CoverSubject | null>

const FIND: Readonly<Record<CoverKind, Find>> = { book: findBook, series: findSeries, library: findLibrary }

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
    ...{ pk, id, name, version, libraryPk: row.library_pk, libraryId: row.library_id, libraryName: row.library_name },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  }
}
