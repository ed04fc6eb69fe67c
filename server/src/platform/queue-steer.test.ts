import { expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../db/testing'
import { enqueue, renew } from './queue'
import { deleteEnded } from './queue-prune'
import { cancelTask, putBack } from './queue-steer'
import { endTask, takeTask } from './testing'

const ANY = ['pending', 'processing', 'completed', 'failed', 'cancelled']

setDefaultTimeout(60_000)

forEachDatabase('controlling tasks', database => {
  const write: typeof database.connection.write = work => database.connection.write(work)
  const put = async (type: string, n = 0) => (await write(tx => enqueue(tx, { type, payload: { n }, priority: 1 }))).id
  const take = async (type: string) => {
    const task = await write(tx => takeTask(tx, [type]))
    if (!task) throw new Error('nothing to take')
    return task
  }
  const row = (id: string) =>
    database.connection.reader.query.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const unlock = (id: string) => write(tx => putBack(tx, id, { from: ANY, byPk: 5 }))
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )

  test('a task that is unlocked while it runs ignores results of its former worker', async () => {
    const id = await put('unlock')
    const zombie = await take('unlock')
    await unlock(id)
    expect(await row(id)).toMatchObject({ status: 'pending', locked_by: null, requested_by_pk: 5 })
    // Not between the unlock and the next claim, nor after it, nor after that one's end.
    const late = async () => {
      expect(await write(tx => renew(tx, zombie, 60_000))).toMatchObject({ held: false })
      for (const end of [
        { status: 'completed', result: { late: true } },
        { status: 'failed', error: 'late' },
        { status: 'later', error: 'late' },
        { status: 'released' },
        { status: 'cancelled' },
      ] as const) {
        expect(await write(tx => endTask(tx, zombie, end))).toBe(false)
      }
    }
    await late()
    const next = await take('unlock')
    expect([next.id, next.attempt, next.tries]).toEqual([id, 2, 1])
    await late()
    expect(await write(tx => endTask(tx, next, { status: 'completed', result: { n: 2 } }))).toBe(true)
    await late()
    expect(await row(id)).toMatchObject({ status: 'completed', result: '{"n":2}' })
    const runs = await database.connection.reader.query
      .selectFrom('task_runs')
      .select('outcome')
      .where('task_type', '=', 'unlock')
      .execute()
    expect(runs).toEqual([{ outcome: 'succeeded' }])
  })

  test('a failed task that is retried gets all its attempts again', async () => {
    const id = await put('retry')
    for (const attempt of [1, 2, 3]) {
      const task = await take('retry')
      expect([task.attempt, task.tries]).toEqual([attempt, attempt])
      const end =
        attempt < 3 ? ({ status: 'later', error: 'no' } as const) : ({ status: 'failed', error: 'no' } as const)
      await write(tx => endTask(tx, task, end))
      await write(tx => tx.query.updateTable('tasks').set({ scheduled_for: 0 }).where('id', '=', id).execute())
    }
    expect(await code(write(tx => putBack(tx, id, { from: ['cancelled'], byPk: null })))).toBe('BadRequest')
    await write(tx => putBack(tx, id, { from: ['failed'], byPk: null }))
    const again = await row(id)
    expect([
      again.status,
      again.attempt - again.forgiven_attempts,
      again.max_attempts - again.forgiven_attempts,
    ]).toEqual(['pending', 0, 3])
    const task = await take('retry')
    expect([task.attempt, task.tries, task.maxAttempts]).toEqual([4, 1, 6])
  })

  test('a task whose process stopped loses no attempt', async () => {
    const id = await put('stopped')
    const task = await take('stopped')
    await write(tx => endTask(tx, task, { status: 'released' }))
    const back = await row(id)
    expect([back.attempt - back.forgiven_attempts, back.max_attempts - back.forgiven_attempts]).toEqual([0, 3])
  })

  test('a cancelled task that its worker ends otherwise stays ended and is not enqueued twice', async () => {
    const id = await put('cancel')
    const task = await take('cancel')
    expect((await write(tx => cancelTask(tx, id)))?.outcome).toBe('asked')
    await write(tx => endTask(tx, task, { status: 'completed', result: {} }))
    expect(await write(tx => cancelTask(tx, id))).toBeNull()
    expect(await row(id)).toMatchObject({ status: 'completed' })
    const equal = await put('cancel')
    expect(await code(unlock(id))).toBe('Conflict')
    await write(tx => cancelTask(tx, equal))
    expect(await code(unlock(id))).toBe('done')
    expect(await row(id)).toMatchObject({
      status: 'pending',
      cancel_requested: false,
      result: null,
      completed_at: null,
    })
    expect(await code(unlock('00000000-0000-4000-8000-000000000000'))).toBe('NotFound')
  })

  test('concurrent cancelling, unlocking and ending give one valid outcome', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await put('race', round)
      const task = await take('race')
      const [ended, unlocked] = await Promise.all([
        write(tx => endTask(tx, task, { status: 'completed', result: {} })),
        code(unlock(id)),
        write(tx => cancelTask(tx, id)),
      ])
      expect(unlocked).toBe('done')
      const { status } = await row(id)
      // Unlocked last, it is pending, or was cancelled while pending; whether it ended before does not matter.
      expect(['pending', 'cancelled', ...(ended ? ['completed'] : [])]).toContain(status)
      await write(tx => cancelTask(tx, id))
    }
  })

  test('only tasks that ended long ago are deleted, with their logs', async () => {
    const old = await put('old', 1)
    await write(async tx => {
      const task = await takeTask(tx, ['old'])
      if (!task) return
      await tx.query
        .insertInto('task_log')
        .values({ task_pk: task.pk, at: 1, level: 'info', message: 'began' })
        .execute()
      await endTask(tx, task, { status: 'failed', error: 'no' })
    })
    const waiting = await put('old', 2)
    const prune = (before: number) => write(tx => deleteEnded(tx, { status: 'failed', before, limit: 10 }))
    await prune(Date.now() - 86_400_000)
    expect(await row(old)).toMatchObject({ status: 'failed' })
    await prune(Date.now() + 86_400_000)
    expect(await code(row(old))).not.toBe('done')
    expect(await row(waiting)).toMatchObject({ status: 'pending' })
    expect(await database.connection.reader.query.selectFrom('task_log').selectAll().execute()).toEqual([])
  })
})
