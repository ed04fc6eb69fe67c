import { join } from 'node:path'
import { z } from 'zod'
import type { Connection } from '../../../db'
import { AppError, refused } from '../../../kernel/app-error'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { backupInProcess } from './backup-process'
import { isBackupName } from './backups-folder'
import type { BackupJob } from './make-backup'
import { BackupRefused } from './manifest-file'
import { verifyBackup } from './restore-backup'

/** Priority above long tasks such as scans, since it only reads. One retry if its process ended. */
export const BACKUP: TaskDraft = { type: 'create_backup', payload: {}, priority: 700, maxAttempts: 2 }

/** Checks one; its payload is the name. */
export const VERIFY: TaskDraft = { type: 'verify_backup', payload: {}, priority: 700 }

const Payload = z.object({ name: z.string() })

/** What the worker does to make a backup, and to check one. */
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
    verify_backup: {
      weight: 'heavy',
      async run(context) {
        const { name } = Payload.parse(context.task.payload)
        const { folder, passphrase } = job()
        if (!isBackupName(name)) throw new AppError('NotFound', 'There is no backup with this name')
        try {
          const step = (text: string) => context.note('info', text)
          const { parts, octavo } = await verifyBackup(join(folder, name), passphrase, context.signal, step)
          const bytes = parts.reduce((total, part) => total + part.bytes, 0)
          context.processed({ items: 1, bytes })
          return { name, bytes, octavo }
        } catch (error) {
          if (error instanceof BackupRefused) {
            throw refused('UnprocessableEntity', error.reason, error.message, { where: folder })
          }
          throw error
        }
      },
    },
  }
}
