import { createWriteStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { changeSqlite, checkSqlite, countRows, knownSteps } from '../../../db/transfer'
import { openArtefacts } from '../../../platform/artefacts'
import { type BackupManifest, type BackupPart, backupManifest } from './backup-manifest'
import { type EmptyTarget, fillEmpty } from './empty-target'
import { type BackupStep, CONFIG_FILE, COVERS, SECRETS_FILE, writeFlushed } from './make-backup'
import { BackupRefused } from './manifest-file'
import { checkPassphrase, readPart, verifyPart } from './part-files'
import { readTar } from './tar'

/** Backup to restore, and destination. */
export interface RestoreJob extends EmptyTarget {
  /** The folder of the backup. */
  readonly backup: string
  readonly passphrase: string | null
  /** SQL for the restored database, before it is put into place. */
  readonly settle?: readonly string[]
}

export interface Restored {
  readonly manifest: BackupManifest
  readonly rows: number
  readonly covers: number
  /** Path of the restored configuration file; null without one. */
  readonly configFile: string | null
}

/** A larger key or configuration file is not one. */
export const MOST_TEXT = 1024 ** 2

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
  const manifest = await backupManifest.read(folder)
  refuseNewerSteps(manifest.database.steps, manifest.octavo, 'backup')
  for (const part of manifest.parts) {
    step(`Checking ${part.file}`)
    await verifyPart(folder, part, { noun: 'backup', signal })
  }
  if (manifest.encryption === null) return manifest
  if (passphrase === null) {
    throw new BackupRefused(
      'The backup is encrypted. Give its passphrase with --passphrase-file or as backup.passphrase in the settings.',
    )
  }
  await checkPassphrase(folder, partOf(manifest, 'database'), passphrase)
  return manifest
}

/** @throws BackupRefused */
export function refuseNewerSteps(steps: readonly string[], octavo: string, noun: 'backup' | 'export'): void {
  const unknown = steps.find(each => !knownSteps().includes(each))
  if (unknown === undefined) return
  throw new BackupRefused(
    `The ${noun} was made by a newer version of Octavo (${octavo}, with ${unknown}). Use that version to read it.`,
  )
}

/**
 * Restores a backup into an empty target.
 * @throws BackupRefused if the backup is damaged or the target is not empty; then nothing was changed
 */
export async function restoreBackup(
  job: RestoreJob,
  signal: AbortSignal,
  step: BackupStep = () => undefined,
): Promise<Restored> {
  const manifest = await verifyBackup(job.backup, job.passphrase, signal, step)
  const { server, createdAt, parts, database } = manifest
  const { covers, configFile } = await fillEmpty(
    job,
    {
      noun: 'backup',
      name: `backup of ${server}, ${createdAt}`,
      server,
      bytes: parts.reduce((total, { unpackedBytes }) => total + unpackedBytes, 0),
      makeDatabase: file => unpackDatabase(job, manifest, file, signal),
      putFiles: draft => restoreFiles(job, manifest, draft, signal),
    },
    signal,
    step,
  )
  const rows = Object.values(database.rows).reduce((total, count) => total + count, 0)
  return { manifest, rows, covers, configFile }
}

function partOf(manifest: BackupManifest, name: string): BackupPart {
  const part = manifest.parts.find(each => each.name === name)
  if (!part) throw new BackupRefused(`The backup is incomplete: its manifest has no ${name}.`)
  return part
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
  changeSqlite(file, job.settle ?? [])
}

async function restoreFiles(
  job: RestoreJob,
  manifest: BackupManifest,
  draft: string,
  signal: AbortSignal,
): Promise<{ covers: number; configFile: string | null }> {
  const files = fileTarget(job, draft)
  for await (const { name, size, body } of readTar(readPart(job.backup, partOf(manifest, 'files'), job.passphrase))) {
    signal.throwIfAborted()
    if (!name.startsWith(COVERS) && size > MOST_TEXT)
      throw new BackupRefused(`The backup is damaged: ${name} is too large.`)
    await files.put(name, body)
  }
  return files.restored()
}

/** Puts covers, the key and the configuration file into place. */
export function fileTarget({ storage, dataDir }: EmptyTarget, draft: string) {
  const store = openArtefacts(storage, dataDir)
  let covers = 0
  let configFile: string | null = null
  return {
    async put(name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
      if (name.startsWith(COVERS)) {
        const file = join(draft, 'cover')
        await pipeline(body, createWriteStream(file, { mode: 0o600 }))
        await store.put(name, file)
        covers++
        return
      }
      const text = await textOf(body)
      if (name === SECRETS_FILE) await writeFlushed(join(dataDir, name), text)
      if (name === CONFIG_FILE) {
        configFile = join(dataDir, existsSync(join(dataDir, name)) ? 'octavo.restored.yaml' : name)
        await writeFlushed(configFile, text)
      }
    },
    restored: () => ({ covers, configFile }),
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
