import * as contract from '@octavo/contract/komga-read-lists'
import { komgaDownloadSeries } from '@octavo/contract/komga-reading'
import type { Archives } from '../../features/catalogue/downloads'
import { curatedLists } from '../../features/reading/curated-lists'
import { type ProgressDeps, readerActs } from '../../features/reading/progress'
import type { Binder } from '../../http/bind'
import { uploadedFile } from '../../http/upload'
import { notFound } from '../../kernel/app-error'
import { LIMITS } from '../../kernel/limits'
import type { Viewer } from '../../kernel/viewer'
import { holders } from '../read-model'

export interface WholeListDeps extends ProgressDeps {
  readonly archives: Archives
}

/** Whole reading lists and series: downloads, progress of lists, and imports of lists. */
export function wholeListRoutes(binder: Binder, deps: WholeListDeps): void {
  const { reader, archives } = deps

  binder.bind(komgaDownloadSeries, call => archives.ofSeries(call, call.params.series_id))
  binder.bind(contract.komgaDownloadReadList, async call => {
    requireReadLists(call.viewer)
    const list = await holders.oneMemberList({ reader, viewer: call.viewer }, 'read-list', call.params.read_list_id)
    if (list.memberIds.length === 0) throw notFound('Book')
    return archives.of(call, { bookIds: list.memberIds, seriesIds: [] })
  })
  binder.bind(contract.komgaGetReadListTracker, async ({ viewer, params }) => {
    requireReadLists(viewer)
    const pks = await holders.memberKeys({ reader, viewer }, 'read-list', params.read_list_id)
    return readerActs.readUpToInList(reader, viewer, pks)
  })
  binder.bind(contract.komgaUpdateReadListTracker, async ({ viewer, params, body, request }) => {
    requireReadLists(viewer)
    const pks = await holders.memberKeys({ reader, viewer }, 'read-list', params.read_list_id)
    const first = pks.slice(0, Math.max(0, body.lastBookRead))
    await readerActs.markAsRead(deps, viewer, readerActs.sourceOf(request, viewer), first)
    return null
  })
  binder.bind(contract.komgaMatchReadList, async ({ viewer, request }): Promise<contract.KomgaReadListMatch> => {
    const file = await uploadedFile(request, ['file'], LIMITS.curatedLists.fileBytes)
    const found = await curatedLists.matchedFile(reader, viewer, Buffer.from(await file.arrayBuffer()))
    return {
      readListMatch: { name: found.name, errorCode: '' },
      requests: found.entries.map(({ series, number, volume }, at) => {
        const bySeries = Map.groupBy(found.matches[at]?.candidates ?? [], ({ seriesId }) => seriesId)
        return {
          request: { series: volume === null ? [series] : [`${series} (${volume})`, series], number: number ?? '' },
          matches: Array.from(bySeries, ([seriesId, books]) => ({
            series: { seriesId, title: books[0]?.seriesTitle ?? '', releaseDate: null },
            books: books.map(({ bookId, title, number: own }) => ({ bookId, number: String(own ?? ''), title })),
          })),
        }
      }),
      errorCode: '',
    }
  })
}

/**
 * For routes whose own permission is another one.
 * @throws NotFound for people who may read no list, as for a missing one
 */
function requireReadLists({ permissions }: Viewer): void {
  if (!permissions.has('readlists-read')) throw notFound(holders.kindOf('read-list').noun)
}
