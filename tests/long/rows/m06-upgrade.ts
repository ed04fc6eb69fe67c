import { join } from 'node:path'
import { spawnOctavo } from '../../kit/process'
import type { Outcome, Row, Trial } from '../harness/row'
import { startCluster } from '../site/cluster'
import { makeOld } from '../site/old-schema'
import { openSite, type Server } from '../site/site'
import { replaceOneByOne } from './m06-rolling'

const REPLICAS = 5

export const upgrade: Row = {
  id: 'M06',
  does: 'five servers start at once, on an empty PostgreSQL and on the schema of the first version; three servers and two workers behind a balancer are replaced one by one by a later release with a wider schema, while people edit and read and a library is scanned, and old ones start again in between',
  required:
    'all serve, one of them migrates, no error in any log but of what a deadlock had tried again; no request fails, nothing acknowledged is lost, tasks and events that only the later release knows wait for it and pass through; a release that takes columns away is refused by the one before it',
  databases: ['postgres'],
  rounds: 4,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const start = await startAtOnce(trial)
  const rolling = await replaceOneByOne(trial)
  return {
    n: start.n + rolling.n,
    figure: `${start.figure}; ${rolling.figure}`,
    faults: [...start.faults, ...rolling.faults],
  }
}

async function startAtOnce(trial: Trial): Promise<Outcome> {
  const cluster = await startCluster()
  const faults: string[] = []
  for (let round = 1; round <= trial.rounds; round++) {
    const from = round % 2 === 0 ? 'old' : 'empty'
    const databaseName = await cluster.create()
    const place = (name: string) =>
      openSite({ kind: 'postgres', cluster, databaseName, dataDir: join(trial.scratch, `${round}-${name}`) })
    const origin = place('origin')
    if (from === 'old') await makeOld(origin)
    // The first of the steps notes who else is there: the database counts the migrators itself.
    const servers = await Promise.all(
      Array.from({ length: REPLICAS }, (_, number) =>
        place(`server-${number}`)
          .serve()
          .catch((error: Error) => error),
      ),
    )
    const started = servers.filter((server): server is Server => !(server instanceof Error))
    const logs = started.map(server => server.log())
    const migrators = logs.filter(log => log.includes('"migrations"')).length
    const errors = logs.flatMap(log => log.split('\n').filter(line => /"level":(50|60)/.test(line)))
    const steps = await origin.run<{ name: string }>('select name from schema_migrations')
    const again = spawnOctavo(['migrate'], origin.env)
    if ((await again.exited) !== 0) faults.push(`round ${round} (${from}): migrate fails afterwards`)
    for (const server of servers)
      if (server instanceof Error) faults.push(`round ${round} (${from}): ${server.message}`)
    if (migrators !== 1) faults.push(`round ${round} (${from}): ${migrators} processes say that they migrated`)
    if (new Set(steps.map(({ name }) => name)).size !== steps.length) faults.push('a step is noted twice')
    faults.push(...errors.slice(0, 3).map(line => `round ${round} (${from}): ${line.slice(0, 300)}`))
    await Promise.all(started.map(server => server.end()))
    await cluster.drop(databaseName)
    trial.say(`${round} of ${trial.rounds}, ${faults.length} faults`)
  }
  await cluster.stop()
  return {
    n: trial.rounds,
    figure: `${REPLICAS * trial.rounds} starts, one migrator each time, ${faults.length} faults`,
    faults,
  }
}
