import type { AuditAction } from '@octavo/contract/audit'
import * as contract from '@octavo/contract/duplicate'
import * as bookContract from '@octavo/contract/duplicate-books'
import type { Tx } from '../../../db'
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
import { setDismissed } from './duplicates.store'
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
    seriesView(await seriesGroups(reader, viewer, query)),
  )

  binder.bind(contract.triggerDuplicateScan, async ({ viewer }) => {
    const { id, isNew } = await putTask(deps, viewer, DUPLICATE_SEARCH)
    if (!isNew) throw refused('Conflict', 'task_waits', 'A search for duplicates is already waiting or running')
    return { taskId: id, message: 'Duplicate scan started' }
  })

  binder.bind(contract.deleteDuplicateGroup, async ({ viewer, params }) => {
    const shown = await shownBooks(viewer, params.duplicate_id, false)
    await dismiss(viewer, 'book', shown)
    return null
  })

  binder.bind(contract.restoreDuplicateGroup, async ({ viewer, params }) => {
    const shown = await shownBooks(viewer, params.duplicate_id, true)
    await restore(viewer, 'book', shown)
    return null
  })

  binder.bind(contract.deleteSeriesDuplicateGroup, async ({ viewer, params }) => {
    const shown = await shownSeries(viewer, params.duplicate_id, false)
    await dismiss(viewer, 'series', shown)
    return null
  })

  binder.bind(contract.restoreSeriesDuplicateGroup, async ({ viewer, params }) => {
    const shown = await shownSeries(viewer, params.duplicate_id, true)
    await restore(viewer, 'series', shown)
    return null
  })

  /** @throws NotFound, also for a group hidden from the viewer */
  async function shownBooks(viewer: Viewer, given: string, withDismissed: boolean): Promise<ShownGroup> {
    const id = given.toLowerCase()
    const group = (await groupsById(reader, [id], { withDismissed })).get(id)
    const members = group ? await membersOf(reader, viewer, [group.pk]) : []
    if (!group || members.length < 2) throw notFound('Duplicate group')
    return { pk: group.pk, ids: members.map(book => book.id) }
  }

  /** @throws NotFound, also for a group hidden from the viewer */
  async function shownSeries(viewer: Viewer, given: string, withDismissed: boolean): Promise<ShownGroup> {
    const id = given.toLowerCase()
    const found = (await seriesGroups(reader, viewer, { withDismissed })).find(({ group }) => group.id === id)
    if (!found) throw notFound('Duplicate group')
    return { pk: found.group.pk, ids: found.members.map(series => series.id) }
  }

  async function dismiss(viewer: Viewer, kind: Kind, shown: ShownGroup) {
    const isDismissed = await write(async tx => {
      if (!(await setDismissed(tx, shown.pk, true, now()))) return false
      await record(tx, viewer, 'duplicate_dismissed', kind, shown)
      return true
    })
    if (!isDismissed) throw notFound('Duplicate group')
  }

  /** Nothing changes for a group that is not dismissed. */
  async function restore(viewer: Viewer, kind: Kind, shown: ShownGroup) {
    await write(async tx => {
      if (await setDismissed(tx, shown.pk, false, now())) await record(tx, viewer, 'duplicate_restored', kind, shown)
    })
  }

  async function record(tx: Tx, viewer: Viewer, action: AuditAction, kind: Kind, { ids }: ShownGroup) {
    const [first = '', ...also] = ids
    const subject = { kind, id: first, name: await titleOf(tx, kind, first) }
    const details = { [kind === 'book' ? 'books' : 'series']: ids.length }
    await recordAct(tx, viewer, action, subject, { now: now(), details, also })
  }
}

type Kind = 'book' | 'series'

interface ShownGroup {
  readonly pk: number
  /** Of its books or series. */
  readonly ids: readonly string[]
}
