import { existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageConfig } from '../../../config/config'
import { connect, hasDatabase, migrate, migrateUnfinished } from '../../../db'
import { checkTarget, copyTables, postgresRows, sqliteSource } from '../../../db/transfer'
import { cannotUse } from './backups-folder'
import { type BackupStep, DATABASE, flushFolder } from './make-backup'
import { BackupRefused } from './manifest-file'
import { secretIn, serverId } from './server-id'

/** Where a backup is restored to, or an export imported into. */
export interface EmptyTarget {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly storage: StorageConfig
}

/** Free space required beyond the data. */
const SPARE_BYTES = 16 * 1024 ** 2

/** What is put into an empty target. */
export interface Incoming<T> {
  readonly noun: 'backup' | 'export'
  /** Identifies the source: an interrupted run continues with the same one only. */
  readonly name: string
  /** Identifies the server; null if it has no keys. */
  readonly server: string | null
  readonly bytes: number
  /** Creates the database as a SQLite file. */
  readonly makeDatabase: (file: string) => Promise<void>
  /** Puts all other files into place; there is a folder for drafts. */
  readonly putFiles: (draft: string) => Promise<T>
}

/**
 * Fills an empty data folder or PostgreSQL. The database appears last, so that an interrupted run can be repeated.
 * @throws BackupRefused if the target is not empty; then nothing was changed
 */
export async function fillEmpty<T>(
  target: EmptyTarget,
  incoming: Incoming<T>,
  signal: AbortSignal,
  step: BackupStep,
): Promise<T> {
  const { dataDir, databaseUrl } = target
  refuseUsed(target, incoming)
  const draft = join(dataDir, `${incoming.noun === 'backup' ? 'restore' : 'import'}.part`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    await refuseTooSmall(dataDir, incoming)
    if (databaseUrl !== null) await preparePostgres(databaseUrl, dataDir, incoming.name)
    step('Unpacking the database')
    const file = join(draft, DATABASE)
    await incoming.makeDatabase(file)
    step('Restoring covers and keys')
    const put = await incoming.putFiles(draft)
    if (databaseUrl === null) {
      await rename(file, join(dataDir, DATABASE))
      await flushFolder(dataDir)
    } else {
      step('Writing to PostgreSQL')
      await fillPostgres(databaseUrl, draft, incoming.name, signal)
    }
    return put
  } catch (error) {
    throw signal.aborted ? signal.reason : cannotUse(dataDir, error)
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
}

function refuseUsed({ dataDir, databaseUrl }: EmptyTarget, { noun, server }: Incoming<unknown>): void {
  const put = noun === 'backup' ? 'Restore' : 'Import'
  if (databaseUrl === null && (hasDatabase(dataDir) || existsSync(join(dataDir, `${DATABASE}-wal`)))) {
    throw new BackupRefused(
      `${dataDir} already has a database. ${put} into an empty folder with --data-dir, or move ${DATABASE} and its -wal and -shm files away first.`,
    )
  }
  const secret = secretIn(dataDir)
  if (server !== null && secret !== null && serverId(secret) !== server) {
    throw new BackupRefused(
      `secrets.json in ${dataDir} belongs to another server than the ${noun}. ${put} into an empty folder with --data-dir, or move secrets.json away first.`,
    )
  }
}

async function refuseTooSmall(dataDir: string, { bytes, noun }: Incoming<unknown>): Promise<void> {
  const needed = bytes + SPARE_BYTES
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= needed) return
  const megabytes = (size: number) => Math.ceil(size / 1024 ** 2)
  throw new BackupRefused(
    `There is not enough space in ${dataDir}: the ${noun} needs ${megabytes(needed)} MB, and ${megabytes(bavail * bsize)} MB are free.`,
  )
}

/** Creates its tables. @throws CopyRefused if they have rows */
async function preparePostgres(url: string, dataDir: string, name: string): Promise<void> {
  const connection = await connect({ databaseUrl: url, dataDir })
  await migrateUnfinished(connection).finally(() => connection.close())
  const target = await (await postgresRows()).postgresTarget(url)
  await checkTarget(target, name).finally(() => target.close())
}

async function fillPostgres(url: string, draft: string, name: string, signal: AbortSignal): Promise<void> {
  // Data of an older version is migrated first.
  const older = await connect({ databaseUrl: null, dataDir: draft })
  await migrate(older).finally(() => older.close())
  const source = sqliteSource(join(draft, DATABASE))
  const target = await (await postgresRows()).postgresTarget(url)
  try {
    await copyTables(source, target, { name, signal })
  } finally {
    await source.close()
    await target.close()
  }
}
