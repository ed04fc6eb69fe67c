// The books of an archive among thousands with the same file name.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from '../../server/src/db'
import { matchBooks } from '../../server/src/features/operations/data-transfer/matches.queries'
import { insertMany, viewersOf } from '../kit/many-books'
import { migratedPostgres, migratedSqlite } from '../kit/migrated'
import { temporaryFolder } from '../kit/paths'
import { DATABASES } from './people'

setDefaultTimeout(120_000)

const BOOKS = 6_000
const UNKNOWN = {
  ...{
    series: 's',
    library: 'l',
    title: 'Elsewhere',
    seriesTitle: 'Elsewhere',
    number: null,
    volume: null,
    year: null,
  },
  ...{ format: 'cbz', pageCount: 0, fileHash: '', readerSyncHash: null, externalIds: [] },
}

describe.each(DATABASES)('matches on %s', database => {
  test('a book is found by its path among thousands with its file name', async () => {
    const folder = temporaryFolder('data-matches')
    const postgres = database === 'postgres' ? await migratedPostgres() : null
    if (!postgres) await migratedSqlite(folder.path)
    const connection = await connect({ databaseUrl: postgres?.url ?? null, dataDir: folder.path })
    try {
      const { all } = viewersOf(await insertMany(connection, BOOKS))
      if (!all) throw new Error('No viewer')
      await connection.write(tx => tx.run("update books set file_name = '001.cbz', path = path || '/001.cbz'", []))
      const given = [0, BOOKS - 1].map(n => ({ ...UNKNOWN, id: String(n), path: `b${n}/001.cbz` }))
      const matches = await matchBooks(connection.reader, all, given)
      expect([...matches].map(([id, { book, by }]) => [id, book.pk, by])).toEqual([
        ['0', 1, 'path'],
        [String(BOOKS - 1), BOOKS, 'path'],
      ])
    } finally {
      await connection.close()
      await postgres?.drop()
      folder.remove()
    }
  })
})
