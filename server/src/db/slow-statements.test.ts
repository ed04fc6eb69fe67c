import { afterEach, expect, test } from 'bun:test'
import { reportSlowStatements } from '../kernel/slow-statements'
import { forEachDatabase } from './testing'

forEachDatabase('slow statements', database => {
  afterEach(() => reportSlowStatements(null, () => undefined))

  test('are logged with placeholders in place of values', async () => {
    const { reader, write } = database.connection
    const seen: string[] = []
    reportSlowStatements(0, statement => {
      seen.push(statement)
    })
    await reader.query.selectFrom('users').select('id').where('username', '=', 'secret').execute()
    const place = reader.dialect.kind === 'postgres' ? '$1' : '?'
    await reader.run(`select id from users where username = ${place}`, ['secret'])
    await write(tx => tx.run(`select pk from users where username = ${place}`, ['secret']))
    expect(seen[0]).toMatch(/^select "id" from "users" where "username" = \+?(\?|\$1)$/)
    expect(seen).toContain(`select id from users where username = ${place}`)
    expect(seen).toContain(`select pk from users where username = ${place}`)
    expect(seen.join()).not.toContain('secret')
  })

  test('are not logged if they are quick', async () => {
    const seen: string[] = []
    reportSlowStatements(600_000, statement => {
      seen.push(statement)
    })
    await database.connection.reader.query.selectFrom('users').select('id').execute()
    expect(seen).toEqual([])
  })
})
