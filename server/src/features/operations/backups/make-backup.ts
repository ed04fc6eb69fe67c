import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
import { type BackupManifest, backupManifest } from './backup-manifest'
import { beginDraft, cannotUse, removeExcess, removeStale } from './backups-folder'
import { BackupRefused, MANIFEST_FILE } from './manifest-file'
import { writePart } from './part-files'
import { readSecret, serverId } from './server-id'
import { type TarEntry, tarOf } from './tar'

/** What a backup or export is made of: plain data, to pass to another process. */
export interface BackupSource {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly storage: StorageConfig
  readonly jwtSecret: string | null
  /** The configuration file, if there is one. */
  readonly configFile: string | null
}

/** Source and destination of a backup. */
export interface BackupJob extends BackupSource {
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

export const DATABASE = 'octavo.db'
/** Pictures that people have added. */
export const COVERS = 'covers/'
export const SECRETS_FILE = 'secrets.json'
export const CONFIG_FILE = 'octavo.yaml'

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
    // SQLite may leave these behind.
    for (const suffix of ['', '-wal', '-shm']) await rm(`${snapshot}${suffix}`, { force: true })
    step('Writing covers and keys')
    const files = await writePart(join(path, `files.tar${suffix}`), tarOf(filesOf(job, secret, signal)), {
      ...options,
      name: 'files',
    })
    const manifest: BackupManifest = {
      format: 'octavo-backup',
      version: 1,
      createdAt: new Date(now).toISOString(),
      octavo: VERSION,
      server: serverId(secret ?? job.jwtSecret),
      database,
      encryption: job.passphrase === null ? null : 'age',
      parts: [stored, files],
    }
    await writeFlushed(join(path, MANIFEST_FILE), backupManifest.text(manifest))
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
export async function removeDraft(path: string): Promise<void> {
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
    snapshotOf(job.dataDir, snapshot)
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

/** A snapshot of the SQLite database in a data folder. */
export function snapshotOf(dataDir: string, snapshot: string): void {
  const file = join(dataDir, DATABASE)
  if (!existsSync(file)) throw new BackupRefused(`There is no Octavo database in ${dataDir}.`)
  snapshotSqlite(file, snapshot)
}

async function stepsOf(snapshot: string): Promise<readonly string[]> {
  const source = sqliteSource(snapshot)
  return source.steps().finally(() => source.close())
}

/** The key, the configuration file and added pictures. */
export async function* filesOf(
  job: BackupSource,
  secret: string | null,
  signal: AbortSignal,
): AsyncGenerator<TarEntry, void, void> {
  if (secret !== null) yield textEntry(SECRETS_FILE, `${JSON.stringify({ jwtSecret: secret })}\n`)
  if (job.configFile !== null) yield textEntry(CONFIG_FILE, readFileSync(job.configFile, 'utf8'))
  yield* coversOf(job, signal)
}

/** Pictures that cannot be made again. */
export async function* coversOf(
  { storage, dataDir }: Pick<BackupSource, 'storage' | 'dataDir'>,
  signal: AbortSignal,
): AsyncGenerator<TarEntry, void, void> {
  const store = openArtefacts(storage, dataDir)
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

/** Writes a file that is either there as a whole or not at all, also when the process is killed. */
export async function writeFlushed(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
  await flushFolder(dirname(path))
}

export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null)
  // Some file systems cannot flush folders.
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
