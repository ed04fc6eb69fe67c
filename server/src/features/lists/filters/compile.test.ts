import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '../../../db/testing'
import { compileCondition } from './compile'
import { parseCondition } from './condition'

const FIELDS = { corners: { column: sql`3` } }
const is = (value: number) => ({ corners: { operator: 'eq', value } })

forEachDatabase('conditions', database => {
  const ask = async (asked: unknown) => {
    const { query } = database.connection.reader
    const condition = compileCondition(parseCondition(asked, { corners: { family: 'number' } }), FIELDS, 0)
    const compiled = query.selectNoFrom(eb => eb.case().when(condition).then(1).else(0).end().as('holds')).compile()
    const [row] = await database.connection.reader.run<{ holds: number }>(compiled.sql, [...compiled.parameters])
    return { holds: Number(row?.holds), comparisons: compiled.sql.split(' >= ').length - 1 }
  }

  test('a repeated one is compiled once', async () => {
    expect(await ask({ allOf: [is(3), is(3)] })).toEqual({ holds: 1, comparisons: 1 })
    expect(await ask({ anyOf: [is(3), is(4), is(3)] })).toEqual({ holds: 1, comparisons: 2 })
  })

  test('all of none holds, any of none does not', async () => {
    expect(await ask({ anyOf: [] })).toEqual({ holds: 0, comparisons: 0 })
    expect(await ask({ allOf: [] })).toEqual({ holds: 1, comparisons: 0 })
  })
})
