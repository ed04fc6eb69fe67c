import type { KomgaCollectionDto, KomgaReadListDto } from '@octavo/contract/komga'
import * as contract from '@octavo/contract/komga-lists'
import { type CoverDeps, coverAnswers } from '../../features/catalogue/covers'
import { curatedLists } from '../../features/reading/curated-lists'
import type { Binder } from '../../http/bind'
import { tagged } from '../../http/reply-cache'
import { notFound } from '../../kernel/app-error'
import { timestamp } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import { holders, items } from '../read-model'
import { bookDto } from './dtos'
import { envelope, pageOf } from './komga-page'
import { komgaLists, type ListDeps } from './lists'

export interface CuratedDeps extends CoverDeps, ListDeps, curatedLists.ListDeps {}

/** Collections and reading lists: read and write. */
export function curatedListRoutes(binder: Binder, deps: CuratedDeps): void {
  const { reader } = deps
  const lists = komgaLists(deps)
  const { COLLECTION, READ_LIST } = curatedLists

  for (const [route, kind] of [
    [contract.komgaListCollections, 'collection'],
    [contract.komgaListReadLists, 'read-list'],
  ] as const) {
    binder.bind(route, async ({ viewer, query }) => {
      const { search, library_id: libraryIds } = query
      const found = await holders.memberListPage({ reader, viewer }, kind, pageOf(query), { search, libraryIds })
      const dtos = found.items.map(list => JSON.stringify(dtoOf(list)))
      const body = envelope(dtos, { query, total: found.total })
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    })
  }
  const one = async (viewer: Viewer, kind: 'collection' | 'read-list', id: string) =>
    dtoOf(await holders.oneMemberList({ reader, viewer }, kind, id))

  binder.bind(contract.komgaGetCollection, async ({ viewer, params, request }) =>
    tagged(request, await one(viewer, 'collection', params.collection_id)),
  )
  binder.bind(contract.komgaCreateCollection, async ({ viewer, body }) => {
    const { seriesIds, ...list } = body
    const pks = await curatedLists.keysToHold(deps, COLLECTION, viewer, seriesIds)
    const { id } = await curatedLists.createList(deps, COLLECTION, viewer, list, (tx, listPk) =>
      curatedLists.fillList(tx, COLLECTION, listPk, pks, deps.now()),
    )
    return one(viewer, 'collection', id)
  })
  binder.bind(contract.komgaUpdateCollection, async ({ viewer, params, body }) => {
    const { seriesIds, ...change } = body
    // Before anything changes: a request is executed completely or not at all.
    if (seriesIds) await curatedLists.keysToHold(deps, COLLECTION, viewer, seriesIds)
    await curatedLists.updateList(deps, COLLECTION, viewer, params.collection_id, change)
    if (seriesIds) await curatedLists.setMembers(deps, COLLECTION, viewer, params.collection_id, seriesIds)
    return null
  })
  binder.bind(contract.komgaDeleteCollection, async ({ viewer, params }) => {
    await curatedLists.removeList(deps, COLLECTION, viewer, params.collection_id)
    return null
  })
  binder.bind(contract.komgaGetCollectionSeries, call =>
    lists.series(call, undefined, { listId: call.params.collection_id }),
  )
  binder.bind(contract.komgaGetCollectionThumbnail, async call => {
    const { memberIds } = await holders.oneMemberList(
      { reader, viewer: call.viewer },
      'collection',
      call.params.collection_id,
    )
    const [id] = memberIds
    if (id === undefined) throw notFound('Thumbnail')
    return coverAnswers.seriesCoverAnswer(deps, call, { id, version: undefined })
  })
  binder.bind(contract.komgaGetSeriesCollections, async ({ viewer, params }) => {
    const { pk } = await items.oneSeries({ reader, viewer }, params.series_id)
    return (await holders.listsWith({ reader, viewer }, 'collection', pk)).map(dtoOf)
  })

  binder.bind(contract.komgaGetReadList, async ({ viewer, params, request }) =>
    tagged(request, await one(viewer, 'read-list', params.read_list_id)),
  )
  binder.bind(contract.komgaCreateReadList, async ({ viewer, body }) => {
    const { bookIds, ...list } = body
    const pks = await curatedLists.keysToHold(deps, READ_LIST, viewer, bookIds)
    const { id } = await curatedLists.createList(deps, READ_LIST, viewer, list, (tx, listPk) =>
      curatedLists.fillList(tx, READ_LIST, listPk, pks, deps.now()),
    )
    return one(viewer, 'read-list', id)
  })
  binder.bind(contract.komgaUpdateReadList, async ({ viewer, params, body }) => {
    const { bookIds, summary, ...change } = body
    if (bookIds) await curatedLists.keysToHold(deps, READ_LIST, viewer, bookIds)
    const changed = { ...change, ...(summary !== null && summary !== undefined && { summary }) }
    await curatedLists.updateList(deps, READ_LIST, viewer, params.read_list_id, changed)
    if (bookIds) await curatedLists.setMembers(deps, READ_LIST, viewer, params.read_list_id, bookIds)
    return null
  })
  binder.bind(contract.komgaDeleteReadList, async ({ viewer, params }) => {
    await curatedLists.removeList(deps, READ_LIST, viewer, params.read_list_id)
    return null
  })
  binder.bind(contract.komgaGetReadListBooks, call =>
    lists.books(call, undefined, { listId: call.params.read_list_id }),
  )
  binder.bind(contract.komgaGetReadListThumbnail, async call => {
    const { memberIds } = await holders.oneMemberList(
      { reader, viewer: call.viewer },
      'read-list',
      call.params.read_list_id,
    )
    const [id] = memberIds
    if (id === undefined) throw notFound('Thumbnail')
    return coverAnswers.bookCoverAnswer(deps, call, { id, version: undefined })
  })
  for (const [route, side] of [
    [contract.komgaGetListedNext, 'after'],
    [contract.komgaGetListedPrevious, 'before'],
  ] as const) {
    binder.bind(route, async ({ viewer, params, request }) => {
      const asked = { reader, viewer }
      const pk = (await holders.neighboursInList(asked, params.read_list_id, params.book_id))[side]
      const [book] = pk === undefined ? [] : await items.booksByKeys(asked, [pk])
      if (!book) throw notFound('Book')
      return tagged(request, bookDto(book))
    })
  }
  binder.bind(contract.komgaGetBookReadLists, async ({ viewer, params }) => {
    const { pk } = await items.oneBook({ reader, viewer }, params.book_id)
    return (await holders.listsWith({ reader, viewer }, 'read-list', pk)).map(dtoOf)
  })
}

function dtoOf(list: holders.MemberListModel): KomgaCollectionDto | KomgaReadListDto {
  const ids = [...list.memberIds]
  const shared = {
    id: list.id,
    name: list.name,
    ordered: list.isOrdered,
    filtered: false,
    createdDate: timestamp(list.createdAt),
    lastModifiedDate: timestamp(list.updatedAt),
  }
  return list.of === 'collection'
    ? { ...shared, seriesIds: ids }
    : { ...shared, summary: list.summary ?? '', bookIds: ids }
}
