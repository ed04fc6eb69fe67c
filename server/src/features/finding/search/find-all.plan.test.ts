import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEARCH_KINDS } from '@octavo/contract/search'
import { connect, migrate, type Reader } from '../../../db'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { saveBookFacets, sumUpFacets } from '../../catalogue/facets'
import { findAll } from './find-all'

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-plan-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function openLargeLibrary() {
  const small = await connect({ databaseUrl: null, dataDir })
  await migrate(small)
  await small.write(async tx => {
    const libraryPk = await insertLibrary(tx, 'Comics')
    for (let number = 0; number < 20; number++) {
      const seriesPk = await insertSeries(tx, libraryPk, `Akira ${number}`)
      const bookPk = await insertBook(tx, { libraryPk, seriesPk }, `Akira ${number}`)
      await saveBookFacets(tx, new Map([[bookPk, [{ kind: 'author', name: `Akira Otomo ${number}` }]]]))
      await sumUpFacets(tx, [seriesPk])
    }
    // Statistics as SQLite would have for 100,000 rows.
    await tx.run('analyze', [])
    await tx.run("update sqlite_stat1 set stat = '100000' || substr(stat, instr(stat, ' '))", [])
  })
  await small.close()
  return connect({ databaseUrl: null, dataDir })
}

test('a search reads a few rows of each index, by the same number of statements whatever it finds', async () => {
  const connection = await openLargeLibrary()
  const plans: string[][] = []
  const explaining: Reader = {
    ...connection.reader,
    run: async <Row>(sql: string, values: readonly unknown[]) => {
      const steps = await connection.reader.run<{ detail: string }>(`explain query plan ${sql}`, values)
      plans.push(steps.map(step => step.detail))
      return connection.reader.run<Row>(sql, values)
    },
  }
  const statements = async (typed: string) => {
    plans.length = 0
    const found = await findAll(explaining, SYSTEM_VIEWER, { typed, kinds: SEARCH_KINDS, limit: 8 })
    expect(found[0]?.total).toBe(20)
    return plans.length
  }
  for (const typed of ['a', 'aki', 'akira']) {
    // The other texts of series and books are fetched once, and longer prefixes are looked up in the word list.
    expect(await statements(typed)).toBe(SEARCH_KINDS.length + (typed === 'a' ? 2 : 0) + (typed.length > 3 ? 1 : 0))
    const steps = plans.flat()
    for (const table of ['series', 'books']) {
      const byTitle = new RegExp(`^SEARCH ${table} USING INDEX \\w+ \\(sort_key>\\? AND sort_key<\\?\\)$`)
      expect(steps.some(step => byTitle.test(step))).toBe(true)
      expect(steps).toContain(`SEARCH ${table} USING INTEGER PRIMARY KEY (rowid=?)`)
      expect(steps.some(step => step.startsWith(`SCAN ${table}_search VIRTUAL TABLE INDEX`))).toBe(true)
    }
    expect(
      steps.filter(step => /^SEARCH facets .*\(kind=\? AND name_key>\? AND name_key<\?\)$/.test(step)),
    ).toHaveLength(3)
    expect(steps.filter(step => /^SCAN (books|series|facets)\b|AUTOMATIC|TEMP B-TREE FOR ORDER/.test(step))).toEqual([])
  }
  await connection.close()
})
