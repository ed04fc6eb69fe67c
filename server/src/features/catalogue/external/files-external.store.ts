import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonText, type Tx, writeShape } from '../../../db'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { newId } from '../../../kernel/ids'
import type { ExternalTable } from './external.store'
import { type SaidByFile, saidByFile } from './said-by-file.rules'

interface OfFile {
  readonly bookPk: number
  /** Null: its file says nothing. */
  readonly metadata: EmbeddedMetadata | null
}

/**
 * Sets what files say of their books at other sites. What they no longer say goes; what a person says or has deleted is
 * another row and stays. A row keeps its id while its file names the source. Two statements for each table, however many books.
 */
export async function saveExternalOfFiles(tx: Tx, books: readonly OfFile[], now: number): Promise<void> {
  if (books.length === 0) return
  const pks = jsonText(books.map(({ bookPk }) => ({ pk: bookPk })))
  const said = books.flatMap(({ bookPk, metadata }) => (metadata ? [{ bookPk, said: saidByFile(metadata) }] : []))
  const rowsOf = <Name extends keyof SaidByFile>(name: Name) =>
    said.flatMap(one => one.said[name].map(row => ({ book_pk: one.bookPk, id: newId(), at: now, ...row })))
  await saveIds(tx, pks, rowsOf('ids'))
  await saveLinks(tx, pks, rowsOf('links'))
  await saveRatings(tx, pks, rowsOf('ratings'))
}

const OWN = { book_pk: 'bigint', id: 'text', at: 'bigint', source: 'text' } as const
const IDS = { ...OWN, external_id: 'text', external_url: 'text' } as const
const LINKS = { ...OWN, url: 'text', external_id: 'text' } as const
const RATINGS = { ...OWN, rating: 'double precision', vote_count: 'bigint' } as const

async function saveIds(tx: Tx, books: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const given = jsonText(rows)
  await writeShape(tx, 'external_ids.unsaid', { books, rows: given }, (query, p) =>
    query.deleteFrom('external_ids').where(isUnsaid(tx, 'external_ids', p.books, p.rows)),
  )
  if (rows.length === 0) return
  await writeShape(tx, 'external_ids.of-files', { rows: given }, (query, p) =>
    query
      .insertInto('external_ids')
      .columns(['book_pk', 'id', 'source', 'origin', 'created_at', 'updated_at', 'external_id', 'external_url'])
      .expression(
        query
          .selectFrom(tx.dialect.jsonRows<Record<keyof typeof IDS, never>>(p.rows, IDS).as('v'))
          .select(['v.book_pk', 'v.id', 'v.source', sql.lit('file').as('origin'), 'v.at as created_at', 'v.at'])
          .select(['v.external_id', 'v.external_url'])
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict(conflict =>
        conflict
          .columns(['book_pk', 'source', 'origin'])
          .where('book_pk', 'is not', null)
          .doUpdateSet(eb => ({
            external_id: eb.ref('excluded.external_id'),
            external_url: eb.ref('excluded.external_url'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
      ),
  )
}

async function saveLinks(tx: Tx, books: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const given = jsonText(rows)
  await writeShape(tx, 'external_links.unsaid', { books, rows: given }, (query, p) =>
    query.deleteFrom('external_links').where(isUnsaid(tx, 'external_links', p.books, p.rows)),
  )
  if (rows.length === 0) return
  await writeShape(tx, 'external_links.of-files', { rows: given }, (query, p) =>
    query
      .insertInto('external_links')
      .columns(['book_pk', 'id', 'source', 'origin', 'created_at', 'updated_at', 'url', 'external_id'])
      .expression(
        query
          .selectFrom(tx.dialect.jsonRows<Record<keyof typeof LINKS, never>>(p.rows, LINKS).as('v'))
          .select(['v.book_pk', 'v.id', 'v.source', sql.lit('file').as('origin'), 'v.at as created_at', 'v.at'])
          .select(['v.url', 'v.external_id'])
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict(conflict =>
        conflict
          .columns(['book_pk', 'source', 'origin'])
          .where('book_pk', 'is not', null)
          .doUpdateSet(eb => ({
            url: eb.ref('excluded.url'),
            external_id: eb.ref('excluded.external_id'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
      ),
  )
}

async function saveRatings(tx: Tx, books: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const given = jsonText(rows)
  await writeShape(tx, 'external_ratings.unsaid', { books, rows: given }, (query, p) =>
    query.deleteFrom('external_ratings').where(isUnsaid(tx, 'external_ratings', p.books, p.rows)),
  )
  if (rows.length === 0) return
  await writeShape(tx, 'external_ratings.of-files', { rows: given }, (query, p) =>
    query
      .insertInto('external_ratings')
      .columns(['book_pk', 'id', 'source', 'origin', 'created_at', 'updated_at', 'rating'])
      .expression(
        query
          .selectFrom(tx.dialect.jsonRows<Record<keyof typeof RATINGS, never>>(p.rows, RATINGS).as('v'))
          .select(['v.book_pk', 'v.id', 'v.source', sql.lit('file').as('origin'), 'v.at as created_at', 'v.at'])
          .select('v.rating')
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict(conflict =>
        conflict
          .columns(['book_pk', 'source', 'origin'])
          .where('book_pk', 'is not', null)
          .doUpdateSet(eb => ({ rating: eb.ref('excluded.rating'), updated_at: eb.ref('excluded.updated_at') })),
      ),
  )
}

/** Rows that a file of these books has said and says no longer. */
function isUnsaid(tx: Tx, table: ExternalTable, books: unknown, rows: unknown): RawBuilder<SqlBool> {
  const own = (name: string) => sql.ref(`${table}.${name}`)
  const pks = tx.dialect.jsonRows<{ pk: number }>(books, { pk: 'bigint' })
  const said = tx.dialect.jsonRows<{ book_pk: number; source: string }>(rows, { book_pk: 'bigint', source: 'text' })
  return sql<SqlBool>`${own('book_pk')} in (select pk from ${pks} as asked) and ${own('origin')} = 'file'
    and (${own('book_pk')}, ${own('source')}) not in (select book_pk, source from ${said} as said)`
}
