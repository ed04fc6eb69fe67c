import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageConfig } from '../../../config/config'
import { connect, migrate } from '../../../db'
import {
  checkSqlite,
  copyTables,
  countRows,
  postgresRows,
  snapshotSqlite,
  sqliteSource,
  sqliteTarget,
} from '../../../db/transfer'
import { VERSION } from '../../../kernel/version'
import { openArtefacts } from '../../../platform/artefacts'
import { type BackupManifest, BackupRefused, MANIFEST_FILE, MANIFEST_VERSION, manifestText } from './backup-manifest'
import { beginDraft, cannotUse, removeExcess, removeStale } from './backups-folder'
import { writePart } from './part-files'
import { readSecret, serverId } from './server-id'
import { type TarEntry, tarOf } from './tar'

/** Source and destination of a backup: plain data, to pass to another process. */
export interface BackupJob {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly storage: StorageConfig
  readonly jwtSecret: string | null
  /** The configuration file, if there is one. */
  readonly configFile: string | null
  readonly folder: string
  readonly passphrase: string | null
  /** Older backups of this server beyond this number are removed; 0 retains all. */
  readonly keep: number
}

export interface MadeBackup {
  readonly name: string
  readonly bytes: number
  readonly removed: readonly string[]
}

export type BackupStep = (text: string) => void

const DATABASE = 'octavo.db'
export const COVERS = 'covers/'

/**
 * Writes a backup while servers run: a snapshot of the database, then added covers, the key and the configuration file.
 * It appears in the folder once it is complete.
 * @throws BackupRefused
 */
export async function makeBackup(
  job: BackupJob,
  signal: AbortSignal,
  step: BackupStep = () => undefined,
): Promise<MadeBackup> {
  const now = Date.now()
  const { name, path } = await beginDraft(job.folder, now)
  try {
    const snapshot = join(path, DATABASE)
    step('Reading the database')
    await takeSnapshot(job, path, snapshot, signal)
    const secret = readSecret(job, snapshot)
    const options = { passphrase: job.passphrase, signal }
    const suffix = job.passphrase === null ? '.zst' : '.zst.age'
    const database = {
      kind: job.databaseUrl === null ? ('sqlite' as const) : ('postgres' as const),
      steps: [...(await stepsOf(snapshot))],
      rows: countRows(snapshot),
    }
    step('Writing the database')
    const chunks = Bun.file(snapshot).stream()
    const stored = await writePart(join(path, `octavo.db${suffix}`), chunks, { ...options, name: 'database' })
    await rm(snapshot)
    step('Writing covers and keys')
    const files = await writePart(join(path, `files.tar${suffix}`), tarOf(filesOf(job, secret, signal)), {
      ...options,
      name: 'files',
    })
    const manifest: BackupManifest = {
      format: 'octavo-backup',
      version: MANIFEST_VERSION,
      createdAt: new Date(now).toISOString(),
      octavo: VERSION,
      server: serverId(secret ?? job.jwtSecret),
      database,
      encryption: job.passphrase === null ? null : 'age',
      parts: [stored, files],
    }
    await writeFlushed(join(path, MANIFEST_FILE), manifestText(manifest))
    await rename(path, join(job.folder, name))
    await flushFolder(job.folder)
    const removed = await tidied(job, manifest.server, step)
    return { name, bytes: stored.bytes + files.bytes, removed }
  } catch (error) {
    await removeDraft(path)
    throw signal.aborted ? signal.reason : cannotUse(job.folder, error)
  }
}

/** A write that was under way may still add to the folder while it is removed. */
async function removeDraft(path: string): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    const isGone = await rm(path, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
    if (isGone) return
    await Bun.sleep(100)
  }
}

/** Removes what is no longer wanted, and answers the names of older backups. The new one counts even if that fails. */
async function tidied(job: BackupJob, server: string, step: BackupStep): Promise<readonly string[]> {
  try {
    // Another process may have ended in the middle of a backup.
    await removeStale(job.folder, Date.now())
    return await removeExcess(job.folder, server, job.keep)
  } catch (error) {
    step(`Older backups in ${job.folder} could not be removed: ${(error as Error).message}`)
    return []
  }
}

async function takeSnapshot(job: BackupJob, path: string, snapshot: string, signal: AbortSignal): Promise<void> {
  if (job.databaseUrl === null) {
    const file = join(job.dataDir, DATABASE)
    if (!existsSync(file)) throw new BackupRefused(`There is no Octavo database in ${job.dataDir}.`)
    snapshotSqlite(file, snapshot)
  } else {
    const draft = join(path, 'copy')
    await mkdir(draft, { mode: 0o700 })
    const empty = await connect({ databaseUrl: null, dataDir: draft })
    await migrate(empty).finally(() => empty.close())
    const source = await (await postgresRows()).postgresSource(job.databaseUrl)
    const target = sqliteTarget(join(draft, DATABASE))
    try {
      await copyTables(source, target, { name: 'backup', signal })
    } finally {
      await source.close()
      await target.close()
    }
    await rename(join(draft, DATABASE), snapshot)
    await rm(draft, { recursive: true })
  }
  checkSqlite(snapshot)
}

async function stepsOf(snapshot: string): Promise<readonly string[]> {
  const source = sqliteSource(snapshot)
  return source.steps().finally(() => source.close())
}

async function* filesOf(
  job: BackupJob,
  secret: string | null,
  signal: AbortSignal,
): AsyncGenerator<TarEntry, void, void> {
  if (secret !== null) yield textEntry('secrets.json', `${JSON.stringify({ jwtSecret: secret })}\n`)
  if (job.configFile !== null) yield textEntry('octavo.yaml', readFileSync(job.configFile, 'utf8'))
  const store = openArtefacts(job.storage, job.dataDir)
  for await (const { key, modifiedMs } of store.list(COVERS)) {
    signal.throwIfAborted()
    if (key.endsWith('.part')) continue
    // It may have been deleted meanwhile.
    const bytes = await (await store.open(key))?.bytes()
    if (bytes) yield { name: key, size: bytes.length, modifiedMs, body: once(bytes) }
  }
}

function textEntry(name: string, text: string): TarEntry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, modifiedMs: Date.now(), body: once(bytes) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}

export async function writeFlushed(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null)
  // Some file systems cannot flush folders.
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
