import { insertRows, jsonText, runPrepared, type Tx } from '../../../db'
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
  const rows = books.map(({ bookPk, facts }) => ({ book_pk: bookPk, packed: packPages(facts) }))
  await insertRows(tx, 'book_pages', rows, { known: { by: ['book_pk'] } })
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
