import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, migrate, type Tx } from '../../../db'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { type Facet, saveBookFacets, sumUpFacets } from './facets.store'

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-facets-plan-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const WESTERN: Facet = { kind: 'genre', name: 'Western' }

test('the names of a series are counted from its own books, without reading other books', async () => {
  const connection = await connect({ databaseUrl: null, dataDir })
  await migrate(connection)
  const asked: { readonly sql: string; readonly values: readonly unknown[] }[] = []
  await connection.write(async tx => {
    const libraryPk = await insertLibrary(tx, 'Comics')
    const seriesPks: number[] = []
    for (let number = 0; number < 20; number++) {
      const seriesPk = await insertSeries(tx, libraryPk, `Lucky ${number}`)
      seriesPks.push(seriesPk)
      for (const name of ['one', 'two']) {
        const bookPk = await insertBook(tx, { libraryPk, seriesPk }, `Lucky ${number} ${name}`)
        await saveBookFacets(tx, new Map([[bookPk, [WESTERN, { kind: 'author', name: `Artist ${number}` }]]]))
      }
    }
    await tx.run('analyze', [])
    const noted: Tx = {
      ...tx,
      run(sql, values) {
        asked.push({ sql, values })
        return tx.run(sql, values)
      },
    }
    const [first = 0, second = 0] = seriesPks
    await sumUpFacets(noted, [first, second])
    await sumUpFacets(noted, [first, second], ['language'])
    const { rows } = await tx.query
      .selectFrom('series_facets')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    // A genre and an author each, each in two books.
    expect(rows).toBe(4)
  })
  const steps: string[] = []
  for (const { sql, values } of asked) {
    const plan = await connection.reader.run<{ detail: string }>(`explain query plan ${sql}`, values)
    steps.push(...plan.map(step => step.detail))
  }
  expect(steps.filter(step => /^SEARCH books .*\(series_pk=\?\)/.test(step))).toHaveLength(4)
  expect(steps.filter(step => /^SCAN (books|book_facets|series_facets)\b/.test(step))).toEqual([])
  await connection.close()
})
