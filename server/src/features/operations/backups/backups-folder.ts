import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type BackupManifest, backupManifest } from './backup-manifest'
import { BackupRefused } from './manifest-file'

const NAME = /^octavo-\d{8}-\d{6}(?:-\d+)?$/
/** The final name, and the process and host that write it: this shows whether the process of a draft has ended. */
const DRAFT = /^\.(octavo-(?:export-)?[\d-]+)\.(\d+)@([\w.-]+)\.part$/
/** An older draft was left behind, by any host. */
const STALE_MS = 24 * 3_600_000
/** Manifests read at the same time. */
const READ_AT_ONCE = 16

export interface StoredBackup {
  readonly name: string
  readonly bytes: number
  /** Null if unreadable; then `problem` gives the reason. */
  readonly manifest: BackupManifest | null
  readonly problem: BackupRefused | null
}

export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/** Backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<readonly StoredBackup[]> {
  const names = await readdir(folder).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cannotUse(folder, error)
  })
  const waiting = names.filter(isBackupName).sort().reverse()
  const backups: StoredBackup[] = []
  while (waiting.length > 0) {
    const next = waiting.splice(0, READ_AT_ONCE)
    backups.push(...(await Promise.all(next.map(name => describe(folder, name)))))
  }
  return backups
}

async function describe(folder: string, name: string): Promise<StoredBackup> {
  const path = join(folder, name)
  try {
    const manifest = await backupManifest.read(path)
    const sizes = await Promise.all(manifest.parts.map(({ file }) => stat(join(path, file)).catch(() => null)))
    const short = manifest.parts.find(({ bytes }, place) => sizes[place]?.size !== bytes)
    const bytes = sizes.reduce((total, found) => total + (found?.size ?? 0), 0)
    const problem = short ? new BackupRefused(`${short.file} is missing, cut off or damaged`) : null
    return { name, bytes, manifest, problem }
  } catch (error) {
    const problem = error instanceof BackupRefused ? error : new BackupRefused((error as Error).message)
    return { name, bytes: 0, manifest: null, problem }
  }
}

/**
 * Renames a backup to a draft, which no longer looks like a backup, and returns what removes it; null if there is none of
 * that name. If the process ends in between, the next backup removes the draft.
 */
export async function takeBackup(folder: string, name: string): Promise<(() => Promise<void>) | null> {
  const path = join(folder, name)
  if (!isBackupName(name) || !(await stat(path).catch(() => null))) return null
  const draft = join(folder, `.${name}.${process.pid}@${HOST}.part`)
  await rename(path, draft)
  return () => rm(draft, { recursive: true, force: true })
}

/**
 * Removes the oldest complete backups of this server beyond the given number, and returns their names. Zero: removes
 * none.
 */
export async function removeExcess(folder: string, server: string, most: number): Promise<readonly string[]> {
  if (most === 0) return []
  const own = (await listBackups(folder)).filter(
    ({ manifest, problem }) => problem === null && manifest?.server === server,
  )
  const excess = own.slice(most).map(({ name }) => name)
  for (const name of excess) await rm(join(folder, name), { recursive: true })
  return excess
}

/** Creates the draft folder of a backup or export. */
export async function beginDraft(
  folder: string,
  now: number,
  prefix: 'octavo' | 'octavo-export' = 'octavo',
): Promise<{ name: string; path: string }> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeStale(folder, now)
    const taken = new Set((await readdir(folder)).map(entry => DRAFT.exec(entry)?.[1] ?? entry))
    const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
    let name = `${prefix}-${stamp}`
    for (let turn = 2; taken.has(name); turn++) name = `${prefix}-${stamp}-${turn}`
    const path = join(folder, `.${name}.${process.pid}@${HOST}.part`)
    await mkdir(path, { mode: 0o700 })
    return { name, path }
  } catch (error) {
    throw cannotUse(folder, error)
  }
}

/** Containers with the same host name do not see each other's processes. */
export const HOST = `${hostname()}_${processNamespace()}`.replaceAll(/[^\w.-]/g, '_').slice(-64)

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Only Linux has them.
    return ''
  }
}

/** Removes drafts whose process has ended. */
export async function removeStale(folder: string, now: number): Promise<void> {
  for (const entry of await readdir(folder)) {
    const [, , pid, host] = DRAFT.exec(entry) ?? []
    if (pid === undefined) continue
    const path = join(folder, entry)
    const age = now - ((await stat(path).catch(() => null))?.mtimeMs ?? now)
    const isLeft = age > STALE_MS || (host === HOST && !isRunning(Number(pid)))
    if (isLeft) await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A process that has ended, but whose parent has not asked for its exit code. */
function isZombie(pid: number): boolean {
  try {
    // The state follows the name, which may contain anything.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.startsWith('Z') ?? false
  } catch {
    // Only Linux has this file.
    return false
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'])
const CLOSED = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOENT',
  'EEXIST',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
])

/** A disk error as a message; other errors unchanged. */
export function cannotUse(folder: string, error: unknown): unknown {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (FULL.has(code))
    return new BackupRefused(`The disk of ${folder} is full. Free some space and try again.`, 'backup_full')
  if (CLOSED.has(code))
    return new BackupRefused(
      `${folder} cannot be written to (${code}). Choose another folder, or change its permissions.`,
      'backup_folder',
    )
  return error
}
