import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../../kit/free-port'
import { spawnOctavo, untilServes } from '../../kit/process'
import type { Random } from '../harness/random'
import type { Outcome, Row, Trial } from '../harness/row'
import { createAcknowledged, lost } from '../site/acknowledged'
import { sqliteProblems } from '../site/invariants'
import { startLoad, storedEdits } from '../site/load'
import { untilAtRest } from '../site/rest'
import { scannedLibrary } from '../site/scanned-library'
import { makeTemplate, openSite, type Site, type Template } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'

const PAGE = 4096
const NOBODY = 65_534

export const damagedDatabase: Row = {
  id: 'F10',
  does: 'the database damaged while nobody runs: bytes changed at its beginning and within, cut short, gone, its log cut or gone, -shm gone, files of another user, a newer schema',
  required:
    'refused with what to do, and unchanged; or opened whole with everything that was acknowledged before the damage',
  databases: ['sqlite', 'postgres'],
  rounds: 1,
  minutes: 10,
  needs: { setpriv: 'util-linux' },
  asRoot: true,
  run,
}

interface Damage {
  readonly name: string
  readonly do: (folder: string, random: Random) => void
  /** `refuse`, or `open` with everything, or `some` of it: the content of the lost part of the log. */
  readonly wants: 'refuse' | 'open' | 'some'
  /** After a proper stop: all of it is in the one file. */
  readonly inOneFile?: boolean
  /** Words of the refusal. */
  readonly hint?: string
}

const file = (folder: string, end = '') => join(folder, `octavo.db${end}`)

function overwrite(path: string, at: number, length: number, random: Random): void {
  const content = readFileSync(path)
  for (let offset = at; offset < Math.min(content.length, at + length); offset++) content[offset] = random.whole(256)
  writeFileSync(path, content)
}

const DAMAGES: readonly Damage[] = [
  {
    name: 'beginning',
    wants: 'refuse',
    hint: 'backup',
    do: (folder, random) => overwrite(file(folder), 0, 64, random),
  },
  {
    name: 'pages within',
    wants: 'refuse',
    inOneFile: true,
    hint: 'backup',
    do: (folder, random) => overwrite(file(folder), 8 * PAGE, 24 * PAGE, random),
  },
  {
    name: 'cut short',
    wants: 'refuse',
    inOneFile: true,
    hint: 'backup',
    do: folder => truncateSync(file(folder), Math.floor(statSync(file(folder)).size / PAGE / 2) * PAGE),
  },
  { name: 'gone', inOneFile: true, wants: 'refuse', hint: 'backup', do: folder => rmSync(file(folder)) },
  { name: 'emptied', inOneFile: true, wants: 'refuse', hint: 'backup', do: folder => writeFileSync(file(folder), '') },
  {
    name: 'log cut in the middle of a write',
    wants: 'some',
    do: folder => truncateSync(file(folder, '-wal'), Math.floor(statSync(file(folder, '-wal')).size * 0.7) + 13),
  },
  { name: 'shm gone', wants: 'open', do: folder => rmSync(file(folder, '-shm'), { force: true }) },
  {
    name: 'files of another user',
    wants: 'refuse',
    inOneFile: true,
    hint: 'chown',
    do: folder => {
      for (const name of readdirSync(folder)) chownSync(join(folder, name), NOBODY, NOBODY)
      chownSync(file(folder), 0, 0)
      chmodSync(file(folder), 0o600)
    },
  },
]

async function run(trial: Trial): Promise<Outcome> {
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('origin')
  const faults: string[] = []
  const said: string[] = []
  if (trial.database === 'sqlite') {
    const acknowledged = await usedAndKilled(site, template, trial)
    for (const damage of DAMAGES) {
      const wrong = await damageOnce(site, damage, acknowledged, trial)
      if (wrong.length === 0) said.push(damage.name)
      faults.push(...wrong.map(fault => `${damage.name}: ${fault}`))
    }
  }
  const newer = await newerSchema(site)
  if (newer.length === 0) said.push('newer schema')
  faults.push(...newer)
  await template.stop()
  const n = trial.database === 'sqlite' ? DAMAGES.length + 1 : 1
  return { n, figure: `${said.length}/${n} as required`, faults }
}

/** A database with a log: a server at work that was killed. */
async function usedAndKilled(site: Site, template: Template, trial: Trial) {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 2, 5)
  const server = await site.serve()
  const admin = server.as(template.token)
  const library = await scannedLibrary(admin, folder)
  await untilAtRest(site)
  const acknowledged = createAcknowledged(join(trial.scratch, 'acknowledged.jsonl'))
  const load = startLoad({ admin: () => admin, libraryId: library.id, random: trial.random, acknowledged })
  await Bun.sleep(1_500)
  await load.stop()
  server.signal('SIGKILL')
  await server.exited
  return acknowledged
}

async function damageOnce(
  origin: Site,
  damage: Damage,
  acknowledged: ReturnType<typeof createAcknowledged>,
  trial: Trial,
): Promise<readonly string[]> {
  const folder = join(trial.scratch, damage.name.replaceAll(' ', '-'))
  Bun.spawnSync(['cp', '-a', origin.dataDir, folder])
  if (damage.inOneFile) checkpointed(folder)
  damage.do(folder, trial.random.branch(damage.name))
  const before = bytesOf(folder)
  const { code, words, opened, site } = await startOn(origin, folder, damage)
  if (damage.wants === 'refuse') {
    return [
      ...(opened ? ['it was opened'] : []),
      ...(opened || code !== 0 ? [] : ['it ended without an error']),
      ...(words.includes(damage.hint ?? '') ? [] : [`it does not say what to do: ${words.slice(-300)}`]),
      ...(bytesOf(folder) === before ? [] : ['the file was changed']),
    ]
  }
  if (!opened) return [`it was not opened: ${words.slice(-300)}`]
  const problem = await sqliteProblems(site)
  const gone = damage.wants === 'open' ? lost(acknowledged, await storedEdits(site)) : []
  const [users] = await site.run<{ n: number }>('select count(*) as n from users')
  return [...problem, ...gone.slice(0, 3), ...(users?.n === 1 ? [] : ['the account is gone'])]
}

/** Everything in the one file, as after a proper stop. */
function checkpointed(folder: string): void {
  const program =
    "import{Database}from'bun:sqlite';const d=new Database(process.argv[1]);d.run('pragma wal_checkpoint(truncate)');d.close()"
  Bun.spawnSync([process.execPath, '-e', program, file(folder)])
  for (const end of ['-wal', '-shm']) rmSync(file(folder, end), { force: true })
}

function bytesOf(folder: string): string {
  return existsSync(file(folder))
    ? new Bun.CryptoHasher('sha256').update(readFileSync(file(folder))).digest('hex')
    : 'none'
}

async function startOn(origin: Site, folder: string, { name }: Damage) {
  const port = await freePort()
  const env = { ...origin.env, OCTAVO_DATA_DIR: folder, OCTAVO_PORT: String(port) }
  const through = name === 'files of another user' ? asNobody(folder) : []
  const running = spawnOctavo(['serve'], env, { through })
  const opened = await untilServes(running, `http://127.0.0.1:${port}`, 20_000).then(
    () => true,
    () => false,
  )
  await running.end()
  const site = openSite({ kind: 'sqlite', cluster: null, databaseName: '', dataDir: folder })
  return { code: await running.exited, words: running.log(), opened, site }
}

/** Runs as a user without rights, who may read the program all the same. */
function asNobody(folder: string): readonly string[] {
  chmodSync(dirname(folder), 0o755)
  chownSync(folder, NOBODY, NOBODY)
  return ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', 'env', `HOME=${folder}`]
}

/** A step of a later version in the list of those that ran. */
async function newerSchema(site: Site): Promise<readonly string[]> {
  await site.run("insert into schema_migrations (name, applied_at) values ('9999-from-the-future', 1) returning name")
  const port = await freePort()
  const running = spawnOctavo(['serve'], { ...site.env, OCTAVO_PORT: String(port) })
  const code = await Promise.race([running.exited, Bun.sleep(20_000).then(() => null)])
  await running.end()
  if (code === null || code === 0) return ['newer schema: it was opened']
  return /newer version of Octavo/.test(running.log()) ? [] : [`newer schema: it says ${running.log().slice(-300)}`]
}
