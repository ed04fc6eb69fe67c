import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { connect, migrateTo } from '../../../db'
import { checkSqlite, copyTables, jsonLinesSource, linesOf, sqliteTarget } from '../../../db/transfer'
import { type EmptyTarget, fillEmpty } from './empty-target'
import { ExportedFile, type ExportManifest, exportManifest } from './export-manifest'
import { type BackupStep, CONFIG_FILE, COVERS, SECRETS_FILE } from './make-backup'
import { FILE_LIST, FILES } from './make-export'
import { BackupRefused } from './manifest-file'
import { verifyPart } from './part-files'
import { fileTarget, MOST_TEXT, refuseNewerSteps } from './restore-backup'

/** Export to import, and destination. */
export interface ImportJob extends EmptyTarget {
  /** The folder of the export. */
  readonly folder: string
}

export interface Imported {
  readonly manifest: ExportManifest
  readonly rows: number
  readonly covers: number
  /** Path of the imported configuration file; null without one. */
  readonly configFile: string | null
}

/** Longest name of a file, its size and checksum. */
const MOST_LINE = 1_000

/**
 * Verifies an export without importing it.
 * @throws BackupRefused
 */
export async function verifyExport(
  folder: string,
  signal: AbortSignal,
  step: BackupStep = () => undefined,
): Promise<ExportManifest> {
  const manifest = await exportManifest.read(folder)
  refuseNewerSteps(manifest.steps, manifest.octavo, 'export')
  step('Checking the tables')
  const check = (part: { file: string; bytes: number; sha256: string }) =>
    verifyPart(folder, part, { noun: 'export', signal })
  for (const table of manifest.tables) await check(table)
  step('Checking the files')
  await check(manifest.files)
  for await (const { name, ...sizes } of filesIn(folder, manifest)) await check({ ...sizes, file: join(FILES, name) })
  return manifest
}

/**
 * Imports an export into an empty target.
 * @throws BackupRefused if the export is damaged or the target is not empty; then nothing was changed
 */
export async function importExport(
  job: ImportJob,
  signal: AbortSignal,
  step: BackupStep = () => undefined,
): Promise<Imported> {
  const manifest = await verifyExport(job.folder, signal, step)
  const { tables, files } = manifest
  const identity = new Bun.CryptoHasher('sha256').update(exportManifest.text(manifest)).digest('hex').slice(0, 16)
  const { covers, configFile } = await fillEmpty(
    job,
    {
      noun: 'export',
      name: `export ${identity}`,
      server: manifest.server,
      bytes: tables.reduce((total, { bytes }) => total + bytes, files.total),
      makeDatabase: file => makeDatabase(job.folder, manifest, file, signal),
      putFiles: draft => putFiles(job, manifest, draft, signal),
    },
    signal,
    step,
  )
  return { manifest, rows: tables.reduce((total, { rows }) => total + rows, 0), covers, configFile }
}

async function makeDatabase(
  folder: string,
  manifest: ExportManifest,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const empty = await connect({ databaseUrl: null, dataDir: join(file, '..') })
  await migrateTo(empty, manifest.steps).finally(() => empty.close())
  const target = sqliteTarget(file)
  try {
    const copied = await copyTables(jsonLinesSource(folder, manifest), target, { name: 'export', signal })
    for (const { table, rows } of copied) {
      const expected = manifest.tables.find(({ name }) => name === table)?.rows
      if (rows !== expected) throw new BackupRefused(`The export is damaged: ${table} has ${rows} of ${expected} rows.`)
    }
  } finally {
    await target.close()
  }
  checkSqlite(file)
}

async function putFiles(
  job: ImportJob,
  manifest: ExportManifest,
  draft: string,
  signal: AbortSignal,
): Promise<{ covers: number; configFile: string | null }> {
  const files = fileTarget(job, draft)
  for await (const { name } of filesIn(job.folder, manifest)) {
    signal.throwIfAborted()
    await files.put(name, createReadStream(join(job.folder, FILES, name)))
  }
  return files.restored()
}

async function* filesIn(folder: string, { keys }: ExportManifest): AsyncGenerator<ExportedFile, void, void> {
  for await (const line of linesOf(join(folder, FILE_LIST), MOST_LINE)) {
    const file = parseFile(line, keys)
    if (file === null) throw new BackupRefused(`The export is damaged: ${FILE_LIST} names an unknown file.`)
    yield file
  }
}

/** Without keys, an export must not replace those of the data folder. */
function parseFile(line: string, keys: boolean): ExportedFile | null {
  try {
    const file = ExportedFile.parse(JSON.parse(line))
    const isText = keys && file.bytes <= MOST_TEXT && [SECRETS_FILE, CONFIG_FILE].includes(file.name)
    return isText || file.name.startsWith(COVERS) ? file : null
  } catch {
    return null
  }
}
