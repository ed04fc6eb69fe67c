import type { Insertable } from 'kysely'
import { newId } from '../kernel/ids'
import { searchText } from '../kernel/search-words'
import { foldedOrNull, sortKey } from '../kernel/text'
import type { Schema } from './schema'
import type { Tx } from './write'

const MOMENT = Date.UTC(2026, 0, 1)

/** Rows with every column filled, for tests about something else. Each returns the key of its row. */
export async function insertUser(tx: Tx, username: string, changes: Partial<Insertable<Schema['users']>> = {}) {
  return insert(tx, 'users', {
    id: newId(),
    username,
    username_key: username.toLowerCase(),
    email: `${username}@example.org`,
    email_key: `${username}@example.org`.toLowerCase(),
    password_hash: 'none',
    role: 'reader',
    permissions: '[]',
    is_active: true,
    email_verified: true,
    credentials_version: 0,
    last_login_at: null,
    created_at: MOMENT,
    updated_at: MOMENT,
    ...changes,
  })
}

export async function insertLibrary(
  tx: Tx,
  name: string,
  changes: Partial<Insertable<Schema['libraries']>> = {},
  folder: Partial<Insertable<Schema['library_folders']>> = {},
) {
  const pk = await insert(tx, 'libraries', {
    id: newId(),
    name,
    description: null,
    is_active: true,
    series_strategy: 'series_volume',
    series_config: null,
    book_strategy: 'smart',
    book_config: null,
    number_strategy: 'smart',
    number_config: null,
    title_rules: null,
    auto_match_conditions: null,
    scanning_config: null,
    default_reading_direction: 'ltr',
    allowed_formats: null,
    excluded_patterns: null,
    book_count: 0,
    series_count: 0,
    last_scanned_at: null,
    created_at: MOMENT,
    updated_at: MOMENT,
    ...changes,
  })
  await insert(tx, 'library_folders', { library_pk: pk, position: 0, path: `/library/${name}`, ...folder })
  return pk
}

export async function insertSeries(
  tx: Tx,
  libraryPk: number,
  title: string,
  changes: Partial<Insertable<Schema['series']>> = {},
) {
  return insert(tx, 'series', {
    id: newId(),
    library_pk: libraryPk,
    path: title,
    title,
    title_sort: null,
    sort_key: sortKey(title),
    title_folded: foldedOrNull(title),
    search_text: searchText(title),
    summary: null,
    publisher: null,
    year: null,
    reading_direction: null,
    book_count: 0,
    volumes_owned: 0,
    max_volume: null,
    max_chapter: null,
    cover_book_pk: null,
    created_at: MOMENT,
    updated_at: MOMENT,
    ...changes,
  })
}

/** A book in the first folder of its library. Also counts it in its series and library, unless it is deleted. */
export async function insertBook(
  tx: Tx,
  place: { libraryPk: number; seriesPk: number },
  title: string,
  changes: Partial<Insertable<Schema['books']>> = {},
) {
  const folder = await tx.query
    .selectFrom('library_folders')
    .select('pk')
    .where('library_pk', '=', place.libraryPk)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const pk = await insert(tx, 'books', {
    id: newId(),
    library_pk: place.libraryPk,
    folder_pk: folder.pk,
    series_pk: place.seriesPk,
    path: `${place.seriesPk}/${title}.cbz`,
    file_name: `${title}.cbz`,
    file_format: 'cbz',
    file_size: 1000,
    file_modified_ms: MOMENT,
    file_inode: 1,
    file_hash: '',
    reader_sync_hash: null,
    page_count: 10,
    title,
    title_sort: null,
    sort_key: sortKey(title),
    title_folded: foldedOrNull(title),
    search_text: searchText(title),
    number: null,
    volume: null,
    chapter: null,
    release_date: null,
    summary: null,
    analyzed: true,
    analysis_error: null,
    deleted: false,
    deleted_at: null,
    thumb_hash: null,
    cover_version: null,
    created_at: MOMENT,
    updated_at: MOMENT,
    ...changes,
  })
  if (!changes.deleted) {
    const { libraryPk, seriesPk } = place
    await tx.run(`update series set book_count = book_count + 1 where pk = ${seriesPk}`, [])
    await tx.run(`update libraries set book_count = book_count + 1 where pk = ${libraryPk}`, [])
    await tx.run(
      `update libraries set series_count = (select count(*) from series where library_pk = ${libraryPk} and book_count > 0) where pk = ${libraryPk}`,
      [],
    )
  }
  return pk
}

async function insert<Table extends 'users' | 'libraries' | 'library_folders' | 'series' | 'books'>(
  tx: Tx,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<number> {
  const { pk } = await tx.query
    .insertInto(table)
    .values(row as never)
    .returning('pk' as never)
    .executeTakeFirstOrThrow()
  return pk as number
}
