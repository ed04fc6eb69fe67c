import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../config'
import type { RowSource } from '../db/transfer'
import { explain } from './explain'

export interface DoctorCheck {
  readonly name: string
  readonly status: 'ok' | 'warning' | 'failed'
  readonly found: string
  /** What to do; null if nothing has to be done. */
  readonly advice: string | null
}

const MB = 1024 ** 2
const LITTLE_DISK = 2048 * MB
const NO_DISK = 100 * MB
const LITTLE_MEMORY = 512 * MB
const PATIENCE_MS = 5_000
const CLOCK_TOLERANCE_MS = 5_000

/** Checks where a server runs or will run. If one check fails, the others still run. */
export async function runChecks(config: Config): Promise<readonly DoctorCheck[]> {
  const checks: DoctorCheck[] = [
    ...folderChecks('Data folder', config.dataDir, 'OCTAVO_DATA_DIR'),
    ...(existsSync(config.backup.folder)
      ? folderChecks('Backup folder', config.backup.folder, 'OCTAVO_BACKUP_FOLDER')
      : []),
    secretsCheck(config),
    memoryCheck(),
  ]
  checks.push(...(await databaseChecks(config)))
  checks.push(await portCheck(config))
  checks.push(await proxyCheck(config))
  return checks
}

function ok(name: string, found: string): DoctorCheck {
  return { name, status: 'ok', found, advice: null }
}

function folderChecks(name: string, path: string, variable: string): DoctorCheck[] {
  const existing = nearestExisting(path)
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const found = `${existing} is not readable and writable (${(error as NodeJS.ErrnoException).code})`
    return [
      {
        name,
        status: 'failed',
        found,
        advice: `Make the user that runs Octavo its owner (chown), or choose another with ${variable}.`,
      },
    ]
  }
  const { bavail, bsize } = statfsSync(existing)
  const free = bavail * bsize
  const status = free < NO_DISK ? 'failed' : free < LITTLE_DISK ? 'warning' : 'ok'
  const where = existing === path ? ok(name, path) : ok(name, `${path} will be created at the first start`)
  const advice = status === 'ok' ? null : 'Free some space, or move the folder to a larger disk.'
  return [where, { name: `${name}: disk`, status, found: `${Math.round(free / MB)} MB are free`, advice }]
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}

function secretsCheck({ dataDir }: Config): DoctorCheck {
  const name = 'Secrets'
  const open = [join(dataDir, 'secrets.json'), join(dataDir, 'octavo.db')].filter(
    path => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  )
  if (open.length === 0) return ok(name, 'other users of this machine cannot read them')
  const advice = `Restrict access: chmod 600 ${open.join(' ')}`
  return { name, status: 'warning', found: `other users of this machine can read ${open.join(' and ')}`, advice }
}

function memoryCheck(): DoctorCheck {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const found = `${Math.round(total / MB)} MB for this process, ${Math.round(freemem() / MB)} MB of the machine are free`
  if (total >= LITTLE_MEMORY) return ok('Memory', found)
  const advice = 'Give it at least 512 MB, or set OCTAVO_PARSER_PROCESSES=1 and OCTAVO_MEMORY_CACHE_MB=16.'
  return { name: 'Memory', status: 'warning', found, advice }
}

async function databaseChecks(config: Config): Promise<DoctorCheck[]> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) {
    const network = await networkShare(nearestExisting(dataDir))
    if (network) return [network]
    if (!existsSync(join(dataDir, 'octavo.db'))) return [ok('Database', 'SQLite, created at the first start')]
  }
  let source: RowSource | null = null
  try {
    const { knownSteps, postgresRows, sqliteSource } = await import('../db/transfer')
    source =
      databaseUrl === null
        ? sqliteSource(join(dataDir, 'octavo.db'))
        : await (await postgresRows()).postgresSource(databaseUrl)
    const steps = (await source.columnsOf('schema_migrations')) === null ? [] : await source.steps()
    const kind = databaseUrl === null ? 'SQLite' : 'PostgreSQL'
    return [schemaCheck(kind, steps, knownSteps()), ...(await clockCheck(source)), ...(await libraryChecks(source))]
  } catch (error) {
    return [
      {
        name: 'Database',
        status: 'failed',
        found: explain(error),
        advice: 'Fix this, or restore a backup with `octavo restore`.',
      },
    ]
  } finally {
    await source?.close()
  }
}

async function networkShare(folder: string): Promise<DoctorCheck | null> {
  try {
    const { refuseNetworkFileSystem } = await import('../db/sqlite')
    refuseNetworkFileSystem(folder)
    return null
  } catch (error) {
    return { name: 'Database', status: 'failed', found: (error as Error).message, advice: null }
  }
}

function schemaCheck(kind: string, steps: readonly string[], known: readonly string[]): DoctorCheck {
  const newer = steps.filter(step => !known.includes(step))
  const missing = known.filter(step => !steps.includes(step))
  if (newer.length > 0) {
    const advice = 'Start that version, or restore a backup.'
    return {
      name: 'Database',
      status: 'warning',
      found: `${kind}, migrated by a newer version of Octavo (${newer[0]})`,
      advice,
    }
  }
  if (missing.length === 0) return ok('Database', `${kind}, up to date`)
  const advice = 'Nothing: the next start migrates it. Make a backup first.'
  return { name: 'Database', status: 'ok', found: `${kind}, ${missing.length} migrations behind`, advice }
}

/** Leases and schedules use the database's own clock. */
async function clockCheck(source: RowSource): Promise<DoctorCheck[]> {
  const theirs = await source.clock()
  if (theirs === null) return []
  const apart = Math.abs(theirs - Date.now())
  const found = `differs from PostgreSQL's by ${Math.round(apart / 1000)} s`
  if (apart <= CLOCK_TOLERANCE_MS) return [ok('Clock', found)]
  return [{ name: 'Clock', status: 'warning', found, advice: 'Synchronise the clocks of both machines (NTP).' }]
}

async function libraryChecks(source: RowSource): Promise<DoctorCheck[]> {
  if ((await source.columnsOf('library_folders')) === null) return []
  const checks: DoctorCheck[] = []
  for await (const rows of source.rows('library_folders', ['path'])) {
    for (const [path] of rows) checks.push(libraryCheck(String(path)))
  }
  return checks
}

function libraryCheck(path: string): DoctorCheck {
  const name = 'Library folder'
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return ok(name, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const advice =
      code === 'ENOENT'
        ? 'Check that its disk is mounted. Its books stay in the library.'
        : 'Give the user that runs Octavo read access.'
    return { name, status: 'failed', found: `${path} cannot be read (${code})`, advice }
  }
}

async function portCheck({ host, port }: Config): Promise<DoctorCheck> {
  const name = 'Port'
  if (port === 0) return ok(name, 'any free port')
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const response = await fetch(`http://${address}:${port}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const isOctavo = response.headers.get('content-type')?.includes('json') && response.status < 600
    if (isOctavo) return ok(name, `${port}: Octavo answers`)
    return {
      name,
      status: 'warning',
      found: `${port} is in use by another program`,
      advice: 'Choose another one with OCTAVO_PORT.',
    }
  } catch {
    return ok(name, `${port} is free`)
  }
}

async function proxyCheck({ baseUrl, trustedProxies }: Config): Promise<DoctorCheck> {
  const name = 'Proxy'
  if (baseUrl === null) return ok(name, 'none (base_url is not set)')
  if (trustedProxies.length === 0) {
    const advice = 'Set OCTAVO_TRUSTED_PROXIES to the address of the proxy, or all readers share one rate limit.'
    return { name, status: 'warning', found: `${baseUrl} is set, but no trusted proxy`, advice }
  }
  try {
    const response = await fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.ok) return ok(name, `${baseUrl} reaches Octavo`)
    const advice = 'Check that the proxy passes requests on, and removes the path of base_url.'
    return { name, status: 'warning', found: `${baseUrl} answers ${response.status}`, advice }
  } catch {
    const advice = 'Start the server, then check name, certificate and proxy.'
    return { name, status: 'warning', found: `${baseUrl} does not answer`, advice }
  }
}
