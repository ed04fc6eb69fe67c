import * as contract from '@octavo/contract/backup'
import type { Binder } from '../../../http/bind'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { BACKUP } from './backup-task'
import { listBackups, type StoredBackup } from './backups-folder'
import { serverId } from './server-id'

export interface BackupRouteDeps extends TaskRequests {
  /** The current folder and settings of backups. */
  readonly settings: () => { readonly folder: string; readonly keep: number; readonly passphrase: string | null }
  /** The server's signing key. */
  readonly secret: string
}

export function backupRoutes(binder: Binder, deps: BackupRouteDeps): void {
  const server = serverId(deps.secret)

  binder.bind(contract.listBackups, async () => {
    const { folder, keep, passphrase } = deps.settings()
    const about = { folder, keep, encrypts: passphrase !== null }
    try {
      const backups = (await listBackups(folder)).map(backup => view(backup, server))
      return { ...about, problem: null, backups }
    } catch (error) {
      return { ...about, problem: (error as Error).message, backups: [] }
    }
  })

  binder.bind(contract.createBackup, async ({ viewer }) => ({
    ...(await askForTask(deps, viewer, BACKUP)),
    message: 'Backup queued successfully',
  }))
}

function view({ name, bytes, manifest, problem }: StoredBackup, server: string) {
  return {
    name,
    createdAt: manifest?.createdAt ?? null,
    bytes,
    octavo: manifest?.octavo ?? null,
    database: manifest?.database.kind ?? null,
    encrypted: manifest?.encryption === 'age',
    ofThisServer: manifest?.server === server,
    problem,
  }
}
