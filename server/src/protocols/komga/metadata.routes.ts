import {
  KOMGA_MOST_EDITED,
  type KomgaBookMetadataUpdate,
  komgaUpdateBookMetadata,
  komgaUpdateBooksMetadata,
  komgaUpdateSeriesMetadata,
} from '@octavo/contract/komga-metadata'
import { type EditingDeps, editOneBook, editOneSeries } from '../../features/catalogue/editing'
import { externalEdits } from '../../features/catalogue/external-edits'
import { sharingByName } from '../../features/people/sharing-tags'
import { type Binder, requirePermission } from '../../http/bind'
import { AppError } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { type BookModel, items } from '../read-model'
import { bookEditOf, seriesEditOf } from './edits.rules'

export interface MetadataDeps {
  readonly editing: EditingDeps
  readonly sharing: sharingByName.TagDeps
}

type Links = readonly { readonly label: string; readonly url: string }[]

/** Metadata of series and books, edited by other apps: the same edits as in the web app, with locks, history and audit. */
export function metadataRoutes(binder: Binder, deps: MetadataDeps): void {
  const { editing } = deps
  const { reader } = editing
  const external = externalEdits(editing)
  const setLinks = async (
    viewer: Viewer,
    of: 'book' | 'series',
    id: string,
    links: Links | null,
    kept: string | null,
  ) => {
    const wanted = (links ?? []).filter(({ url }) => url !== kept)
    await external.setLinks(
      viewer,
      await external.find(viewer, of, id),
      wanted.map(({ label, url }) => ({ sourceName: label, url })),
    )
  }

  async function editBook(viewer: Viewer, { id, authors, web }: BookModel, given: KomgaBookMetadataUpdate) {
    await editOneBook(editing, viewer, id, bookEditOf(given, authors))
    // The address that its file says is shown among the links, and is none of them.
    if (given.links !== undefined) await setLinks(viewer, 'book', id, given.links, web)
  }

  binder.bind(komgaUpdateSeriesMetadata, async ({ viewer, params, body }) => {
    const edit = seriesEditOf(body)
    const { sharingLabels } = body
    // Before anything changes: who sees a series is for administrators.
    if (sharingLabels) requirePermission(viewer, 'system-admin')
    await editOneSeries(editing, viewer, params.series_id, edit)
    if (body.links !== undefined) await setLinks(viewer, 'series', params.series_id, body.links, null)
    if (sharingLabels) await sharingByName.shareByNames(deps.sharing, viewer, params.series_id, sharingLabels)
    return null
  })
  binder.bind(komgaUpdateBookMetadata, async ({ viewer, params, body }) => {
    await editBook(viewer, await items.oneBook({ reader, viewer }, params.book_id), body)
    return null
  })
  binder.bind(komgaUpdateBooksMetadata, async ({ viewer, body }) => {
    const wanted = Object.entries(body)
    if (wanted.length > KOMGA_MOST_EDITED) {
      throw new AppError('BadRequest', `At most ${KOMGA_MOST_EDITED} books at a time`)
    }
    // All are read before the first is written: one that is not there changes nothing.
    const books = []
    for (const [id, given] of wanted) {
      const book = await items.oneBook({ reader, viewer }, id)
      bookEditOf(given, book.authors)
      books.push({ book, given })
    }
    for (const { book, given } of books) await editBook(viewer, book, given)
    return null
  })
}
