import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StorageConfig } from '../../../config/config'
import { connect, hasDatabase, migrate, migrateUnfinished } from '../../../db'
import {
  checkSqlite,
  checkTarget,
  copyTables,
  countRows,
  knownSteps,
  postgresRows,
  sqliteSource,
} from '../../../db/transfer'
import { openArtefacts } from '../../../platform/artefacts'
import { type BackupManifest, type BackupPart, BackupRefused, readManifest } from './backup-manifest'
import { cannotUse } from './backups-folder'
import { type BackupStep, COVERS, flushFolder, writeFlushed } from './make-backup'
import { checkPassphrase, readPart, verifyPart } from './part-files'
import { secretIn, serverId } from './server-id'
import { readTar } from './tar'

/** Backup to restore, and destination. */
export interface RestoreJob {
  /** The folder of the backup. */
  readonly backup: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly storage: StorageConfig
  readonly passphrase: string | null
}

export interface Restored {
  readonly manifest: BackupManifest
  readonly rows: number
  readonly covers: number
  /** Path of the restored configuration file; null without one. */
  readonly configFile: string | null
}

const DRAFT = 'restore.part'
const DATABASE = 'octavo.db'
/** Free space required beyond the parts. */
const SPARE_BYTES = 16 * 1024 ** 2
const MOST_TEXT = 1024 ** 2

/**
 * Verifies a backup without restoring it.
 * @throws BackupRefused
 */
export async function verifyBackup(
  folder: string,
  passphrase: string | null,
  signal: AbortSignal,
  step: BackupStep = () => undefined,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  const unknown = manifest.database.steps.filter(each => !knownSteps().includes(each))
  if (unknown.length > 0) {
    throw new BackupRefused(
      `The backup was made by a newer Octavo (${manifest.octavo}, with ${unknown[0]}). Restore it with that version.`,
    )
  }
  for (const part of manifest.parts) {
    step(`Checking ${part.file}`)
    await verifyPart(folder, part, signal)
  }
  if (manifest.encryption === null) return manifest
  if (passphrase === null)
    throw new BackupRefused('The backup is encrypted. Give its passphrase with --passphrase-file.')
  await checkPassphrase(folder, partOf(manifest, 'database'), passphrase)
  return manifest
}

/**
 * Restores a backup into an empty target. The database appears last, so that an interrupted run can be repeated.
 * @throws BackupRefused if the backup is damaged or the target is not empty; then nothing was changed
 */
export async function restoreBackup(
  job: RestoreJob,
  signal: AbortSignal,
  step: BackupStep = () => undefined,
): Promise<Restored> {
  const manifest = await verifyBackup(job.backup, job.passphrase, signal, step)
  refuseUsed(job, manifest)
  const draft = join(job.dataDir, DRAFT)
  try {
    await mkdir(job.dataDir, { recursive: true, mode: 0o700 })
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    await refuseTooSmall(job.dataDir, manifest)
    if (job.databaseUrl !== null) await preparePostgres(job.databaseUrl, job.dataDir, manifest)
    step('Unpacking the database')
    const file = join(draft, DATABASE)
    await unpackDatabase(job, manifest, file, signal)
    step('Restoring covers and keys')
    const { covers, configFile } = await restoreFiles(job, manifest, signal)
    if (job.databaseUrl === null) {
      await rename(file, join(job.dataDir, DATABASE))
      await flushFolder(job.dataDir)
    } else {
      step('Writing to PostgreSQL')
      await fillPostgres(job.databaseUrl, draft, manifest, signal)
    }
    const rows = Object.values(manifest.database.rows).reduce((total, count) => total + count, 0)
    return { manifest, rows, covers, configFile }
  } catch (error) {
    throw signal.aborted ? signal.reason : cannotUse(job.dataDir, error)
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
}

function partOf(manifest: BackupManifest, name: string): BackupPart {
  const part = manifest.parts.find(each => each.name === name)
  if (!part) throw new BackupRefused(`The backup is incomplete: its manifest has no ${name}.`)
  return part
}

function refuseUsed({ dataDir, databaseUrl }: RestoreJob, manifest: BackupManifest): void {
  if (databaseUrl === null && (hasDatabase(dataDir) || existsSync(join(dataDir, `${DATABASE}-wal`)))) {
    throw new BackupRefused(
      `${dataDir} already has a database. Restore into an empty folder with --data-dir, or move ${DATABASE} and its -wal and -shm files away first.`,
    )
  }
  const secret = secretIn(dataDir)
  if (secret !== null && serverId(secret) !== manifest.server) {
    throw new BackupRefused(
      `secrets.json in ${dataDir} belongs to another server than the backup. Restore into an empty folder with --data-dir, or move secrets.json away first.`,
    )
  }
}

async function refuseTooSmall(dataDir: string, manifest: BackupManifest): Promise<void> {
  const needed = manifest.parts.reduce((total, { unpackedBytes }) => total + unpackedBytes, SPARE_BYTES)
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= needed) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)
  throw new BackupRefused(
    `There is not enough space in ${dataDir}: the backup needs ${megabytes(needed)} MB, and ${megabytes(bavail * bsize)} MB are free.`,
  )
}

async function unpackDatabase(
  job: RestoreJob,
  manifest: BackupManifest,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const chunks = readPart(job.backup, partOf(manifest, 'database'), job.passphrase)
  await pipeline(chunks, createWriteStream(file, { mode: 0o600 }), { signal })
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
  checkSqlite(file)
  const found = countRows(file)
  for (const [table, rows] of Object.entries(manifest.database.rows)) {
    if (found[table] === rows) continue
    throw new BackupRefused(`The backup is damaged: ${table} has ${found[table] ?? 'no'} of ${rows} rows.`)
  }
}

async function restoreFiles(
  job: RestoreJob,
  manifest: BackupManifest,
  signal: AbortSignal,
): Promise<{ covers: number; configFile: string | null }> {
  const store = openArtefacts(job.storage, job.dataDir)
  let covers = 0
  let configFile: string | null = null
  for await (const { name, size, body } of readTar(readPart(job.backup, partOf(manifest, 'files'), job.passphrase))) {
    signal.throwIfAborted()
    if (name.startsWith(COVERS)) {
      const draft = join(job.dataDir, DRAFT, 'cover')
      await pipeline(body, createWriteStream(draft, { mode: 0o600 }))
      await store.put(name, draft)
      covers++
      continue
    }
    if (size > MOST_TEXT) throw new BackupRefused(`The backup is damaged: ${name} is too large.`)
    const text = await textOf(body)
    if (name === 'secrets.json') await writeFlushed(join(job.dataDir, name), text)
    if (name === 'octavo.yaml') {
      configFile = join(job.dataDir, existsSync(join(job.dataDir, name)) ? 'octavo.restored.yaml' : name)
      await writeFlushed(configFile, text)
    }
  }
  return { covers, configFile }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** Creates its tables. @throws CopyRefused if they have rows */
async function preparePostgres(url: string, dataDir: string, manifest: BackupManifest): Promise<void> {
  const connection = await connect({ databaseUrl: url, dataDir })
  await migrateUnfinished(connection).finally(() => connection.close())
  const target = await (await postgresRows()).postgresTarget(url)
  await checkTarget(target, nameOf(manifest)).finally(() => target.close())
}

/** Identifies the source: an interrupted run continues with the same backup only. */
function nameOf({ server, createdAt }: BackupManifest): string {
  return `backup of ${server}, ${createdAt}`
}

async function fillPostgres(url: string, draft: string, manifest: BackupManifest, signal: AbortSignal): Promise<void> {
  // An older backup is migrated first.
  const older = await connect({ databaseUrl: null, dataDir: draft })
  await migrate(older).finally(() => older.close())
  const source = sqliteSource(join(draft, DATABASE))
  const target = await (await postgresRows()).postgresTarget(url)
  try {
    await copyTables(source, target, { name: nameOf(manifest), signal })
  } finally {
    await source.close()
    await target.close()
  }
}
