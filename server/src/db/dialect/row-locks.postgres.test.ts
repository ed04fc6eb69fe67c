import { expect, test } from 'bun:test'
import { onPostgres } from '../testing'
import { insertLibrary, insertSeries, insertUser } from '../testing-rows'

onPostgres('locks of rows', database => {
  /** Locks a series, and saves somebody's progress in it from another transaction before the first one ends. */
  async function saveWhileLocked(lock: 'forUpdate' | 'forDelete'): Promise<void> {
    const { connection } = database
    const keys = await connection.write(async tx => {
      const series_pk = await insertSeries(tx, await insertLibrary(tx, lock), 'Sea')
      return { series_pk, user_pk: await insertUser(tx, lock) }
    })
    await connection.write(async tx => {
      await tx.query
        .selectFrom('series')
        .select('pk')
        .where('pk', '=', keys.series_pk)
        .modifyEnd(tx.dialect[lock])
        .execute()
      await connection.write(async other => {
        await other.run(`set local lock_timeout = '200ms'`, [])
        const sums = { completed_count: 1, in_progress_count: 0, last_read_at: 1 }
        await other.query
          .insertInto('series_progress')
          .values({ ...keys, ...sums })
          .execute()
      })
    })
  }

  test('progress is saved in a series that is being edited, but not in one that is being deleted', async () => {
    await saveWhileLocked('forUpdate')
    expect(saveWhileLocked('forDelete')).rejects.toThrow('Another change to the same data took too long')
  })
})
