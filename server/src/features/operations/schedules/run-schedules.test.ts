import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { LibraryJobConfigDto } from '@octavo/contract/library-job'
import { forEachDatabase, type TestDatabase } from '../../../db/testing'
import { insertLibrary } from '../../../db/testing-rows'
import { createLogger } from '../../../kernel/log'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { createTaskSignal } from '../../../platform/task-signal'
import { endTask, takeTask } from '../../../platform/testing'
import { createSchedule, patchSchedule, runNow, type ScheduleDeps } from './change-schedules'
import { scanOnStart } from './library-scan'
import { type Fire, runSchedules } from './run-schedules'
import { readOutcome, runEnd } from './schedule.rules'
import { scheduleView } from './schedule.view'
import { findSchedule } from './schedules.queries'

setDefaultTimeout(60_000)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2026-05-04T00:00:00Z')

/** Schedulers on one database with a clock set by the test. */
function scheduling(database: () => TestDatabase) {
  let time = START
  let zone: string | null = null
  const deps = (): ScheduleDeps => {
    const { connection } = database()
    return {
      reader: connection.reader,
      write: connection.write,
      now: () => time,
      clock: async () => time,
      serverZone: async () => zone,
      tasks: createTaskSignal(connection.wakes),
      announce: () => undefined,
      log: createLogger('silent'),
    }
  }
  const look = async () => (await runSchedules(deps())).fires
  return {
    deps,
    get time() {
      return time
    },
    set time(to: number) {
      time = to
    },
    set serverZone(to: string | null) {
      zone = to
    },
    look,
    make: (cron: string, config: LibraryJobConfigDto = { type: 'cleanup' }, more: object = {}) =>
      createSchedule(deps(), SYSTEM_VIEWER, null, { cronSchedule: cron, config, ...more }),
    /** Ends all pending tasks, like a worker. */
    async work(end: 'completed' | 'failed' | 'cancelled' = 'completed', result: object = {}) {
      const { write } = database().connection
      const types = ['cleanup_orphaned_files', 'scan_library', 'check_integrity', 'find_duplicates']
      for (;;) {
        const task = await write(tx => takeTask(tx, types, DAY))
        if (!task) return
        if (end === 'completed') await write(tx => endTask(tx, task, { status: 'completed', result: { ...result } }))
        else
          await write(tx =>
            endTask(tx, task, end === 'failed' ? { status: end, error: 'The disk is full' } : { status: end }),
          )
      }
    },
    show: async (id: string) => scheduleView(await findSchedule(database().connection.reader, SYSTEM_VIEWER, id)),
  }
}

forEachDatabase('schedules', database => {
  const s = scheduling(() => database)

  beforeEach(async () => {
    const { write } = database.connection
    await write(async tx => {
      await tx.query.deleteFrom('schedules').execute()
      await tx.query.deleteFrom('tasks').execute()
      await tx.query.deleteFrom('libraries').execute()
    })
    s.time = START
    s.serverZone = null
  })

  test('five schedulers and a day: each time once, none missed', async () => {
    const quarter = await s.make('*/15 * * * *', { type: 'cleanup' })
    const hour = await s.make('5 * * * *', { type: 'integrity' })
    const night = await s.make('30 3 * * *', { type: 'duplicates' })
    const never = await s.make('* * * * *', { type: 'duplicates' }, { enabled: false })
    const fires: Fire[] = []
    for (; s.time < START + DAY; s.time += 5 * MINUTE) {
      const looks = await Promise.all(Array.from({ length: 5 }, s.look))
      fires.push(...looks.flat())
      await s.work()
    }
    const of = (id: string) => fires.filter(fire => fire.scheduleId === id)
    // START is a quarter of an hour itself, but the schedules were created then: the first run is at the next one.
    expect([of(quarter).length, of(hour).length, of(night).length, of(never).length]).toEqual([95, 24, 1, 0])
    const ids = fires.flatMap(fire => fire.taskIds)
    expect(ids.length).toBe(120)
    expect(new Set(ids).size).toBe(120)
  })

  describe('a clock that jumps', () => {
    test.each([
      ['an hour ahead', HOUR],
      ['a day ahead', DAY],
      ['three weeks ahead', 21 * DAY],
    ])('%s fires once what was passed over', async (_name, jump) => {
      await s.make('*/5 * * * *')
      s.time += MINUTE
      expect(await s.look()).toEqual([])
      s.time += jump
      expect((await s.look()).length).toBe(1)
      expect(await s.look()).toEqual([])
      await s.work()
      s.time += 5 * MINUTE
      expect((await s.look()).length).toBe(1)
    })

    test.each([
      ['an hour', HOUR],
      ['a day', DAY],
    ])('%s back fires nothing twice', async (_name, jump) => {
      await s.make('0 12 * * *')
      s.time = START + 12 * HOUR
      expect((await s.look()).length).toBe(1)
      await s.work()
      s.time -= jump
      const again: Fire[] = []
      for (; s.time < START + 36 * HOUR; s.time += 10 * MINUTE) again.push(...(await s.look()))
      expect(again).toEqual([])
      s.time = START + 36 * HOUR
      expect((await s.look()).length).toBe(1)
    })

    test('years ahead and back does not leave a plan of years behind', async () => {
      const id = await s.make('0 12 * * *')
      s.time = Date.parse('2038-01-19T03:14:08Z')
      expect((await s.look()).length).toBe(1)
      await s.work()
      s.time = START + HOUR
      expect(await s.look()).toEqual([])
      expect((await s.show(id)).nextRunAt).toBe('2026-05-04T12:00:00.000Z')
    })

    test('summer time: a daily job runs once on the day with a repeated hour', async () => {
      s.time = Date.parse('2026-10-31T12:00:00Z')
      await s.make('30 1 * * *', { type: 'cleanup' }, { timezone: 'America/New_York' })
      const at: string[] = []
      for (; s.time < Date.parse('2026-11-02T12:00:00Z'); s.time += 10 * MINUTE) {
        if ((await s.look()).length > 0) at.push(new Date(s.time).toISOString())
        await s.work()
      }
      expect(at).toEqual(['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z'])
    })
  })

  test('a time missed during a downtime runs once', async () => {
    await s.make('0 * * * *')
    s.time += 3 * DAY + HOUR / 2
    const looks = await Promise.all(Array.from({ length: 5 }, s.look))
    expect(looks.flat().length).toBe(1)
  })

  test('the zone is that of the schedule, else of the server, and a change of it is in force at once', async () => {
    const own = await s.make('0 3 * * *', { type: 'cleanup' }, { timezone: 'Asia/Tokyo' })
    const ofServer = await s.make('0 3 * * *', { type: 'duplicates' })
    expect((await s.show(own)).nextRunAt).toBe('2026-05-04T18:00:00.000Z')
    expect((await s.show(ofServer)).nextRunAt).toBe('2026-05-04T03:00:00.000Z')
    s.serverZone = 'Europe/Berlin'
    await s.look()
    expect((await s.show(ofServer)).nextRunAt).toBe('2026-05-04T01:00:00.000Z')
    expect((await s.show(own)).nextRunAt).toBe('2026-05-04T18:00:00.000Z')
  })

  test('a changed time counts from the change on', async () => {
    const id = await s.make('0 12 * * *')
    const row = await findSchedule(database.connection.reader, SYSTEM_VIEWER, id)
    await patchSchedule(s.deps(), SYSTEM_VIEWER, row, { cronSchedule: '0 9 * * *' })
    s.time = START + 9 * HOUR
    expect((await s.look()).length).toBe(1)
    await s.work()
    await patchSchedule(s.deps(), SYSTEM_VIEWER, row, { enabled: false })
    s.time += 2 * DAY
    expect(await s.look()).toEqual([])
    expect((await s.show(id)).nextRunAt).toBeNull()
  })

  test('how a run ended is noted, whatever became of it', async () => {
    const id = await s.make('0 * * * *')
    const next = async () => {
      s.time += HOUR
      await s.look()
    }
    await next()
    expect(await s.show(id)).toMatchObject({ running: true, lastRunStatus: null })
    await s.work('completed', { thumbnails_deleted: 2, errors: [], failures: 0 })
    await s.look()
    expect(await s.show(id)).toMatchObject({
      running: false,
      lastRunStatus: 'success',
      lastRunMessage: '2 thumbnails deleted',
    })
    await next()
    await s.work('failed')
    await s.look()
    expect(await s.show(id)).toMatchObject({
      lastRunStatus: 'failure',
      lastRunMessage: 'The disk is full',
      lastRunCounts: null,
    })
    await next()
    await s.work('cancelled')
    await s.look()
    expect(await s.show(id)).toMatchObject({ lastRunStatus: 'cancelled', lastRunMessage: 'It was cancelled' })
    await next()
    await database.connection.write(tx => tx.query.deleteFrom('tasks').execute())
    await s.look()
    expect(await s.show(id)).toMatchObject({ running: false, lastRunStatus: 'failure' })
  })

  test('a run is skipped while the previous one continues, and refused to a person', async () => {
    const id = await s.make('0 * * * *')
    s.time += HOUR
    const [first] = await s.look()
    s.time += HOUR
    expect((await s.look())[0]?.taskIds).toEqual([])
    const row = await findSchedule(database.connection.reader, SYSTEM_VIEWER, id)
    await expect(runNow(s.deps(), SYSTEM_VIEWER, row)).rejects.toMatchObject({ code: 'Conflict' })
    await s.work()
    const taskId = await runNow(s.deps(), SYSTEM_VIEWER, row)
    expect(taskId).not.toBe(first?.taskIds[0])
    expect(await s.show(id)).toMatchObject({ lastTaskId: taskId, running: true })
  })

  test('a scan of the whole server is one run of all active libraries', async () => {
    const { write, reader } = database.connection
    await write(async tx => {
      await insertLibrary(tx, 'One')
      await insertLibrary(tx, 'Two')
      await insertLibrary(tx, 'Off', { is_active: false })
    })
    const id = await s.make('0 4 * * *', { type: 'scan', mode: 'deep' })
    s.time = START + 4 * HOUR
    const [fire] = await s.look()
    expect(fire?.taskIds.length).toBe(2)
    const tasks = await reader.query.selectFrom('tasks').select(['task_type', 'payload']).execute()
    expect(tasks.map(task => [task.task_type, JSON.parse(task.payload).mode])).toEqual([
      ['scan_library', 'deep'],
      ['scan_library', 'deep'],
    ])
    const one = await write(tx => takeTask(tx, ['scan_library'], DAY))
    if (one) await write(tx => endTask(tx, one, { status: 'completed', result: { files_processed: 7 } }))
    await s.look()
    expect((await s.show(id)).running).toBe(true)
    const two = await write(tx => takeTask(tx, ['scan_library'], DAY))
    if (two) await write(tx => endTask(tx, two, { status: 'completed', result: { files_processed: 5 } }))
    await s.look()
    expect(await s.show(id)).toMatchObject({
      lastRunStatus: 'success',
      lastRunMessage: '12 files processed',
      lastRunCounts: { files_processed: 12 },
    })
  })

  test('a run with a cancelled task was cancelled, unless another failed', () => {
    const ended = (id: string, status: string) => ({ id, status, result: null, last_error: null, completed_at: START })
    const end = (...states: readonly string[]) => {
      const tasks = states.map((status, place) => ended(`${place}`, status))
      return runEnd(['0', '1'], tasks, START)
    }
    expect(end('completed', 'cancelled')).toMatchObject({
      status: 'cancelled',
      outcome: 'It was cancelled (1 of 2 tasks)',
    })
    expect(end('cancelled', 'failed')).toMatchObject({ status: 'failure', outcome: 'It failed (1 of 2 tasks)' })
    expect(end('cancelled')).toMatchObject({ status: 'failure' })
    expect(end('cancelled', 'pending')).toBeNull()
  })

  test('an error that begins with a brace is no result', () => {
    const failed = { id: '0', status: 'failed', result: null, last_error: '{"code":"SlowDown"}', completed_at: START }
    const end = runEnd(['0', '1'], [failed], START)
    const message = '{"code":"SlowDown"} (2 of 2 tasks)'
    expect(end).toMatchObject({ status: 'failure', outcome: message })
    expect(readOutcome('failure', message)).toEqual({ message, counts: null })
  })

  test('libraries that ask for it are scanned at the start', async () => {
    const { write, reader } = database.connection
    const settings = (more: object) => ({ scanning_config: JSON.stringify({ scanMode: 'normal', ...more }) })
    await write(async tx => {
      await insertLibrary(tx, 'Wanted', settings({ enabled: true, scanOnStart: true, scanMode: 'deep' }))
      await insertLibrary(tx, 'Unwanted', settings({ enabled: true }))
      await insertLibrary(tx, 'Disabled', settings({ enabled: false, scanOnStart: true }))
      await insertLibrary(tx, 'Silent')
    })
    expect(await write(tx => scanOnStart(tx, START))).toBe(1)
    expect(await write(tx => scanOnStart(tx, START))).toBe(0)
    const tasks = await reader.query.selectFrom('tasks').select('payload').execute()
    expect(tasks.map(task => JSON.parse(task.payload))).toMatchObject([{ mode: 'deep', confirmed: [] }])
  })

  test('a schedule that this version cannot read fails alone, and only at its times', async () => {
    const broken = await s.make('0 * * * *')
    const whole = await s.make('0 * * * *', { type: 'duplicates' })
    await database.connection.write(tx =>
      tx.query.updateTable('schedules').set({ config: '{"type":"dance"}' }).where('id', '=', broken).execute(),
    )
    s.time += HOUR
    expect((await s.look()).map(fire => fire.scheduleId)).toEqual([whole])
    await s.look()
    const row = await database.connection.reader.query
      .selectFrom('schedules')
      .select(['last_run_status', 'next_fire_at'])
      .where('id', '=', broken)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ last_run_status: 'failure', next_fire_at: START + 2 * HOUR })
  })
})
