import { expect, test } from 'bun:test'
import { migrate } from './migrate'
import { onPostgres } from './testing'

onPostgres('triggers', database => {
  const run = <Row>(text: string) => database.connection.write(tx => tx.run<Row>(text, []))

  /** The function called by the trigger of a table; undefined without one. */
  async function triggerOf(table: string): Promise<string | undefined> {
    const [row] = await run<{ readonly name: string }>(
      `select p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgname = '${table}_counted'`,
    )
    return row?.name
  }

  test('a start adds missing triggers, and removes none', async () => {
    await run('drop trigger books_counted on books')
    await run('create table of_tomorrow (note text)')
    await run(
      'create or replace trigger settings_counted after insert on settings for each statement execute function count_progress_version()',
    )
    await run(
      'create trigger tasks_counted after insert on tasks for each statement execute function count_progress_version()',
    )
    await run(
      'create or replace trigger users_counted after insert on users for each statement execute function count_catalogue_version()',
    )
    expect(await migrate(database.connection)).toEqual([])
    expect(await triggerOf('books')).toBe('count_catalogue_version')
    expect(await triggerOf('of_tomorrow')).toBe('count_catalogue_version')
    expect(await triggerOf('settings')).toBe('count_catalogue_version')
    // More than the registry requires: another release may need it.
    expect(await triggerOf('tasks')).toBe('count_progress_version')
    expect(await triggerOf('users')).toBe('count_catalogue_version')
    await run('drop table of_tomorrow')
  })

  test('an older version of Octavo leaves the tables of a newer one alone', async () => {
    const [{ name = '' } = {}] = await run<{ name: string }>('select max(name) as name from schema_migrations')
    await run(
      `insert into schema_migrations (name, applied_at, compatible_from) values ('9999-tomorrow', 1, '${name}')`,
    )
    await run('create table of_tomorrow (note text)')
    await migrate(database.connection)
    expect(await triggerOf('of_tomorrow')).toBeUndefined()
  })
})
