import type { Permission } from '@octavo/contract/access'
import type { AuditAction } from '@octavo/contract/audit'
import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_VIEW, BOOKS } from '../../catalogue/books'
import { SERIES, SERIES_VIEW } from '../../catalogue/series'
import type { Entity } from '../../lists/engine'
import { visible } from '../../people/access'

export type KindName = 'collection' | 'readlist'

/** Differences between collections and read lists. */
export interface Kind {
  readonly name: KindName
  readonly noun: string
  readonly write: Permission
  readonly remove: Permission
  /** Whether a new list is shown in its own order. */
  readonly ordered: boolean
  /** The member table, and the type of members. */
  readonly members: 'collection_series' | 'read_list_entries'
  readonly column: 'series_pk' | 'book_pk'
  readonly table: 'series' | 'books'
  readonly item: string
  readonly ids: 'seriesIds' | 'bookIds'
  readonly entity: Entity
  /** Members visible to this viewer, joined with the item's table. */
  readonly seen: (viewer: Viewer) => ReturnType<typeof sql<SqlBool>>
  readonly action: (what: 'created' | 'changed' | 'deleted') => AuditAction
}

const LISTED_SERIES: Entity = {
  ...SERIES,
  members: {
    table: 'collection_series',
    list: 'list_pk',
    item: 'series_pk',
    order: { column: sql`collection_series.position`, nullable: false },
  },
}

const LISTED_BOOKS: Entity = {
  ...BOOKS,
  members: {
    table: 'read_list_entries',
    list: 'list_pk',
    item: 'book_pk',
    order: { column: sql`read_list_entries.position`, nullable: false },
  },
}

export const COLLECTION: Kind = {
  name: 'collection',
  noun: 'Collection',
  write: 'collections-write',
  remove: 'collections-delete',
  ordered: false,
  members: 'collection_series',
  column: 'series_pk',
  table: 'series',
  item: 'Series',
  ids: 'seriesIds',
  entity: LISTED_SERIES,
  seen: viewer => sql<SqlBool>`series.book_count > 0 and ${visible(viewer, 'series.library_pk')}`,
  action: what => `collection_${what}`,
}

export const READ_LIST: Kind = {
  name: 'readlist',
  noun: 'Read list',
  write: 'readlists-write',
  remove: 'readlists-delete',
  ordered: true,
  members: 'read_list_entries',
  column: 'book_pk',
  table: 'books',
  item: 'Book',
  ids: 'bookIds',
  entity: LISTED_BOOKS,
  seen: viewer => sql<SqlBool>`not books.deleted and ${visible(viewer, 'books.library_pk')}`,
  action: what => `readlist_${what}`,
}

/** The views of series and books, for list members. */
export const MEMBER_SERIES = { ...SERIES_VIEW, rows: { ...SERIES_VIEW.rows, entity: LISTED_SERIES } }
export const MEMBER_BOOKS = { ...BOOK_VIEW, rows: { ...BOOK_VIEW.rows, entity: LISTED_BOOKS } }
