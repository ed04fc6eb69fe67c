import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '../../../db/testing'
import { compileCondition, type Elsewhere } from './compile'
import { parseCondition } from './condition'

const elsewhere: Elsewhere = {
  within: condition => sql`(select ${condition} from (select 7 as sides) as looked_up)`,
  join: sql`cross join (select 7 as sides) as looked_up`,
}
const FIELDS = { corners: { column: sql`3` }, sides: { column: sql`looked_up.sides`, elsewhere } }
const number = { family: 'number' } as const
const is = (field: string, value: number) => ({ [field]: { operator: 'eq', value } })

forEachDatabase('conditions on what has to be looked up', database => {
  const ask = async (asked: unknown) => {
    const { query } = database.connection.reader
    const condition = compileCondition(parseCondition(asked, { corners: number, sides: number }), FIELDS, 0)
    const compiled = query.selectNoFrom(eb => eb.case().when(condition).then(1).else(0).end().as('holds')).compile()
    const [row] = await database.connection.reader.run<{ holds: number }>(compiled.sql, [...compiled.parameters])
    return {
      holds: Number(row?.holds),
      lookups: compiled.sql.split('looked_up"').length + compiled.sql.split('as looked_up').length - 2,
    }
  }

  test('it is looked up once, however often it is asked for', async () => {
    const many = Array.from({ length: 90 }, (_, at) => is('sides', at))
    for (const [asked, holds] of [
      [{ anyOf: many }, 1],
      [{ allOf: many }, 0],
      [{ not: { anyOf: [{ allOf: many }, { anyOf: many.slice(8) }] } }, 1],
      [{ allOf: [is('corners', 3), { anyOf: many }, { not: { not: is('sides', 7) } }] }, 1],
      [{ allOf: [is('corners', 4), { anyOf: many }] }, 0],
    ] as const) {
      expect(await ask(asked)).toEqual({ holds, lookups: 1 })
    }
  })

  test('a repeated condition is compiled once', async () => {
    expect(await ask({ allOf: [is('corners', 3), is('corners', 3)] })).toEqual({ holds: 1, lookups: 0 })
    expect(await ask({ anyOf: [] })).toEqual({ holds: 0, lookups: 0 })
    expect(await ask({ allOf: [] })).toEqual({ holds: 1, lookups: 0 })
  })
})
