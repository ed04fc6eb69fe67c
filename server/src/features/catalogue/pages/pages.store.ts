import { sql } from 'kysely'
import { jsonText, runPrepared, type Tx } from '../../../db'
import type { EpubFacts, PageEntry } from '../../../formats/facts'
import { packPages } from './page-index'

/** Sets the page indexes of books. */
export async function savePages(
  tx: Tx,
  books: readonly {
    readonly bookPk: number
    readonly facts: { readonly pages: readonly PageEntry[]; readonly epub: EpubFacts | null }
  }[],
): Promise<void> {
  if (books.length === 0) return
  const rows = jsonText(books.map(({ bookPk, facts }) => ({ book_pk: bookPk, packed: packPages(facts) })))
  const columns = { book_pk: 'bigint', packed: 'text' } as const
  await runPrepared(tx, 'pages.save', { rows }, (p, query) =>
    query
      .insertInto('book_pages')
      .columns(['book_pk', 'packed'])
      .expression(
        query
          .selectFrom(tx.dialect.jsonRows<{ book_pk: number; packed: string }>(p.rows, columns).as('v'))
          .select(['v.book_pk', 'v.packed'])
          // Without it SQLite parses the conflict clause as a join.
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict(conflict => conflict.column('book_pk').doUpdateSet(eb => ({ packed: eb.ref('excluded.packed') }))),
  )
}

/** Deletes the page indexes of books whose files can no longer be read. */
export async function removePages(tx: Tx, bookPks: readonly number[]): Promise<void> {
  if (bookPks.length === 0) return
  await runPrepared(tx, 'pages.remove', { books: jsonText(bookPks.map(pk => ({ pk }))) }, (p, query) =>
    query
      .deleteFrom('book_pages')
      .where(
        'book_pk',
        'in',
        query.selectFrom(tx.dialect.jsonRows<{ pk: number }>(p.books, { pk: 'bigint' }).as('v')).select('v.pk'),
      ),
  )
}
