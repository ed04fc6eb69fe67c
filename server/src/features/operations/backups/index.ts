/** Making and restoring backups: for commands. */
export { makeBackup, writeFlushed } from './make-backup'
export { restoreBackup, verifyBackup } from './restore-backup'
