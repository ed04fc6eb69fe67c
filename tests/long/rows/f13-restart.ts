import { join } from 'node:path'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { createAcknowledged, lost } from '../site/acknowledged'
import { brokenInvariants } from '../site/invariants'
import { startLoad, storedEdits } from '../site/load'
import { percentile, untilAtRest } from '../site/rest'
import { scannedLibrary } from '../site/scanned-library'
import { makeTemplate } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { followEvents } from '../site/stream'

const PATIENCE_MS = 45_000

export const databaseRestart: Row = {
  id: 'F13',
  does: 'PostgreSQL restarted (at once or in order) or all sessions terminated while people edit and read, a stream open',
  required: 'nothing acknowledged lost, no answer but success or 503, the stream hears of changes again',
  databases: ['postgres'],
  rounds: 20,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 4, 6)
  const template = await makeTemplate('postgres', trial.scratch)
  const site = await template.make('site')
  const { cluster } = site
  if (!cluster) throw new Error('There is no PostgreSQL')
  const server = await site.serve()
  const worker = site.worker()
  const admin = server.as(template.token)
  const library = await scannedLibrary(admin, folder)
  await untilAtRest(site)
  const acknowledged = createAcknowledged(join(trial.scratch, 'acknowledged.jsonl'))
  const options = { admin: () => admin, libraryId: library.id, random: trial.random, acknowledged }
  const load = startLoad({ ...options, patienceMs: PATIENCE_MS })
  const listener = followEvents(() => server, template.token)
  await listener.open
  const recoveries: number[] = []
  const faults: string[] = []
  for (let round = 1; round <= trial.rounds; round++) {
    const how = trial.random.pick(['fast', 'immediate', 'terminate'] as const)
    if (how === 'terminate') {
      await site.run(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    } else await cluster.restart(how)
    const began = performance.now()
    const counted = acknowledged.count()
    const heard = listener.heard.length
    await until(
      async () => acknowledged.count(),
      count => count > counted,
      40,
    ).catch(() => faults.push(`round ${round} (${how}): nothing was written within 40 s`))
    recoveries.push(performance.now() - began)
    await until(
      async () => listener.heard.length,
      count => count > heard,
      40,
    ).catch(() => faults.push(`round ${round} (${how}): the stream heard nothing within 40 s`))
    await Bun.sleep(trial.random.whole(500))
    trial.say(`${round} of ${trial.rounds}, ${faults.length} faults`)
  }
  const report = await load.stop()
  await listener.stop()
  const wrong = report.errors.filter(error => !error.includes(' 503'))
  faults.push(...wrong.slice(0, 5), ...lost(acknowledged, await storedEdits(site)), ...(await brokenInvariants(site)))
  await Promise.all([server.end(), worker.end()])
  await template.stop()
  const p95 = (percentile(recoveries, 0.95) / 1000).toFixed(1)
  const away = report.errors.length - wrong.length
  return {
    n: trial.rounds,
    figure: `${acknowledged.count()} acknowledged writes, recovery p95 ${p95} s, ${away} times 503, ${wrong.length} other errors of ${report.requests} requests`,
    faults,
  }
}
