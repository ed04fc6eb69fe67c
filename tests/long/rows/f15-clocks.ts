import { join } from 'node:path'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { DAY, HOUR, MINUTE, type Scheduling, startSchedulers } from '../site/scheduling'
import { makeTemplate, openSite, type Site } from '../site/site'

const START = Date.parse('2026-05-04T00:00:00Z')
const YEAR_2038 = Date.parse('2038-01-19T03:14:08Z')
const SCHEDULERS = 5

/** Milliseconds that each worker's own clock is off, one a second: right, ahead, behind, to and fro, beyond 2038. */
const OFFSETS: readonly string[] = [
  '0',
  `${HOUR}`,
  `${-DAY}`,
  `${DAY},0,${-HOUR},${HOUR},${-DAY}`,
  `${YEAR_2038 - START}`,
]

export const wrongClocks: Row = {
  id: 'F15',
  does: 'five workers with clocks of their own that are right, 1 h ahead, a day behind, jumping, beyond 2038, on one queue of 2,000 tasks; five schedulers whose common clock jumps by an hour and a day, back, to 2038 and through summer time',
  required: 'no task taken twice; what was passed over fires once, nothing fires twice',
  databases: ['postgres'],
  rounds: 2_000,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const template = await makeTemplate('postgres', trial.scratch)
  if (!template.cluster) throw new Error('There is no PostgreSQL')
  const queue = openSite({
    kind: 'postgres',
    cluster: template.cluster,
    dataDir: join(trial.scratch, 'queue'),
    databaseName: await template.cluster.create(),
  })
  const claims = await skewedWorkers(queue, trial)
  const site = await template.make('site')
  const s = await startSchedulers(site, SCHEDULERS, START)
  const jumps = await jumpingClock(s)
  await s.close()
  await template.stop()
  return {
    n: trial.rounds + jumps.expected,
    figure: `double claims ${claims.doubled} of ${trial.rounds} tasks, lost ${claims.lost}; extra fires ${jumps.extra}, missed ${jumps.missed} of ${jumps.expected}`,
    faults: [...claims.faults, ...jumps.faults],
  }
}

async function skewedWorkers(site: Site, trial: Trial) {
  const filled = start(site, 'fill', trial.rounds)
  if ((await filled.exited) !== 0) throw new Error('The queue could not be filled')
  const workers = OFFSETS.map(offsets => start(site, 'work', 0, offsets))
  const number = async (sql: string) => Number((await site.run<{ n: number }>(sql))[0]?.n)
  await until(
    () => number("select count(*) as n from tasks where status in ('pending', 'processing')"),
    open => open === 0,
    300,
  )
  for (const worker of workers) worker.kill('SIGKILL')
  await Promise.all(workers.map(worker => worker.exited))
  const doubled = await number(
    "select count(*) as n from (select task_id from marks where step = 'run' group by task_id having count(*) > 1) x",
  )
  const ended = await number("select count(distinct task_id) as n from marks where step = 'ended'")
  const lost = trial.rounds - ended
  const faults = [
    ...(doubled === 0 ? [] : [`${doubled} tasks were taken twice`]),
    ...(lost === 0 ? [] : [`${lost} tasks have no end`]),
  ]
  return { doubled, lost, faults }
}

function start(site: Site, what: 'work' | 'fill', count: number, offsets = '0') {
  const program = join(import.meta.dir, '../site/task-process.ts')
  const clock = join(import.meta.dir, '../site/skewed-clock.ts')
  const url = site.env.OCTAVO_DATABASE_URL ?? '-'
  return Bun.spawn([process.execPath, '--preload', clock, program, site.dataDir, url, what, String(count)], {
    env: { ...process.env, LONG_CLOCK_OFFSETS: offsets },
    stdout: 'ignore',
    stderr: 'inherit',
  })
}

interface Step {
  readonly name: string
  readonly cron: string
  readonly timezone?: string
  /** When the schedule is made. */
  readonly at: number
  /** The clock from one look to the next. */
  readonly times: readonly number[]
  /** How often it has to fire in all. */
  readonly fires: number
}

/** From, to, in steps of ten minutes. */
function through(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.floor((to - from) / (10 * MINUTE)) + 1 }, (_, at) => from + at * 10 * MINUTE)
}

const NOON = START + 12 * HOUR
const EVERY_5 = '*/5 * * * *'
const AUTUMN = Date.parse('2026-10-31T12:00:00Z')
const SPRING = Date.parse('2026-03-07T12:00:00Z')

const STEPS: readonly Step[] = [
  ...[HOUR, DAY, 21 * DAY].map(jump => ({
    name: `${jump / HOUR} h ahead`,
    cron: EVERY_5,
    at: START,
    // Before, the jump, the same moment again, and the next regular time.
    times: [MINUTE, MINUTE + jump, MINUTE + jump, 6 * MINUTE + jump].map(time => START + time),
    fires: 2,
  })),
  ...[HOUR, DAY].map(jump => ({
    name: `${jump / HOUR} h back`,
    cron: '0 12 * * *',
    at: START,
    times: [NOON, ...through(NOON - jump, NOON + DAY)],
    fires: 2,
  })),
  {
    name: 'to 2038 and back',
    cron: '0 12 * * *',
    at: START,
    times: [YEAR_2038, ...through(START + HOUR, NOON)],
    fires: 2,
  },
  {
    name: 'an hour that comes twice',
    cron: '30 1 * * *',
    timezone: 'America/New_York',
    at: AUTUMN,
    times: through(AUTUMN, AUTUMN + 2 * DAY),
    fires: 2,
  },
  {
    name: 'an hour that is left out',
    cron: '30 4 * * *',
    timezone: 'America/New_York',
    at: SPRING,
    times: through(SPRING, SPRING + 2 * DAY),
    fires: 2,
  },
]

async function jumpingClock(s: Scheduling) {
  const faults: string[] = []
  let extra = 0
  let missed = 0
  let expected = 0
  for (const { name, cron, timezone, at, times, fires } of STEPS) {
    await s.clear()
    s.time = at
    await s.make(cron, 'cleanup', timezone)
    let fired = 0
    for (const time of times) {
      s.time = time
      fired += (await s.look()).length
      await s.work()
    }
    expected += fires
    extra += Math.max(0, fired - fires)
    missed += Math.max(0, fires - fired)
    if (fired !== fires) faults.push(`${name}: fired ${fired} times instead of ${fires}`)
  }
  return { extra, missed, expected, faults }
}
