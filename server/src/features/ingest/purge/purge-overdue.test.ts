import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { purgeOverdue } from './purge-task'

const NOW = Date.UTC(2026, 5, 1)
const days = (count: number) => NOW - count * 86_400_000

forEachDatabase('missing books', database => {
  test('are purged after the days set for their library, but not while its disk may be unmounted', async () => {
    const keeps = (count: number | null) => JSON.stringify({ purgeMissingAfterDays: count })
    await database.connection.write(async tx => {
      const libraries = {
        due: { scanning_config: keeps(30) },
        fresh: { scanning_config: keeps(60) },
        forever: { scanning_config: keeps(null) },
        doubted: { scanning_config: keeps(30) },
        silent: {},
      }
      for (const [name, columns] of Object.entries(libraries)) {
        const library = await insertLibrary(tx, name, columns, { absences: name === 'doubted' ? '[]' : null })
        const series = await insertSeries(tx, library, name)
        await insertBook(tx, { libraryPk: library, seriesPk: series }, name, { deleted: true, deleted_at: days(31) })
      }
      await purgeOverdue(() => NOW, { notify: () => undefined })(tx)
      // Hourly runs create only one task.
      await purgeOverdue(() => NOW, { notify: () => undefined })(tx)
    })
    const tasks = await database.connection.reader.query.selectFrom('tasks').select(['task_type', 'payload']).execute()
    const [id] = await database.connection.reader.query
      .selectFrom('libraries')
      .select('id')
      .where('name', '=', 'due')
      .execute()
    expect(tasks.map(({ task_type, payload }) => [task_type, JSON.parse(payload)])).toEqual([
      ['purge_deleted', { libraryId: id?.id, olderThanDays: 30 }],
    ])
  })
})
