import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../../../server/src/db'
import { commandsIn } from '../../kit/commands'
import { insertMany } from '../../kit/many-books'
import type { Outcome, Row, Trial } from '../harness/row'
import { startCluster } from '../site/cluster'
import { differingTables } from '../site/same-rows'
import { makeTemplate, type Server, type Site } from '../site/site'

const BOOKS = 100_000
const QUIET_MS = 10_000
/** How much longer a request may take while a backup is made. */
const MOST_WAIT_MS = 100

export const allData: Row = {
  id: 'F19',
  does: 'everything of a library of 100,000 books is copied from SQLite to PostgreSQL and back, exported, imported and backed up; the backup while people read and write',
  required: 'all rows are equal by SQL, readers and writers wait at most 100 ms longer than without the backup',
  databases: ['sqlite'],
  rounds: 1,
  minutes: 30,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const template = await makeTemplate('sqlite', trial.scratch)
  const site = await template.make('site')
  const connection = await connect({ databaseUrl: null, dataDir: site.dataDir })
  await insertMany(connection, BOOKS)
  await connection.close()
  const file = join(site.dataDir, 'octavo.db')
  const cluster = await startCluster()
  const faults: string[] = []
  const figures: string[] = []
  const octavo = commandsIn(trial.scratch)
  const timed = async (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const began = performance.now()
    const { code, out, err } = await octavo(args, { env })
    const seconds = (performance.now() - began) / 1000
    if (code !== 0) throw new Error(`${name}: ${err.slice(-500)}`)
    figures.push(`${name} ${seconds.toFixed(1)} s`)
    trial.say(figures.at(-1) ?? '')
    return { made: out.trim().split('  ')[0] ?? '', seconds }
  }
  const compared = (name: string, other: string) => {
    const { faults: found, rows } = differingTables(file, join(other, 'octavo.db'))
    faults.push(...found.map(text => `${name}: ${text}`))
    trial.say(`${name}: ${rows} rows compared`)
    return rows
  }
  try {
    const url = `${cluster.url}/${await cluster.create()}`
    const [back, imported, restored] = ['back', 'imported', 'restored'].map(name => join(trial.scratch, name)) as [
      string,
      string,
      string,
    ]
    mkdirSync(back)
    await timed('copy to PostgreSQL', ['copy', site.dataDir, url])
    await timed('copy to SQLite', ['copy', url, back])
    const rows = compared('copy', back)
    const env = { OCTAVO_DATABASE_URL: url }
    const exported = await timed('export', ['export', trial.scratch, '--keys', '--data-dir', site.dataDir], env)
    await timed('import', ['import', exported.made, '--data-dir', imported])
    compared('import', imported)
    const backup = await backedUp(trial, site, template.token, timed)
    faults.push(...backup.faults)
    figures.push(backup.figure)
    await timed('restore', ['restore', backup.made, '--data-dir', restored])
    return { n: rows, figure: `${rows} rows: ${figures.join(', ')}`, faults: faults.slice(0, 20) }
  } finally {
    await cluster.stop()
    await template.stop()
  }
}

type Timed = (name: string, args: readonly string[]) => Promise<{ made: string; seconds: number }>

/** A backup while a server answers, and the longest waits with and without it. */
async function backedUp(trial: Trial, site: Site, token: string, timed: Timed) {
  const server = await site.serve()
  try {
    await longestWaits(server, token, Bun.sleep(2_000))
    const quiet = await longestWaits(server, token, Bun.sleep(QUIET_MS))
    const floor = await writeSeconds(trial, statSync(join(site.dataDir, 'octavo.db')).size)
    let made = ''
    const during = await longestWaits(
      server,
      token,
      timed('backup', ['backup', join(trial.scratch, 'backups'), '--data-dir', site.dataDir]).then(done => {
        made = done.made
      }),
    )
    const bytes = readdirSync(made).reduce((sum, name) => sum + statSync(join(made, name)).size, 0)
    const faults = (['read', 'write'] as const).flatMap(kind =>
      during[kind] > quiet[kind] + MOST_WAIT_MS
        ? [`the longest ${kind} took ${during[kind]} ms during the backup, ${quiet[kind]} ms before`]
        : [],
    )
    const waits = (['read', 'write'] as const).map(kind => `longest ${kind} ${during[kind]} ms (${quiet[kind]} before)`)
    const figure = `${Math.round(bytes / 1024 ** 2)} MB of backup (writing and flushing the database alone: ${floor.toFixed(1)} s), ${waits.join(', ')}`
    return { made, faults, figure }
  } finally {
    await server.end()
  }
}

async function longestWaits(server: Server, token: string, work: Promise<unknown>) {
  const admin = server.as(token)
  const longest = { read: 0, write: 0 }
  let isOver = false
  const repeat = async (kind: 'read' | 'write', call: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isOver; turn++) {
      const began = performance.now()
      await call(turn)
      longest[kind] = Math.max(longest[kind], Math.round(performance.now() - began))
      await Bun.sleep(10)
    }
  }
  const loops = [
    repeat('read', turn => admin.get(`/api/v1/books?page=${1 + (turn % 200)}`)),
    repeat('write', turn => admin.put('/api/v1/user/preferences/ui.language', { value: turn % 2 ? 'de' : 'en' })),
  ]
  await work.finally(() => {
    isOver = true
  })
  await Promise.all(loops)
  return longest
}

/** Seconds that the disk needs for so many bytes. */
async function writeSeconds(trial: Trial, bytes: number): Promise<number> {
  const chunk = Buffer.alloc(1024 ** 2, 7)
  const began = performance.now()
  const target = await open(join(trial.scratch, 'floor'), 'w')
  for (let left = bytes; left > 0; left -= chunk.length) await target.write(chunk)
  await target.sync()
  await target.close()
  return (performance.now() - began) / 1000
}
