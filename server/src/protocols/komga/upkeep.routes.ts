import * as contract from '@octavo/contract/komga-administration'
import type { coverRoutes } from '../../features/catalogue/covers'
import type { analysisRoutes } from '../../features/ingest/analysis'
import { duplicateBookKeys } from '../../features/ingest/duplicates'
import type { fileDeletionRoutes } from '../../features/ingest/file-deletion'
import type { taskRoutes } from '../../features/operations/tasks'
import type { Binder } from '../../http/bind'
import { JSON_TYPE } from '../../http/reply-cache'
import { type Asked, items } from '../read-model'
import { accepted } from './accepted'
import { bookDto } from './dtos'
import { pageOf, pageText } from './komga-page'

/** Use cases of our own API. */
export interface UpkeepDeps {
  readonly reader: Asked['reader']
  readonly analyze: ReturnType<typeof analysisRoutes>
  readonly deleteFiles: ReturnType<typeof fileDeletionRoutes>
  readonly makeCovers: ReturnType<typeof coverRoutes>
  readonly cancelTasks: ReturnType<typeof taskRoutes>
}

/** Work on series and books, duplicates and tasks. */
export function upkeepRoutes(binder: Binder, deps: UpkeepDeps): void {
  const { reader, analyze, deleteFiles } = deps

  // One reading of a file is both: it finds pages and metadata.
  for (const route of [contract.komgaAnalyzeSeries, contract.komgaRefreshSeries]) {
    binder.bind(route, async ({ viewer, params }) => {
      await analyze.series(viewer, params.series_id)
      return accepted()
    })
  }
  for (const route of [contract.komgaAnalyzeBook, contract.komgaRefreshBook]) {
    binder.bind(route, async ({ viewer, params }) => {
      await analyze.book(viewer, params.book_id)
      return accepted()
    })
  }
  binder.bind(contract.komgaDeleteSeriesFiles, async ({ viewer, params }) => {
    await deleteFiles.ofSeries(viewer, params.series_id)
    return accepted()
  })
  binder.bind(contract.komgaDeleteBookFile, async ({ viewer, params }) => {
    await deleteFiles.ofBook(viewer, params.book_id)
    return accepted()
  })
  binder.bind(contract.komgaMakeBookThumbnails, async ({ viewer }) => {
    await deps.makeCovers(viewer)
    return accepted()
  })
  binder.bind(contract.komgaListDuplicates, async ({ viewer, query }) => {
    const { page, pageSize } = pageOf(query)
    const place = { skip: (page - 1) * pageSize, limit: pageSize }
    const { pks, total } = await duplicateBookKeys(reader, viewer, place)
    const found = { items: await items.booksByKeys({ reader, viewer }, pks), total }
    return new Response(
      pageText(found, book => bookDto(book), query),
      { headers: { 'Content-Type': JSON_TYPE } },
    )
  })
  binder.bind(contract.komgaDeleteTasks, ({ viewer }) => deps.cancelTasks(viewer))
}
