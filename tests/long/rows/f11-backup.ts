import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Row, Trial } from '../harness/row'
import { createAcknowledged } from '../site/acknowledged'
import { brokenInvariants } from '../site/invariants'
import { startLoad, storedEdits } from '../site/load'
import { untilAtRest } from '../site/rest'
import { scannedLibrary } from '../site/scanned-library'
import { makeTemplate, openSite, type Site } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { catalogueOf, difference } from '../site/state'

/** pg_dump does not read a server newer than itself, so the server is Debian's too: the oldest that Octavo takes. */
const POSTGRES_HOME = '/usr/lib/postgresql/15'
/** One restored backup in so many is served. */
const SERVED = 10

export const backupUnderLoad: Row = {
  id: 'F11',
  does: 'a backup while people edit and read (VACUUM INTO; pg_dump of PostgreSQL 15), restored elsewhere',
  required: 'whole, the same catalogue, everything that was acknowledged before it began',
  databases: ['sqlite', 'postgres'],
  rounds: 50,
  minutes: 15,
  needs: { pg_dump: 'postgresql', pg_restore: 'postgresql' },
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const isPostgres = trial.database === 'postgres'
  if (isPostgres && !existsSync(POSTGRES_HOME)) throw new Error(`there is no PostgreSQL in ${POSTGRES_HOME}`)
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 4, 6)
  const template = await makeTemplate(
    trial.database,
    trial.scratch,
    undefined,
    isPostgres ? { home: POSTGRES_HOME } : {},
  )
  const site = await template.make('site')
  const server = await site.serve()
  const admin = server.as(template.token)
  const library = await scannedLibrary(admin, folder)
  await untilAtRest(site)
  const golden = await catalogueOf(site)
  const acknowledged = createAcknowledged(join(trial.scratch, 'acknowledged.jsonl'))
  const load = startLoad({ admin: () => admin, libraryId: library.id, random: trial.random, acknowledged })
  const faults: string[] = []
  for (let round = 1; round <= trial.rounds; round++) {
    await Bun.sleep(trial.random.whole(300))
    const before = acknowledged.expected()
    const sentBefore = new Map([...before.keys()].map(key => [key, acknowledged.lastSent(key)]))
    const copy = isPostgres ? await dumped(site, trial) : await vacuumed(site, trial)
    const stored = await storedEdits(copy)
    const lost = [...before].filter(([key, values]) => {
      const there = stored.get(key)
      // Whatever was sent while it ran may be in it as well.
      const mayDiffer = acknowledged.lastSent(key) !== sentBefore.get(key)
      return there === undefined || !(mayDiffer || values.includes(there))
    })
    faults.push(...lost.slice(0, 2).map(([key]) => `backup ${round}: lost ${key}`))
    faults.push(
      ...difference(golden, await catalogueOf(copy))
        .slice(0, 2)
        .map(line => `backup ${round}: ${line}`),
    )
    const problem = (await brokenInvariants(copy)).filter(line => !line.startsWith('the thumbnail'))
    faults.push(...problem.map(line => `backup ${round}: ${line}`))
    if (round % SERVED === 0) await (await copy.serve()).end()
    await copy.remove()
    trial.say(`${round} of ${trial.rounds}, ${faults.length} faults`)
    if (faults.length > 10) break
  }
  const report = await load.stop()
  await server.end()
  await template.stop()
  return {
    n: trial.rounds,
    figure: `${trial.rounds} backups during ${report.requests} requests, ${faults.length} faults, ${report.errors.length} errors meanwhile`,
    faults: [...faults, ...report.errors.slice(0, 3)].slice(0, 20),
  }
}

async function vacuumed(site: Site, trial: Trial): Promise<Site> {
  const dataDir = join(trial.scratch, 'restored')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  await site.run('vacuum into ?', [join(dataDir, 'octavo.db')])
  return openSite({ kind: 'sqlite', cluster: null, databaseName: '', dataDir })
}

async function dumped(site: Site, trial: Trial): Promise<Site> {
  const { cluster } = site
  if (!cluster) throw new Error('There is no PostgreSQL')
  const file = join(trial.scratch, 'backup.dump')
  const databaseName = await cluster.create()
  await command('pg_dump', '-Fc', '-f', file, '-d', `${cluster.url}/${site.databaseName}`)
  await command('pg_restore', '--exit-on-error', '-d', `${cluster.url}/${databaseName}`, file)
  const dataDir = join(trial.scratch, 'restored')
  rmSync(dataDir, { recursive: true, force: true })
  return openSite({ kind: 'postgres', cluster, databaseName, dataDir })
}

async function command(name: string, ...args: string[]): Promise<void> {
  const child = Bun.spawn([name, ...args], { stdout: 'ignore', stderr: 'pipe' })
  const words = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${name}: ${words}`)
}
