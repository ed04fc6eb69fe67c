import type { Outcome, Row, Trial } from '../harness/row'
import { DAY, MINUTE, startSchedulers } from '../site/scheduling'
import { makeTemplate } from '../site/site'

const SCHEDULERS = 5
const START = Date.parse('2026-05-04T00:00:00Z')

export const schedulersOfADay: Row = {
  id: 'M03',
  does: 'five schedulers on one PostgreSQL look at every minute of a day by an injected clock, all at once, at six schedules',
  required: 'each time fires once',
  databases: ['postgres'],
  rounds: 1,
  minutes: 15,
  run,
}

/** Runs of each within 24 hours from right after midnight, by the five fields of crontab(5). */
const PLANS = [
  { cron: '*/5 * * * *', job: 'cleanup', times: 288 },
  { cron: '*/15 * * * *', job: 'duplicates', times: 96 },
  { cron: '7 * * * *', job: 'integrity', times: 24 },
  { cron: '30 3 * * *', job: 'cleanup', times: 1 },
  { cron: '0 0-23/6 * * *', job: 'duplicates', times: 4 },
  { cron: '15 2 * * 0', job: 'integrity', times: 0 },
] as const

async function run(trial: Trial): Promise<Outcome> {
  const template = await makeTemplate('postgres', trial.scratch)
  const site = await template.make('site')
  const s = await startSchedulers(site, SCHEDULERS, START)
  await s.clear()
  const faults: string[] = []
  let extra = 0
  let missed = 0
  let fired = 0
  let tasks = 0
  for (let day = 1; day <= trial.rounds; day++) {
    const made = await Promise.all(PLANS.map(({ cron, job }) => s.make(cron, job)))
    const counts = new Map<string, number>()
    for (let minute = 1; minute <= DAY / MINUTE; minute++) {
      s.time += MINUTE
      for (const fire of await s.look()) {
        counts.set(fire.scheduleId, (counts.get(fire.scheduleId) ?? 0) + 1)
        fired++
        tasks += fire.taskIds.length
      }
      await s.work()
      if (minute % 240 === 0) trial.say(`day ${day}, ${minute / 60} h, ${fired} fired`)
    }
    for (const [at, { cron, times }] of PLANS.entries()) {
      const actual = counts.get(made[at] ?? '') ?? 0
      extra += Math.max(0, actual - times)
      missed += Math.max(0, times - actual)
      // Each day begins on the day of the week that its date has: the Sunday's comes on Sundays only.
      if (actual !== times) faults.push(`day ${day}: ${cron} fired ${actual} times instead of ${times}`)
    }
    const rows = await site.run<{ n: number }>('select count(*) as n from tasks')
    if (Number(rows[0]?.n) !== tasks) faults.push(`${rows[0]?.n} tasks are in the queue, ${tasks} were reported`)
    await s.clear()
    tasks = 0
  }
  await s.close()
  await template.stop()
  return { n: fired, figure: `extra ${extra}, missed ${missed} of ${fired} times, ${SCHEDULERS} schedulers`, faults }
}
