import { join } from 'node:path'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { startCluster } from '../site/cluster'
import { openSite, type Site } from '../site/site'

/** How long a worker lives until it is killed. */
const LIFE_MS = 5_000
const WORKERS = 2
const MINUTES = 20

export const killedWorkers: Row = {
  id: 'M01',
  does: '10,000 tasks, a worker killed every 5 s (of two on PostgreSQL, the only one on SQLite)',
  required: 'all done, the effect of each once',
  databases: ['sqlite', 'postgres'],
  rounds: 10_000,
  minutes: MINUTES,
  run,
}

interface Sums {
  readonly done: number
  readonly other: number
  readonly lost: number
  readonly doubled: number
  readonly repeated: number
}

async function run(trial: Trial): Promise<Outcome> {
  const cluster = trial.database === 'postgres' ? await startCluster() : null
  const site = openSite({
    kind: trial.database,
    cluster,
    dataDir: join(trial.scratch, 'data'),
    databaseName: cluster ? await cluster.create() : '',
  })
  const filled = start(site, 'fill', trial.rounds)
  if ((await filled.exited) !== 0) throw new Error('The queue could not be filled')

  const began = performance.now()
  const workers = Array.from({ length: cluster ? WORKERS : 1 }, () => start(site, 'work', 0))
  let kills = 0
  const killing = setInterval(async () => {
    const place = trial.random.whole(workers.length)
    const victim = workers[place]
    victim?.kill('SIGKILL')
    await victim?.exited
    kills++
    workers[place] = start(site, 'work', 0)
  }, LIFE_MS)
  const openTasks = () =>
    site.run<{ n: number }>("select count(*) as n from tasks where status in ('pending', 'processing')")
  // The last few are those of killed workers, until their lease ends.
  await until(openTasks, rows => Number(rows[0]?.n) <= kills * 4, MINUTES * 60).finally(() => clearInterval(killing))
  const seconds = (performance.now() - began) / 1000
  await until(openTasks, rows => Number(rows[0]?.n) === 0, 120)
  for (const worker of workers) worker.kill('SIGKILL')
  await Promise.all(workers.map(worker => worker.exited))
  const sums = await count(site)
  await cluster?.stop()
  const faults = [
    ...(sums.done === trial.rounds ? [] : [`${sums.done} of ${trial.rounds} tasks are done, ${sums.other} are not`]),
    ...(sums.lost === 0 ? [] : [`${sums.lost} tasks are done and left no mark`]),
    ...(sums.doubled === 0 ? [] : [`the end of ${sums.doubled} tasks was marked twice`]),
    ...(sums.repeated === 0 ? [] : [`${sums.repeated} attempts left their mark twice`]),
  ]
  const speed = Math.round(trial.rounds / seconds)
  return {
    n: trial.rounds,
    figure: `lost ${sums.lost}, doubled ${sums.doubled}, ${kills} kills, ${speed} tasks/s`,
    faults,
  }
}

function start(site: Site, what: 'work' | 'fill', count: number) {
  const program = join(import.meta.dir, '../site/task-process.ts')
  const url = site.env.OCTAVO_DATABASE_URL ?? '-'
  return Bun.spawn([process.execPath, program, site.dataDir, url, what, String(count)], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
}

async function count(site: Site): Promise<Sums> {
  const number = async (sql: string) => Number((await site.run<{ n: number }>(sql))[0]?.n)
  const marksOf = (step: string, by: string) =>
    `select count(*) as n from (select ${by} from marks where step = '${step}' group by ${by} having count(*) > 1) x`
  return {
    done: await number("select count(*) as n from tasks where status = 'completed'"),
    other: await number("select count(*) as n from tasks where status <> 'completed'"),
    lost: await number(
      "select count(*) as n from tasks where not exists (select 1 from marks where step = 'ended' and task_id = tasks.id)",
    ),
    doubled: await number(marksOf('ended', 'task_id')),
    repeated: await number(marksOf('run', 'task_id, attempt')),
  }
}
