import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { createPreset, updatePreset } from './save-preset'

const LONG = { pageCount: { operator: 'gte', value: 100 } }
const SHORT = { pageCount: { operator: 'lt', value: 100 } }

forEachDatabase('two changes of a saved filter at the same time', database => {
  test('keep each other, and what neither has changed', async () => {
    const userPk = await database.connection.write(tx => insertUser(tx, 'ada'))
    const permissions = new Set(['collections-write'] as const)
    const viewer = { ...SYSTEM_VIEWER, userPk, permissions }
    const { reader, write } = database.connection
    const deps = { reader, write, now: () => 5 }
    const view = '{"view":"table"}'
    const common = { scope: 'list', target: 'books', condition: LONG, sort: 'title,asc', query: 'saga', view }
    const { id } = await createPreset(deps, viewer, { ...common, name: 'Long' })
    await Promise.all([
      updatePreset(deps, viewer, id, { name: 'Short' }),
      updatePreset(deps, viewer, id, { condition: SHORT, query: null }),
      updatePreset(deps, viewer, id, { shared: true }),
    ])
    expect(await updatePreset(deps, viewer, id, {})).toMatchObject({
      ...{ name: 'Short', condition: JSON.stringify(SHORT), query: null, shared: true },
      ...{ sort: 'title,asc', view },
    })
  })
})
