import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration'
import { references, required, tables } from './tables'

/** KOReader's ids of books, its sign-in key, and the places it has sent. */
export const koreader: Migration = {
  name: '0044-koreader',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    await sql.raw('alter table api_keys add column reader_key_hash text').execute(db)
    await sql.raw('create index api_keys_by_reader_key on api_keys (reader_key_hash)').execute(db)
    await sql.raw('alter table books add column file_name_md5 text').execute(db)
    if (dialect.kind === 'postgres') await sql.raw('update books set file_name_md5 = md5(file_name)').execute(db)
    else await hashFileNames(db)
    await sql.raw('create index books_by_reader_sync_hash on books (reader_sync_hash)').execute(db)
    await sql.raw('create index books_by_file_name_md5 on books (file_name_md5)').execute(db)
    const make = tables(db, dialect)
    await make.keyed('synced_documents', table =>
      table
        .addColumn('user_pk', 'bigint', references('users.pk'))
        .addColumn('document', make.bytewise, required)
        .addColumn('progress', 'text', required)
        .addColumn('percentage', 'double precision', required)
        .addColumn('device', 'text', required)
        .addColumn('device_id', 'text', required)
        .addColumn('saved_at', 'bigint', required),
    )
    await sql.raw('create unique index synced_documents_of_user on synced_documents (user_pk, document)').execute(db)
    await sql.raw('create index synced_documents_by_age on synced_documents (user_pk, saved_at, pk)').execute(db)
  },
}

const AT_ONCE = 5_000

/** SQLite has no MD5. */
async function hashFileNames(db: Kysely<never>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ pk: number; name: string }>`
      select pk, file_name as name from books where pk > ${after} order by pk limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const hashes = JSON.stringify(rows.map(({ pk, name }) => [pk, createHash('md5').update(name).digest('hex')]))
    await sql`
      update books set file_name_md5 = given.value ->> 1
      from json_each(${hashes}) as given where books.pk = given.value ->> 0`.execute(db)
    after = last.pk
  }
}
