import * as contract from '@octavo/contract/read-list'
import type { Binder } from '../../../http/bind'
import { envelope, envelopeText } from '../../../http/envelope'
import { tagged } from '../../../http/reply-cache'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_PLACE, findBook } from '../../catalogue/books'
import { listAnswers } from '../../lists/engine'
import { addToList, beginSection, chooseBook, removeFromList, reorderList } from './change-members'
import { type CuratedListDeps, MOST_WITHOUT_PAGES, seeOther } from './collections.routes'
import { readListView } from './curated-list.view'
import type { CuratedListRow } from './curated-list-row'
import { findList, listsHolding, visibleLists } from './curated-lists.queries'
import { entryTexts, neighboursText } from './entries'
import { MEMBER_BOOKS, READ_LIST } from './kind'
import { countsOf, countsOfOne, coverAddress, membersInput, sortedInput } from './members'
import { createList, removeList, updateList } from './save-list'
import { shareList, sharingOf } from './sharing'

/** Read lists of books. */
export function readListRoutes(binder: Binder, deps: CuratedListDeps): void {
  const { reader } = deps
  const lists = listAnswers(deps, MEMBER_BOOKS)
  const one = (viewer: Viewer, id: string) => findList(reader, viewer, READ_LIST, id)
  const shown = async (viewer: Viewer, row: CuratedListRow) =>
    readListView(row, await countsOfOne(reader, viewer, READ_LIST, row), viewer)
  const several = async (viewer: Viewer, rows: readonly CuratedListRow[]) => {
    const counts = await countsOf(reader, viewer, READ_LIST, rows)
    return { items: rows.map(row => readListView(row, counts(row), viewer)), total: rows.length }
  }

  binder.bind(contract.listReadLists, async ({ viewer, request }) =>
    tagged(request, await several(viewer, await visibleLists(reader, viewer, READ_LIST))),
  )
  binder.bind(contract.createReadList, async ({ viewer, body }) =>
    shown(viewer, await createList(deps, READ_LIST, viewer, body)),
  )
  binder.bind(contract.getReadList, async ({ viewer, params }) => shown(viewer, await one(viewer, params.read_list_id)))
  binder.bind(contract.updateReadList, async ({ viewer, params, body }) =>
    shown(viewer, await updateList(deps, READ_LIST, viewer, params.read_list_id, body)),
  )
  binder.bind(contract.deleteReadList, async ({ viewer, params }) => {
    await removeList(deps, READ_LIST, viewer, params.read_list_id)
    return null
  })

  binder.bind(contract.getReadListBooks, async call => {
    const row = await one(call.viewer, call.params.read_list_id)
    return lists.array(call, sortedInput(READ_LIST, row, call.query), { limit: MOST_WITHOUT_PAGES })
  })
  binder.bind(contract.listReadListBooks, async call => {
    const row = await one(call.viewer, call.params.read_list_id)
    const { condition, fullTextSearch: text } = call.body
    const input = membersInput(READ_LIST, row, { condition, text: text ?? null, sort: call.query.sort ?? null })
    return lists.page({ ...call, query: { ...call.query, full: false } }, input)
  })
  binder.bind(contract.listReadListEntries, async ({ viewer, params, query, url }) => {
    const row = await one(viewer, params.read_list_id)
    const { texts, total } = await entryTexts(reader, viewer, row, query)
    const frame = envelope<never>(url, query.page, query.pageSize, total, [])
    return new Response(envelopeText(frame, texts), { headers: { 'Content-Type': 'application/json;charset=utf-8' } })
  })
  binder.bind(contract.getReadListNeighbours, async ({ viewer, params }) => {
    const row = await one(viewer, params.read_list_id)
    const text = await neighboursText(reader, viewer, row, params.book_id)
    return new Response(text, { headers: { 'Content-Type': 'application/json;charset=utf-8' } })
  })
  binder.bind(contract.addReadListBooks, async ({ viewer, params, body }) => {
    const addedIds = await addToList(deps, READ_LIST, viewer, params.read_list_id, body.bookIds)
    return { ...(await shown(viewer, await one(viewer, params.read_list_id))), addedIds }
  })
  binder.bind(contract.reorderReadListBooks, async ({ viewer, params, body }) => {
    await reorderList(deps, READ_LIST, viewer, params.read_list_id, body.bookIds)
    return null
  })
  binder.bind(contract.setReadListEntryBook, async ({ viewer, params, body }) => {
    await chooseBook(deps, viewer, params.read_list_id, params.entry_id, body)
    return null
  })
  binder.bind(contract.setReadListSection, async ({ viewer, params, body }) => {
    await beginSection(deps, READ_LIST, viewer, params.read_list_id, params.book_id, body.section)
    return null
  })
  binder.bind(contract.removeReadListBook, async ({ viewer, params }) => {
    await removeFromList(deps, READ_LIST, viewer, params.read_list_id, [params.book_id])
    return null
  })
  binder.bind(contract.removeReadListBooks, async ({ viewer, params, body }) => {
    await removeFromList(deps, READ_LIST, viewer, params.read_list_id, body.bookIds)
    return null
  })

  binder.bind(contract.getReadListThumbnail, async ({ viewer, params, url }) => {
    const row = await one(viewer, params.read_list_id)
    return seeOther(await coverAddress(reader, viewer, READ_LIST, row, url.search))
  })
  binder.bind(contract.getBookReadLists, async ({ viewer, params }) => {
    const { pk } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    return several(viewer, await listsHolding(reader, viewer, READ_LIST, pk))
  })

  binder.bind(contract.getReadListSharing, ({ viewer, params }) =>
    sharingOf(deps, READ_LIST, viewer, params.read_list_id),
  )
  binder.bind(contract.setReadListSharing, ({ viewer, params, body }) =>
    shareList(deps, READ_LIST, viewer, params.read_list_id, body),
  )
}
