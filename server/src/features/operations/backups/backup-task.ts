import type { Connection } from '../../../db'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { backupInProcess } from './backup-process'
import type { BackupJob } from './make-backup'

/** Priority above long tasks such as scans, since it only reads. One retry if its process ended. */
export const BACKUP: TaskDraft = { type: 'create_backup', payload: {}, priority: 700, maxAttempts: 2 }

/** What the worker does to make a backup. */
export function backupHandlers({
  connection,
  job,
}: {
  readonly connection: Connection
  /** Current setting. */
  readonly job: () => BackupJob
}): TaskHandlers {
  return {
    create_backup: {
      weight: 'heavy',
      async run(context) {
        const work = taskWork(connection, context)
        const made = await backupInProcess(job(), work.signal, text => work.note('info', text))
        work.processed({ items: 1, bytes: made.bytes })
        for (const name of made.removed) work.note('info', `Removed ${name}`)
        return { name: made.name, bytes: made.bytes, old_backups_removed: made.removed.length }
      },
    },
  }
}
