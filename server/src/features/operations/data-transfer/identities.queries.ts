import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import type { BookIdentity, LibraryIdentity, SeriesIdentity } from './archive.types'

/** Identities of visible books, by key. */
export async function bookIdentities(reader: Reader, viewer: Viewer, pks: readonly number[]) {
  const chosen = JSON.stringify(pks)
  const rows = await reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .select(['books.pk', 'books.id', 'series.id as series', 'libraries.id as library', 'books.title', 'books.number'])
    .select([
      'series.pk as series_pk',
      'series.title as series_title',
      'books.volume',
      'books.release_date',
      'books.path',
    ])
    .select(['books.file_format', 'books.page_count', 'books.file_hash', 'books.reader_sync_hash'])
    .where(reader.dialect.isKeyOf(sql.ref('books.pk'), chosen))
    .where(visible(viewer, 'books.library_pk'))
    .execute()
  const ids = await externalIds(reader, 'book_pk', chosen)
  return rows.map(row => ({
    seriesPk: row.series_pk,
    identity: {
      ...{ id: row.id, series: row.series, library: row.library, title: row.title, seriesTitle: row.series_title },
      ...{ number: row.number, volume: row.volume },
      year: row.release_date === null ? null : Math.trunc(Number(row.release_date) / 10_000) || null,
      ...{ format: row.file_format, pageCount: row.page_count, fileHash: row.file_hash },
      ...{ readerSyncHash: row.reader_sync_hash, path: row.path, externalIds: ids.get(row.pk) ?? [] },
    } satisfies BookIdentity,
  }))
}

/** The same for series. */
export async function seriesIdentities(
  reader: Reader,
  viewer: Viewer,
  pks: readonly number[],
): Promise<{ readonly pk: number; readonly identity: SeriesIdentity }[]> {
  const chosen = JSON.stringify(pks)
  const rows = await reader.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .select(['series.pk', 'series.id', 'libraries.id as library', 'series.title', 'series.year', 'series.path'])
    .where(reader.dialect.isKeyOf(sql.ref('series.pk'), chosen))
    .where(visible(viewer, 'series.library_pk'))
    .execute()
  const ids = await externalIds(reader, 'series_pk', chosen)
  return rows.map(({ pk, ...identity }) => ({ pk, identity: { ...identity, externalIds: ids.get(pk) ?? [] } }))
}

/** Visible libraries. */
export function libraryIdentities(reader: Reader, viewer: Viewer): Promise<LibraryIdentity[]> {
  return reader.query
    .selectFrom('libraries')
    .select(['id', 'name'])
    .where(visible(viewer, 'libraries.pk'))
    .orderBy('pk')
    .execute()
}

async function externalIds(reader: Reader, column: 'series_pk' | 'book_pk', chosen: string) {
  const rows = await reader.query
    .selectFrom('external_ids')
    .select([sql<number>`${sql.ref(column)}`.as('pk'), 'source', 'external_id as id'])
    .where(reader.dialect.isKeyOf(sql.ref(column), chosen))
    .where('removed', '=', false)
    .execute()
  return new Map(
    [...Map.groupBy(rows, row => row.pk)].map(([pk, of]) => [
      pk,
      of.map(({ source, id }) => ({ source, id })).slice(0, 200),
    ]),
  )
}
