import { sql } from 'kysely'
import type { Migration } from './migration'

/** What scans remember of a library's disks, and the places they could not find. */
export const scanning: Migration = {
  name: '0003-scanning',
  compatibleFrom: null,
  up: async db => {
    for (const statement of [
      'alter table series add column title_locked boolean not null default false',
      'alter table series add column title_sort_locked boolean not null default false',
      'alter table series add column cover_image text',
      'alter table series add column cover_version text',
      'alter table series add column thumb_hash text',
      'alter table library_folders add column absences text',
      'alter table library_folders add column mounts text',
      'alter table library_folders add column seen_at bigint',
      'alter table scans add column details text',
      'alter table books add column pages_hash text',
      'alter table books add column last_seen_at bigint',
      'create index books_by_pages_hash on books (pages_hash) where pages_hash is not null',
      'alter table scans add column scope text',
      `create table scan_wishes (library_pk bigint primary key references libraries (pk) on delete cascade,
        payload text not null, due_at bigint not null)`,
      `create table watches (library_pk bigint not null references libraries (pk) on delete cascade, root text not null,
        process_id text not null, lease_until bigint not null, state text not null, reason text, detail text,
        folders bigint not null, since bigint not null, seen_at bigint, primary key (library_pk, root))`,
      'create index series_of_images on series (library_pk) where cover_image is not null',
      'create index books_missing on books (library_pk, deleted_at, pk) where deleted',
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}
