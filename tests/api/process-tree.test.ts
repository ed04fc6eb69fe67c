// F18: whichever process of a started server gets a signal, all of them end, and port and database are free.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { until } from '../kit/client'
import { freePort } from '../kit/free-port'
import { migratedPostgres, migratedSqlite } from '../kit/migrated'
import { ROOT, temporaryFolder } from '../kit/paths'

setDefaultTimeout(120_000)

const WAYS = {
  './octavo serve': ['./octavo', 'serve'],
  'npm start': ['npm', 'start', '--'],
  'npx octavo serve': ['npx', 'octavo', 'serve'],
} as const
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const

const folder = temporaryFolder('process-tree')
const left = new Set<number>()
let number = 0
afterAll(() => {
  for (const pid of left) if (parents().has(pid)) process.kill(pid, 'SIGKILL')
  folder.remove()
})

interface Tree {
  /** From the person's process down to the server. */
  readonly pids: readonly number[]
  readonly url: string
}

/** Starts a server that way and waits until it answers. */
async function started(way: keyof typeof WAYS, databaseUrl?: string): Promise<Tree> {
  const dataDir = join(folder.path, `data-${++number}`)
  mkdirSync(dataDir)
  if (databaseUrl === undefined) await migratedSqlite(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = Bun.spawn([...WAYS[way]], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder.path,
      npm_config_update_notifier: 'false',
      OCTAVO_HOST: '127.0.0.1',
      OCTAVO_PORT: String(port),
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_LOG_LEVEL: 'warn',
      ...(databaseUrl !== undefined && { OCTAVO_DATABASE_URL: databaseUrl }),
    },
    // A process group of its own, as a terminal starts each command.
    detached: true,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  left.add(child.pid)
  await until(() => answers(url), Boolean, 60)
  const pids = chainFrom(child.pid)
  for (const pid of pids) left.add(pid)
  return { pids, url }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    answer => answer.ok,
    () => false,
  )
}

/** Every running process with its parent. */
function parents(): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    try {
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (state !== 'Z') found.set(Number(name), Number(parent))
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}

/** The first process and what it started, down to the server, which is the last before its parser processes. */
function chainFrom(first: number): readonly number[] {
  const tree = parents()
  const chain = [first]
  for (let pid: number | undefined = first; pid !== undefined; ) {
    const above: number = pid
    pid = [...tree].find(([, parent]) => parent === above)?.[0]
    if (pid !== undefined && isParser(pid)) break
    if (pid !== undefined) chain.push(pid)
  }
  return chain
}

function programOf(pid: number): string {
  return basename(readlinkSync(`/proc/${pid}/exe`))
}

function isParser(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('child.')
}

/**
 * Signals one process, or a group (by a negative number), and waits until all of them have ended and the port is free.
 */
async function endsBy({ pids, url }: Tree, pid: number, signal: NodeJS.Signals): Promise<readonly number[]> {
  process.kill(pid, signal)
  const alive = async () => [...parents().keys()].filter(each => pids.includes(each))
  const rest = await until(alive, those => those.length === 0, 20).catch(alive)
  expect(await answers(url)).toBe(false)
  return rest
}

for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
  describe(way, () => {
    // The launcher alone is one process (below), so a signal to the first is a signal to each.
    const places = way === './octavo serve' ? (['first'] as const) : (['first', 'last but one', 'server'] as const)
    for (const place of places) {
      test(`a signal to the ${place} process leaves nothing behind`, async () => {
        const signals = place === 'server' ? SIGNALS.filter(signal => signal !== 'SIGKILL') : SIGNALS
        const orphans = await Promise.all(
          signals.map(async signal => {
            const tree = await started(way)
            const pid =
              (place === 'first' ? tree.pids[0] : tree.pids.at(place === 'server' ? -1 : -2)) ?? tree.pids[0] ?? 0
            // npm sends SIGINT to its shell, which waits for the program: a terminal sends it to all of them, as here.
            return [
              signal,
              await endsBy(tree, place !== 'server' && signal === 'SIGINT' ? -(tree.pids[0] ?? 0) : pid, signal),
            ]
          }),
        )
        expect(orphans).toEqual(signals.map(signal => [signal, []]))
      })
    }
  })
}

test.each(['SIGTERM', 'SIGHUP'] as const)('%s to the whole group of npm start leaves nothing behind', async signal => {
  const tree = await started('npm start')
  expect(await endsBy(tree, -(tree.pids[0] ?? 0), signal)).toEqual([])
})

test('the launcher gives way to the server, and npm runs nothing but a shell in between', async () => {
  const trees = await Promise.all((Object.keys(WAYS) as (keyof typeof WAYS)[]).map(way => started(way)))
  const programs = trees.map(({ pids }) => pids.map(programOf).filter(name => !/^(da|ba)?sh$/.test(name)))
  for (const tree of trees) await endsBy(tree, tree.pids[0] ?? 0, 'SIGTERM')
  expect(programs).toEqual([['bun.exe'], ['node', 'bun.exe'], ['node', 'bun.exe']])
})

test('the exit code of the server is that of the launcher and of npm', async () => {
  const codes = Object.values(WAYS).map(
    way => Bun.spawnSync([...way, '--prot'], { cwd: ROOT, stderr: 'ignore' }).exitCode,
  )
  expect(codes).toEqual([2, 2, 2])
})

test('a folder given to npm start refers to the folder where it was typed', () => {
  const { exitCode, stderr } = Bun.spawnSync(['npm', 'start', '--', 'no-such-folder'], { cwd: join(ROOT, 'docs') })
  expect(stderr.toString()).toContain(`The folder ${join(ROOT, 'docs', 'no-such-folder')} does not exist.`)
  expect(exitCode).toBe(2)
})

describe('on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof migratedPostgres>>
  beforeAll(async () => {
    database = await migratedPostgres()
  }, 60_000)
  afterAll(() => database?.drop())

  test('a signal to npm leaves nothing behind', async () => {
    const tree = await started('npx octavo serve', database.url)
    expect(await endsBy(tree, tree.pids[0] ?? 0, 'SIGTERM')).toEqual([])
  })
})
