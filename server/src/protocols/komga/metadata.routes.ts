import {
  KOMGA_MOST_EDITED,
  type KomgaBookMetadataUpdate,
  komgaUpdateBookMetadata,
  komgaUpdateBooksMetadata,
  komgaUpdateSeriesMetadata,
} from '@octavo/contract/komga-metadata'
import type { Tx } from '../../db'
import { type EditingDeps, prepareBookEdits, prepareSeriesEdit } from '../../features/catalogue/editing'
import { externalEdits } from '../../features/catalogue/external-edits'
import { sharingByName } from '../../features/people/sharing-tags'
import { type Binder, requirePermission } from '../../http/bind'
import { AppError } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { items } from '../read-model'
import { bookEditOf, seriesEditOf } from './edits.rules'

export interface MetadataDeps {
  readonly editing: EditingDeps
  readonly sharing: sharingByName.TagDeps
}

type Links = readonly { readonly label: string; readonly url: string }[]
type Step = (tx: Tx) => Promise<unknown>

/**
 * Metadata of series and books, edited by other apps: the same edits as in the web app, with locks, history and audit. All of a
 * request is checked before anything is written, and written in one transaction.
 */
export function metadataRoutes(binder: Binder, { editing, sharing }: MetadataDeps): void {
  const { reader, write } = editing
  const external = externalEdits(editing)

  async function linksStep(
    viewer: Viewer,
    of: 'book' | 'series',
    id: string,
    links: Links | null | undefined,
    webOfFile: string | null,
  ): Promise<Step | null> {
    if (links === undefined) return null
    // The file's own address is shown among the links, but is not one of them.
    const wanted = (links ?? []).filter(({ url }) => url !== webOfFile)
    const said = wanted.map(({ label, url }) => ({ sourceName: label, url }))
    return external.prepareLinks(viewer, await external.find(viewer, of, id), said)
  }

  async function editBooks(viewer: Viewer, books: readonly (readonly [id: string, KomgaBookMetadataUpdate])[]) {
    const edits: { readonly id: string; readonly change: ReturnType<typeof bookEditOf> }[] = []
    const steps: (Step | null)[] = []
    for (const [asked, given] of books) {
      const { id, authors, web } = await items.oneBook({ reader, viewer }, asked)
      edits.push({ id, change: bookEditOf(given, authors) })
      steps.push(await linksStep(viewer, 'book', id, given.links, web))
    }
    await writeAll([await prepareBookEdits(editing, viewer, edits), ...steps])
  }

  const writeAll = (steps: readonly (Step | null)[]) =>
    write(async tx => {
      for (const step of steps) await step?.(tx)
    })

  binder.bind(komgaUpdateSeriesMetadata, async ({ viewer, params: { series_id: id }, body }) => {
    const { sharingLabels: labels } = body
    // Checked before anything changes: only administrators change visibility.
    if (labels) requirePermission(viewer, 'system-admin')
    await writeAll([
      labels ? await sharingByName.prepareSharingByNames(sharing, viewer, id, labels) : null,
      await prepareSeriesEdit(editing, viewer, id, seriesEditOf(body)),
      await linksStep(viewer, 'series', id, body.links, null),
    ])
    if (labels) sharingByName.changed(sharing)
    return null
  })
  binder.bind(komgaUpdateBookMetadata, async ({ viewer, params, body }) => {
    await editBooks(viewer, [[params.book_id, body]])
    return null
  })
  binder.bind(komgaUpdateBooksMetadata, async ({ viewer, body }) => {
    const books = Object.entries(body)
    if (books.length > KOMGA_MOST_EDITED) {
      throw new AppError('BadRequest', `At most ${KOMGA_MOST_EDITED} books at a time`)
    }
    await editBooks(viewer, books)
    return null
  })
}
