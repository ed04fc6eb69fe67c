import type { AuditAction } from '@octavo/contract/audit'
import type { Tx } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { recordAct, type Subject } from '../audit-log'

/**
 * Records a person's action on a task in the audit log: linked to the task's book, series or library, else to the task.
 */
export async function recordTask(
  tx: Tx,
  viewer: Viewer,
  taskId: string,
  action: AuditAction,
  { now, details }: { readonly now: number; readonly details: Readonly<Record<string, unknown>> },
): Promise<void> {
  const row = await tx.query
    .selectFrom('tasks')
    .leftJoin('books', 'books.id', 'tasks.book_id')
    .leftJoin('series', 'series.id', 'tasks.series_id')
    .leftJoin('libraries', 'libraries.id', 'tasks.library_id')
    .select(['tasks.task_type', 'books.id as book_id', 'books.title as book_title'])
    .select(['series.id as series_id', 'series.title as series_title'])
    .select(['libraries.id as library_id', 'libraries.name as library_name'])
    .where('tasks.id', '=', taskId)
    .executeTakeFirstOrThrow()
  const named: readonly (readonly [Subject['kind'], string | null, string | null])[] = [
    ['book', row.book_id, row.book_title],
    ['series', row.series_id, row.series_title],
    ['library', row.library_id, row.library_name],
  ]
  const [kind, id, name] = named.find(([, id]) => id !== null) ?? ['task', taskId, row.task_type]
  const { library_id, library_name } = row
  const library = library_id === null ? {} : { library: { id: library_id, name: library_name ?? '' } }
  await recordAct(tx, viewer, action, { kind, id, name: name ?? '' }, { now, details, ...library })
}
