import * as contract from '@octavo/contract/metadata-history'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../../people/access'
import { BOOK_PLACE, findBook } from '../books'
import { bookState } from './edit-book'
import { seriesState } from './edit-series'
import { type EditedKind, editsOf, editView } from './history.queries'
import { bookProvenance, seriesProvenance } from './provenance.queries'
import { type RevertDeps, revertMetadata } from './revert-edits'

/** Provenance, history and revert of the metadata of books and series. */
export function historyRoutes(binder: Binder, deps: RevertDeps): void {
  const { reader } = deps
  const bookPk = async (viewer: Viewer, id: string) => (await findBook(reader, viewer, BOOK_PLACE, id)).pk

  const history = async (kind: EditedKind, pk: number, url: URL, query: { page: number; pageSize: number }) => {
    const { rows, total } = await editsOf(reader, kind, pk, query)
    return envelope(url, query.page, query.pageSize, total, rows.map(editView))
  }

  binder.bind(contract.getBookProvenance, async ({ viewer, params }) => ({
    fields: await bookProvenance(reader, await bookState(reader, await bookPk(viewer, params.book_id))),
  }))
  binder.bind(contract.getSeriesProvenance, async ({ viewer, params }) => ({
    fields: await seriesProvenance(
      reader,
      await seriesState(reader, await requireSeries(reader, viewer, params.series_id)),
    ),
  }))
  binder.bind(contract.getBookHistory, async ({ viewer, params, query, url }) =>
    history('book', await bookPk(viewer, params.book_id), url, query),
  )
  binder.bind(contract.getSeriesHistory, async ({ viewer, params, query, url }) =>
    history('series', await requireSeries(reader, viewer, params.series_id), url, query),
  )
  binder.bind(contract.revertBookMetadata, async ({ viewer, params, body }) =>
    revertMetadata(deps, viewer, 'book', await bookPk(viewer, params.book_id), body),
  )
  binder.bind(contract.revertSeriesMetadata, async ({ viewer, params, body }) =>
    revertMetadata(deps, viewer, 'series', await requireSeries(reader, viewer, params.series_id), body),
  )
}
