import * as contract from '@octavo/contract/collection'
import { listPeople } from '@octavo/contract/curated-list'
import type { Binder } from '../../../http/bind'
import { type ReplyCache, tagged } from '../../../http/reply-cache'
import type { Viewer } from '../../../kernel/viewer'
import { findSeries } from '../../catalogue/series'
import { listAnswers } from '../../lists/engine'
import { addToList, removeFromList, reorderList } from './change-members'
import { collectionView } from './curated-list.view'
import type { CuratedListRow } from './curated-list-row'
import { findList, listsHolding, visibleLists } from './curated-lists.queries'
import { COLLECTION, MEMBER_SERIES } from './kind'
import { countsOf, countsOfOne, coverAddress, membersInput, sortedInput } from './members'
import { createList, type ListDeps, removeList, updateList } from './save-list'
import { peopleToShareWith, shareList, sharingOf } from './sharing'

export type CuratedListDeps = ListDeps & { readonly replies: ReplyCache }

/** Maximum number of members without paging. */
export const MOST_WITHOUT_PAGES = 2_000

/** Collections of series. */
export function collectionRoutes(binder: Binder, deps: CuratedListDeps): void {
  const { reader } = deps
  const lists = listAnswers(deps, MEMBER_SERIES)
  const one = (viewer: Viewer, id: string) => findList(reader, viewer, COLLECTION, id)
  const shown = async (viewer: Viewer, row: CuratedListRow) =>
    collectionView(row, await countsOfOne(reader, viewer, COLLECTION, row), viewer)
  const several = async (viewer: Viewer, rows: readonly CuratedListRow[]) => {
    const counts = await countsOf(reader, viewer, COLLECTION, rows)
    return { items: rows.map(row => collectionView(row, counts(row), viewer)), total: rows.length }
  }

  // Registered before the routes of one collection, whose id would be `people`.
  binder.bind(listPeople, ({ query }) => peopleToShareWith(reader, query.q))

  binder.bind(contract.listCollections, async ({ viewer, request }) =>
    tagged(request, await several(viewer, await visibleLists(reader, viewer, COLLECTION))),
  )
  binder.bind(contract.createCollection, async ({ viewer, body }) =>
    shown(viewer, await createList(deps, COLLECTION, viewer, body)),
  )
  binder.bind(contract.getCollection, async ({ viewer, params }) =>
    shown(viewer, await one(viewer, params.collection_id)),
  )
  binder.bind(contract.updateCollection, async ({ viewer, params, body }) =>
    shown(viewer, await updateList(deps, COLLECTION, viewer, params.collection_id, body)),
  )
  binder.bind(contract.deleteCollection, async ({ viewer, params }) => {
    await removeList(deps, COLLECTION, viewer, params.collection_id)
    return null
  })

  binder.bind(contract.getCollectionSeries, async call => {
    const row = await one(call.viewer, call.params.collection_id)
    return lists.array(call, sortedInput(COLLECTION, row, call.query), { limit: MOST_WITHOUT_PAGES })
  })
  binder.bind(contract.listCollectionSeries, async call => {
    const row = await one(call.viewer, call.params.collection_id)
    const { condition, fullTextSearch: text } = call.body
    const input = membersInput(COLLECTION, row, { condition, text: text ?? null, sort: call.query.sort ?? null })
    return lists.page({ ...call, query: { ...call.query, full: false } }, input)
  })
  binder.bind(contract.addCollectionSeries, async ({ viewer, params, body }) => {
    const addedIds = await addToList(deps, COLLECTION, viewer, params.collection_id, body.seriesIds)
    return { ...(await shown(viewer, await one(viewer, params.collection_id))), addedIds }
  })
  binder.bind(contract.reorderCollectionSeries, async ({ viewer, params, body }) => {
    await reorderList(deps, COLLECTION, viewer, params.collection_id, body.seriesIds)
    return null
  })
  binder.bind(contract.removeCollectionSeries, async ({ viewer, params }) => {
    await removeFromList(deps, COLLECTION, viewer, params.collection_id, [params.series_id])
    return null
  })
  binder.bind(contract.removeSeveralCollectionSeries, async ({ viewer, params, body }) => {
    await removeFromList(deps, COLLECTION, viewer, params.collection_id, body.seriesIds)
    return null
  })

  binder.bind(contract.getCollectionThumbnail, async ({ viewer, params, url }) => {
    const row = await one(viewer, params.collection_id)
    return seeOther(await coverAddress(reader, viewer, COLLECTION, row, url.search))
  })
  binder.bind(contract.getSeriesCollections, async ({ viewer, params }) => {
    const { pk } = await findSeries(reader, viewer, params.series_id)
    return several(viewer, await listsHolding(reader, viewer, COLLECTION, pk))
  })

  binder.bind(contract.getCollectionSharing, ({ viewer, params }) =>
    sharingOf(deps, COLLECTION, viewer, params.collection_id),
  )
  binder.bind(contract.setCollectionSharing, ({ viewer, params, body }) =>
    shareList(deps, COLLECTION, viewer, params.collection_id, body),
  )
}

/**
 * Redirects to the cover of a member, whose address checks access. Not cached: another member may be first tomorrow.
 */
export function seeOther(address: string): Response {
  return new Response(null, { status: 307, headers: { Location: address, 'Cache-Control': 'private, no-cache' } })
}
