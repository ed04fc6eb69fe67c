import * as contract from '@octavo/contract/duplicate'
import type { Reader, Write } from '../../db'
import type { Binder } from '../../http/bind'
import { AppError, notFound } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import { enqueue } from '../../platform/queue'
import type { TaskSignal } from '../../platform/task-signal'
import { booksView, seriesView } from './duplicate.view'
import { bookGroups, seriesGroups } from './duplicates.queries'
import { dismissGroup } from './duplicates.store'
import { DUPLICATE_SEARCH } from './find-duplicates'

export interface DuplicateRouteDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly tasks: TaskSignal
}

/** Books and series that are there twice, as far as the viewer may see them. */
export function duplicateRoutes(binder: Binder, { reader, write, now, tasks }: DuplicateRouteDeps): void {
  binder.bind(contract.listDuplicates, async ({ viewer }) => booksView(await bookGroups(reader, viewer)))

  binder.bind(contract.listSeriesDuplicates, async ({ viewer, query }) =>
    seriesView(await seriesGroups(reader, viewer, query.matchType)),
  )

  binder.bind(contract.triggerDuplicateScan, async ({ viewer }) => {
    const { id, isNew } = await write(tx => enqueue(tx, { ...DUPLICATE_SEARCH, requestedByPk: viewer.userPk }))
    if (!isNew) throw new AppError('Conflict', 'A search for duplicates is waiting or under way already')
    tasks.notify()
    return { taskId: id, message: 'Duplicate scan started' }
  })

  binder.bind(contract.deleteDuplicateGroup, async ({ viewer, params }) => {
    await dismiss(await bookGroups(reader, viewer), params.duplicate_id)
    return null
  })

  binder.bind(contract.deleteSeriesDuplicateGroup, async ({ viewer, params }) => {
    await dismiss(await seriesGroups(reader, viewer, undefined), params.duplicate_id)
    return null
  })

  /** @throws NotFound, also for a group that the viewer may not see */
  async function dismiss(shown: readonly { group: { pk: number; id: string } }[], id: string): Promise<void> {
    const pk = shown.find(({ group }) => group.id === id.toLowerCase())?.group.pk
    if (pk === undefined || !(await write(tx => dismissGroup(tx, pk, now())))) throw notFound('Duplicate group')
  }
}
