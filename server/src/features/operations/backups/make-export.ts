import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSettingKey, settingOf } from '../../../config'
import { entryOf } from '../../../db/tables'
import {
  copyTables,
  jsonLinesTarget,
  postgresRows,
  type Row,
  type RowSource,
  sqliteSource,
  writeAll,
} from '../../../db/transfer'
import { VERSION } from '../../../kernel/version'
import { beginDraft, cannotUse } from './backups-folder'
import { type ExportedFile, type ExportManifest, exportManifest } from './export-manifest'
import {
  type BackupSource,
  type BackupStep,
  coversOf,
  DATABASE,
  filesOf,
  flushFolder,
  removeDraft,
  snapshotOf,
  writeFlushed,
} from './make-backup'
import { MANIFEST_FILE } from './manifest-file'
import { secretIn, serverId } from './server-id'
import type { TarEntry } from './tar'

export interface ExportJob extends BackupSource {
  /** The folder in which the export appears. */
  readonly folder: string
  /** Whether to include passwords, keys, sessions and the configuration file. */
  readonly keys: boolean
}

export interface MadeExport {
  readonly name: string
  readonly rows: number
  readonly files: number
}

export const FILES = 'files'
export const FILE_LIST = 'files.jsonl'

/**
 * Writes all data as JSON Lines while servers run, as described in docs/export-format.md. The folder appears once it is
 * complete.
 * @throws BackupRefused
 */
export async function makeExport(
  job: ExportJob,
  signal: AbortSignal,
  step: BackupStep = () => undefined,
): Promise<MadeExport> {
  const now = Date.now()
  const { name, path } = await beginDraft(job.folder, now, 'octavo-export')
  try {
    step('Reading the database')
    const snapshot = join(path, DATABASE)
    const whole = await sourceOf(job, snapshot)
    const source = job.keys ? whole : withoutKeys(whole)
    const target = jsonLinesTarget(path, source)
    const done = ({ table, rows }: { table: string; rows: number }) => step(`${table}: ${rows}`)
    const steps = await source.steps()
    let secret: string | null = null
    try {
      await copyTables(source, target, { name, signal, done })
      if (job.keys) secret = await secretOf(job, source)
    } finally {
      await source.close()
    }
    const tables = target.written()
    await rm(snapshot, { force: true })
    step('Writing files')
    const files = await writeFiles(path, job.keys ? filesOf(job, secret, signal) : coversOf(job, signal))
    const manifest: ExportManifest = {
      format: 'octavo-export',
      version: 1,
      createdAt: new Date(now).toISOString(),
      octavo: VERSION,
      server: job.keys ? serverId(secret ?? job.jwtSecret) : null,
      keys: job.keys,
      steps: [...steps],
      tables: tables.map(table => ({ ...table, columns: [...table.columns] })),
      files,
    }
    await writeFlushed(join(path, MANIFEST_FILE), exportManifest.text(manifest))
    await rename(path, join(job.folder, name))
    await flushFolder(job.folder)
    return { name, rows: tables.reduce((total, { rows }) => total + rows, 0), files: files.rows }
  } catch (error) {
    await removeDraft(path)
    throw signal.aborted ? signal.reason : cannotUse(job.folder, error)
  }
}

/** The database as it is at one moment. */
async function sourceOf(job: ExportJob, snapshot: string): Promise<RowSource> {
  if (job.databaseUrl !== null) return (await postgresRows()).postgresSource(job.databaseUrl)
  snapshotOf(job.dataDir, snapshot)
  const source = sqliteSource(snapshot)
  // It has no name from now on, so nothing is left of it if the process is killed. Windows and some network disks remove no
  // open files, and the SQLite of macOS stops reading them.
  if (process.platform === 'linux') await rm(snapshot).catch(() => undefined)
  return source
}

/** The generated signing key; null if it is configured or not generated yet. */
async function secretOf({ dataDir, databaseUrl, jwtSecret }: ExportJob, source: RowSource): Promise<string | null> {
  if (jwtSecret !== null) return null
  if (databaseUrl === null) return secretIn(dataDir)
  for await (const rows of source.rows('server_secrets', ['name', 'value'])) {
    const value = rows.find(([name]) => name === 'jwt')?.[1]
    if (typeof value === 'string') return value
  }
  return null
}

/** The same rows without what the registry calls secret, and without secret settings. */
function withoutKeys(source: RowSource): RowSource {
  return {
    ...source,
    async *rows(table, columns) {
      const secret = entryOf(table)?.secret ?? {}
      if (secret === 'rows') return
      const replaced = columns.map(name => (Object.hasOwn(secret, name) ? (secret[name] ?? null) : undefined))
      const key = table === 'settings' ? columns.indexOf('key') : -1
      for await (const part of source.rows(table, columns)) {
        const rows = key < 0 ? part : part.filter(row => !isSecretSetting(row[key]))
        if (replaced.every(value => value === undefined)) yield rows
        else yield rows.map((row): Row => row.map((cell, at) => (replaced[at] === undefined ? cell : replaced[at])))
      }
    },
  }
}

function isSecretSetting(key: unknown): boolean {
  return typeof key !== 'string' || !isSettingKey(key) || (settingOf(key).secret ?? false)
}

async function writeFiles(path: string, entries: AsyncIterable<TarEntry>): Promise<ExportManifest['files']> {
  const list = await open(join(path, FILE_LIST), 'wx', 0o600)
  const hash = new Bun.CryptoHasher('sha256')
  const sizes = { rows: 0, bytes: 0, total: 0 }
  try {
    for await (const { name, body } of entries) {
      const file = await writeFile(join(path, FILES, name), name, body)
      const line = Buffer.from(`${JSON.stringify(file)}\n`)
      hash.update(line)
      sizes.rows++
      sizes.bytes += line.length
      sizes.total += file.bytes
      await writeAll(list, line)
    }
    await list.sync()
  } finally {
    await list.close()
  }
  return { file: FILE_LIST, ...sizes, sha256: hash.digest('hex') }
}

async function writeFile(path: string, name: string, body: AsyncIterable<Uint8Array>): Promise<ExportedFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = new Bun.CryptoHasher('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      bytes += chunk.length
      await writeAll(file, chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { name, bytes, sha256: hash.digest('hex') }
}
