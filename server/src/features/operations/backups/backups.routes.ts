import * as contract from '@octavo/contract/backup'
import { attachment } from '../../../http/attachment'
import type { Binder } from '../../../http/bind'
import { isHead } from '../../../http/head'
import { rangedAnswer } from '../../../http/ranged-answer'
import { type AppError, refused } from '../../../kernel/app-error'
import { recordAct } from '../../../platform/audit-log'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { archiveEtag, backupArchive } from './backup-archive'
import { BACKUP, VERIFY } from './backup-task'
import { cannotUse, listBackups, type StoredBackup, takeBackup } from './backups-folder'
import { BackupRefused } from './manifest-file'
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
      return { ...about, problem: null, reason: null, backups }
    } catch (error) {
      const reason = error instanceof BackupRefused ? error.reason : 'backup_folder'
      return { ...about, problem: (error as Error).message, reason, backups: [] }
    }
  })

  binder.bind(contract.deleteBackup, async ({ params: { backup_name: name }, viewer }) => {
    const subject = { kind: 'server', id: null, name } as const
    const remove = await deps.write(async tx => {
      await recordAct(tx, viewer, 'backup_deleted', subject, { now: deps.now() })
      const found = await inFolder(folder => takeBackup(folder, name))
      if (found === null) throw noBackup()
      return found
    })
    await inFolder(remove)
    return null
  })

  binder.bind(contract.downloadBackup, async ({ params: { backup_name: name }, viewer, request }) => {
    const { manifest, problem } = await named(name)
    if (problem) throw refused('UnprocessableEntity', problem.reason, problem.message)
    if (manifest === null) throw noBackup()
    const headers = {
      ETag: archiveEtag(name, manifest),
      'Content-Type': 'application/x-tar',
      'Content-Disposition': attachment(`${name}.tar`),
    }
    return rangedAnswer(request, headers, async () => {
      if (!isHead(request)) {
        const subject = { kind: 'server', id: null, name } as const
        await deps.write(tx => recordAct(tx, viewer, 'backup_downloaded', subject, { now: deps.now() }))
      }
      return backupArchive(deps.settings().folder, name, manifest)
    })
  })

  binder.bind(contract.verifyBackup, async ({ params: { backup_name: name }, viewer }) => {
    await named(name)
    const task = { ...VERIFY, payload: { name } }
    return { ...(await askForTask(deps, viewer, task)), message: 'Check queued successfully' }
  })

  binder.bind(contract.createBackup, async ({ viewer }) => ({
    ...(await askForTask(deps, viewer, BACKUP)),
    message: 'Backup queued successfully',
  }))

  /** @throws NotFound */
  async function named(name: string): Promise<StoredBackup> {
    const backup = (await inFolder(listBackups)).find(each => each.name === name)
    if (!backup) throw noBackup()
    return backup
  }

  /** @throws AppError with the reason why the folder cannot be used */
  async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const { folder } = deps.settings()
    try {
      return await work(folder)
    } catch (error) {
      const reason = cannotUse(folder, error)
      if (!(reason instanceof BackupRefused)) throw reason
      throw refused('UnprocessableEntity', reason.reason, reason.message, { where: folder })
    }
  }
}

function noBackup(): AppError {
  return refused('NotFound', 'changed_since', 'There is no backup with this name')
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
    problem: problem?.message ?? null,
    reason: problem?.reason ?? null,
  }
}
