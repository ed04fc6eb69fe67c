import * as contract from '@octavo/contract/duplicate'
import * as bookContract from '@octavo/contract/duplicate-books'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { notFound, refused } from '../../../kernel/app-error'
import type { Logger } from '../../../kernel/log'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { putTask, type TaskRequests } from '../../../platform/task-requests'
import type { NamingDeps } from '../../catalogue/editing'
import { bookGroupView, booksView, seriesView } from './duplicate.view'
import { bookGroups, seriesGroups, titleOf } from './duplicates.queries'
import { dismissGroup } from './duplicates.store'
import { DUPLICATE_SEARCH } from './find-duplicates'
import { groupsById, membersOf, pageOfGroups, readersOf, resolutionsOf } from './group-books.queries'
import { mergeDuplicates, planMerge } from './merge-duplicates'

export interface DuplicateRouteDeps extends TaskRequests, NamingDeps {
  /** Whether this server deletes files at all. */
  readonly deletesFiles: boolean
  readonly log: Pick<Logger, 'error'>
}

/** Groups per page: each has many books. */
const MOST_AT_ONCE = 50

/** Duplicate books and series, as far as they are visible to the viewer. */
export function duplicateRoutes(binder: Binder, deps: DuplicateRouteDeps): void {
  const { reader, write, now } = deps

  binder.bind(contract.listDuplicates, async ({ viewer }) => booksView(await bookGroups(reader, viewer)))

  binder.bind(bookContract.listDuplicateBooks, async ({ viewer, query, url }) => {
    const { page, certainty } = query
    const pageSize = Math.min(query.pageSize, MOST_AT_ONCE)
    const { groups, total } = await pageOfGroups(reader, viewer, {
      ...{ certainty, skip: (page - 1) * pageSize, limit: pageSize },
    })
    const members = await membersOf(
      reader,
      viewer,
      groups.map(({ pk }) => pk),
    )
    const bookPks = [...new Set(members.map(({ pk }) => pk))]
    const [resolutions, readers] = await Promise.all([
      resolutionsOf(reader, bookPks),
      viewer.permissions.has('system-admin') ? readersOf(reader, bookPks) : null,
    ])
    const byGroup = Map.groupBy(members, member => member.duplicate_pk)
    const data = groups.map(group => bookGroupView(group, byGroup.get(group.pk) ?? [], resolutions, readers))
    return envelope(url, page, pageSize, total, data)
  })

  binder.bind(bookContract.planDuplicateMerge, ({ viewer, body }) => planMerge(reader, viewer, body))

  binder.bind(bookContract.mergeDuplicateBooks, ({ viewer, body }) => mergeDuplicates(deps, viewer, body))

  binder.bind(contract.listSeriesDuplicates, async ({ viewer, query }) =>
    seriesView(await seriesGroups(reader, viewer, query.matchType)),
  )

  binder.bind(contract.triggerDuplicateScan, async ({ viewer }) => {
    const { id, isNew } = await putTask(deps, viewer, DUPLICATE_SEARCH)
    if (!isNew) throw refused('Conflict', 'task_waits', 'A search for duplicates is already waiting or running')
    return { taskId: id, message: 'Duplicate scan started' }
  })

  binder.bind(contract.deleteDuplicateGroup, async ({ viewer, params }) => {
    const id = params.duplicate_id.toLowerCase()
    const group = (await groupsById(reader, [id])).get(id)
    const members = group ? await membersOf(reader, viewer, [group.pk]) : []
    const shown = group && members.length > 1 ? [{ group: { ...group, id }, ids: members.map(book => book.id) }] : []
    await dismiss(viewer, 'book', shown, id)
    return null
  })

  binder.bind(contract.deleteSeriesDuplicateGroup, async ({ viewer, params }) => {
    const groups = await seriesGroups(reader, viewer, undefined)
    const shown = groups.map(({ group, members }) => ({ group, ids: members.map(({ id }) => id) }))
    await dismiss(viewer, 'series', shown, params.duplicate_id)
    return null
  })

  /** @throws NotFound, also for a group hidden from the viewer */
  async function dismiss(viewer: Viewer, kind: 'book' | 'series', shown: readonly ShownGroup[], id: string) {
    const found = shown.find(({ group }) => group.id === id.toLowerCase())
    const isDismissed = await write(async tx => {
      if (!found || !(await dismissGroup(tx, found.group.pk, now()))) return false
      const [first = '', ...also] = found.ids
      const subject = { kind, id: first, name: await titleOf(tx, kind, first) } as const
      const details = { [kind === 'book' ? 'books' : 'series']: found.ids.length }
      await recordAct(tx, viewer, 'duplicate_dismissed', subject, { now: now(), details, also })
      return true
    })
    if (!isDismissed) throw notFound('Duplicate group')
  }
}

interface ShownGroup {
  readonly group: { readonly pk: number; readonly id: string }
  /** Of its books or series. */
  readonly ids: readonly string[]
}
