/** The worker's part, and the task. */
export { BACKUP, backupHandlers } from './backup-task'
/** The routes of backups. */
export { backupRoutes } from './backups.routes'
/** What there is. */
export { listBackups } from './backups-folder'
export { importExport, verifyExport } from './import-export'
/** Making and reading backups and exports: for commands. */
export { type BackupJob, makeBackup, writeFlushed } from './make-backup'
export { makeExport } from './make-export'
/** What killed commands left behind. */
export { pruneDrafts } from './prune-drafts'
export { restoreBackup, verifyBackup } from './restore-backup'
export { secretIn } from './server-id'
