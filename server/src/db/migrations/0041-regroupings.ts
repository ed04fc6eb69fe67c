import { sql } from 'kysely'
import type { Migration } from './migration'
import { required, tables, zero } from './tables'

/** Merges, splits and moves of books and series, with the data to revert them. */
export const regroupings: Migration = {
  name: '0041-regroupings',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const key = dialect.kind === 'sqlite' ? 'integer' : 'bigint'
    const make = tables(db, dialect)
    await make.entity('regroupings', table =>
      table
        .addColumn('library_pk', 'bigint', column => column.notNull().references('libraries.pk').onDelete('cascade'))
        .addColumn('action', 'text', required)
        // The series that got the books, and the one that a merge replaced.
        .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('set null'))
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('set null'))
        .addColumn('from_series_pk', 'bigint', column => column.references('series.pk').onDelete('set null'))
        .addColumn('from_book_pk', 'bigint', column => column.references('books.pk').onDelete('set null'))
        .addColumn('state', 'text', required)
        .addColumn('details', 'text', required)
        .addColumn('books', 'bigint', zero)
        .addColumn('user_pk', 'bigint', column => column.references('users.pk').onDelete('set null'))
        .addColumn('user_name', 'text')
        .addColumn('at', 'bigint', required)
        .addColumn('undone_at', 'bigint'),
    )
    await make.keyed('regrouped_rows', table =>
      table
        .addColumn('regrouping_pk', 'bigint', column =>
          column.notNull().references('regroupings.pk').onDelete('cascade'),
        )
        .addColumn('said', 'text', required),
    )
    await sql.raw(`alter table books add column series_chosen boolean not null default false`).execute(db)
    await sql
      .raw(`alter table books add column merged_into_pk ${key} references books (pk) on delete cascade`)
      .execute(db)
    await sql
      .raw(`alter table series add column merged_into_pk ${key} references series (pk) on delete cascade`)
      .execute(db)
    const statements = [
      'create index books_merged on books (merged_into_pk) where merged_into_pk is not null',
      'create index series_merged on series (merged_into_pk) where merged_into_pk is not null',
      'create index regrouped_rows_of_regrouping on regrouped_rows (regrouping_pk, pk)',
      'create index regroupings_by_time on regroupings (at)',
      ...['library', 'series', 'book', 'from_series', 'from_book', 'user'].map(
        name => `create index regroupings_of_${name} on regroupings (${name}_pk)`,
      ),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
