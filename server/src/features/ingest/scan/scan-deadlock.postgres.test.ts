import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { onPostgres } from '../../../db/testing'
import { untilWaiting } from '../../../db/testing-locks'
import { startParserPool } from '../../../workers'
import { seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import { SCAN_TASK } from './scan.types'
import { createTestLibrary, type TestFiles, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

/** Changes of the files of a series, and what the next scan reports. */
const CHANGES: Readonly<
  Record<string, [change: (files: TestFiles) => void, result: object, paths: readonly string[]]>
> = {
  'hides a book': [files => files.remove('Sea/Sea 2.cbz'), { books_deleted: 1 }, ['Sea/Sea 1.cbz']],
  'moves a book to a new series': [
    files => files.move('Sea/Sea 2.cbz', 'Sky/Sky 1.cbz'),
    { books_moved: 1, series_created: 1, books_created: 0 },
    ['Sea/Sea 1.cbz', 'Sky/Sky 1.cbz'],
  ],
}

onPostgres('a scan that meets a deadlock', database => {
  test.each(Object.entries(CHANGES))('%s, and reports it once', async (_what, [change, result, paths]) => {
    const { connection } = database
    const library = await createTestLibrary(connection, pool)
    try {
      await library.files.add('Sea/Sea 1.cbz')
      await library.files.add('Sea/Sea 2.cbz')
      expect(await library.scan()).toMatchObject({ status: 'completed', result: { books_created: 2 } })
      change(library.files)
      const end = await deadlocked(library)
      expect(end).toMatchObject({ status: 'completed', result: { ...result, errors: [] } })
      expect(Object.keys(await library.books())).toEqual([...paths])
      const tasks = await connection.reader.query.selectFrom('tasks').select(['task_type', 'attempt']).execute()
      for (const task of tasks) expect(task).toEqual({ task_type: SCAN_TASK, attempt: 1 })
    } finally {
      library.remove()
    }
  })

  /** Scans while another transaction locks the series in the wrong order. The scan loses. */
  async function deadlocked(library: TestLibrary) {
    const { connection } = database
    const series = connection.reader.query.selectFrom('series').select('pk').where('library_pk', '=', library.pk)
    const pks = (await series.execute()).map(({ pk }) => pk)
    const { faults } = connection.counts()
    const { ended } = await connection.write(async tx => {
      await tx.run(`set local deadlock_timeout = '30s'`, [])
      await seriesFields.lockSeries(tx, pks)
      const ended = library.scan()
      await untilWaiting(connection, 1)
      await lockSeriesProgress(tx, pks)
      return { ended }
    })
    const end = await ended
    expect(connection.counts().faults.conflict).toBe((faults.conflict ?? 0) + 1)
    return end
  }
})
