import { expect, test } from 'bun:test'
import { type SqlBool, sql } from 'kysely'
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

  test('a text of another table is looked up once, however often it is asked for', async () => {
    const kinds = sql`(select 'Manga' as kind)`
    const kind = {
      text: sql`(select kind from ${kinds} as looked_up)`,
      folded: sql`null`,
      once: {
        text: sql`looked_up.kind`,
        within: (condition: ReturnType<typeof sql<SqlBool>>) =>
          sql<SqlBool>`(select ${condition} from ${kinds} as looked_up)`,
      },
    }
    const many = ['comic', 'novel', 'manga', 'other'].map(value => ({ kind: { operator: 'is', value } }))
    for (const [asked, holds] of [
      [{ anyOf: many }, 1],
      [{ allOf: many }, 0],
      [{ not: { anyOf: many.slice(0, 2) } }, 1],
      [{ allOf: [is(3), ...many.slice(2, 3), { kind: { operator: 'isNot', value: 'comic' } }] }, 1],
    ] as const) {
      const { query, run } = database.connection.reader
      const condition = compileCondition(
        parseCondition(asked, { corners: { family: 'number' }, kind: { family: 'text' } }),
        { ...FIELDS, kind },
        0,
      )
      const compiled = query.selectNoFrom(eb => eb.case().when(condition).then(1).else(0).end().as('holds')).compile()
      const [row] = await run<{ holds: number }>(compiled.sql, [...compiled.parameters])
      const lookups = compiled.sql.split('as looked_up').length - 1
      expect({ holds: Number(row?.holds), lookups }).toEqual({ holds, lookups: 1 })
    }
  })

  test('all of none holds, any of none does not', async () => {
    expect(await ask({ anyOf: [] })).toEqual({ holds: 0, comparisons: 0 })
    expect(await ask({ allOf: [] })).toEqual({ holds: 1, comparisons: 0 })
  })
})
