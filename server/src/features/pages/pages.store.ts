import { type Tx, writeShape } from '../../db'
import type { EpubFacts, PageEntry } from '../../formats/facts'
import { packPages } from './page-index'

/** Sets the page index of a book. */
export function savePages(
  tx: Tx,
  bookPk: number,
  facts: { readonly pages: readonly PageEntry[]; readonly epub: EpubFacts | null },
): Promise<void> {
  return writeShape(tx, 'pages.save', { bookPk, packed: packPages(facts) }, (query, p) =>
    query
      .insertInto('book_pages')
      .values({ book_pk: p.bookPk, packed: p.packed })
      .onConflict(conflict => conflict.column('book_pk').doUpdateSet({ packed: p.packed })),
  )
}

/** Takes the page index of a book away, because its file can no longer be read. */
export function removePages(tx: Tx, bookPk: number): Promise<void> {
  return writeShape(tx, 'pages.remove', { bookPk }, (query, p) =>
    query.deleteFrom('book_pages').where('book_pk', '=', p.bookPk),
  )
}
