import { bookContextOf, getBookContext, getSeriesContext, seriesContextOf } from '@octavo/contract/template-context'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { BOOK_ROW, BOOK_VIEW, findBook } from '../books'
import { externalOf, externalView } from '../external'
import { completeItem } from '../items'
import { SERIES_VIEW } from '../series'

/** Books and series as templates see them. The client renders templates; see docs/adr/0010-templates.md. */
export function templateRoutes(binder: Binder, { reader }: { readonly reader: Reader }): void {
  binder.bind(getSeriesContext, async ({ viewer, params }) =>
    seriesContextOf((await completeItem(reader, viewer, SERIES_VIEW, params.series_id)).item),
  )

  binder.bind(getBookContext, async ({ viewer, params }) => {
    const { pk, id, number, series_id } = await findBook(reader, viewer, BOOK_ROW, params.book_id)
    const [book, ofSeries, links, ids] = await Promise.all([
      completeItem(reader, viewer, BOOK_VIEW, id),
      completeItem(reader, viewer, SERIES_VIEW, series_id),
      externalOf(reader, 'external_links', 'book', [pk]),
      externalOf(reader, 'external_ids', 'book', [pk]),
    ])
    return bookContextOf({
      book: book.item,
      number,
      links: (links.get(pk) ?? []).map(row => externalView.bookLinkView(row, id)),
      ids: (ids.get(pk) ?? []).map(row => externalView.bookIdView(row, id)),
      series: ofSeries.item,
    })
  })
}
