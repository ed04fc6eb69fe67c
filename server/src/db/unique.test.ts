import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from './testing'
import { isReferenceViolation, isUniqueViolation } from './unique'

forEachDatabase('a violated constraint', database => {
  const refused = async (statement: ReturnType<typeof sql>) => {
    const { write } = database.connection
    return write(async tx => void (await statement.execute(tx.query))).then(
      () => null,
      error => error,
    )
  }

  test('a missing reference is distinguished from a duplicate', async () => {
    const orphan = await refused(
      sql`insert into series_progress (user_pk, series_pk, completed_count, in_progress_count, last_read_at) values (1, 1, 0, 0, 0)`,
    )
    expect([isReferenceViolation(orphan), isUniqueViolation(orphan)]).toEqual([true, false])
    await refused(sql`insert into settings (key, value, updated_at) values ('a', '1', 1)`)
    const twin = await refused(sql`insert into settings (key, value, updated_at) values ('a', '1', 1)`)
    expect([isReferenceViolation(twin), twin === null]).toEqual([false, false])
  })
})
