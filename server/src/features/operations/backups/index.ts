/** The worker's part, and the task. */
export { BACKUP, backupHandlers } from './backup-task'
/** The routes of backups. */
export { backupRoutes } from './backups.routes'
/** What there is. */
export { listBackups } from './backups-folder'
/** Making and restoring backups: for commands. */
export { type BackupJob, makeBackup, writeFlushed } from './make-backup'
export { restoreBackup, verifyBackup } from './restore-backup'
export { secretIn } from './server-id'
