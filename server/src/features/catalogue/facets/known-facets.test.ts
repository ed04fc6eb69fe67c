import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { connect, migrate, type Tx } from '../../../db'
import { addFacets, type WantedFacet } from './known-facets.store'

setDefaultTimeout(60_000)

const folder = temporaryFolder('facets')
afterAll(folder.remove)

const people = (from: number, count: number): WantedFacet[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'author', name: `Artist ${from + index}` }))

/** The steps of all queries that find the names of a scan of 3,000 artists; some find them by their index. */
async function stepsOfScan(connection: Awaited<ReturnType<typeof connect>>): Promise<string[]> {
  const steps: string[] = []
  await connection.write(async tx => {
    const explaining: Tx = {
      ...tx,
      async run(sql, values) {
        if (/^(with|select)/i.test(sql)) {
          const plan = await tx.run<{ detail: string }>(`explain query plan ${sql}`, values)
          steps.push(...plan.map(step => step.detail))
        }
        return tx.run(sql, values)
      },
    }
    for (let from = 100; from < 3_100; from += 500) await addFacets(explaining, people(from, 500))
  })
  expect(steps.filter(step => /SEARCH facets .*kind=\? AND name_key=\?/.test(step))).not.toEqual([])
  return steps
}

test('names are found by their index while a scan adds thousands, though the statistics know of a few', async () => {
  const connection = await connect({ databaseUrl: null, dataDir: folder.path })
  await migrate(connection)
  await connection.write(async tx => void (await addFacets(tx, people(0, 20))))
  await connection.refreshStatistics()
  const steps = await stepsOfScan(connection)
  await connection.close()
  expect(steps.filter(step => /SCAN facets/.test(step))).toEqual([])
})

test('also after a restart, which analyses small tables when it closes', async () => {
  const first = await connect({ databaseUrl: null, dataDir: `${folder.path}/restarted` })
  await migrate(first)
  await first.write(async tx => {
    await addFacets(tx, people(0, 20))
    await tx.run('analyze', [])
  })
  await first.close()
  const connection = await connect({ databaseUrl: null, dataDir: `${folder.path}/restarted` })
  const steps = await stepsOfScan(connection)
  await connection.close()
  expect(steps.filter(step => /SCAN facets/.test(step))).toEqual([])
})

test('statistics of a small library are complete after one refresh, and later include many names', async () => {
  const dataDir = `${folder.path}/small`
  const connection = await connect({ databaseUrl: null, dataDir })
  await migrate(connection)
  await connection.write(async tx => void (await addFacets(tx, people(0, 20))))
  await connection.refreshStatistics()
  using file = new Database(`${dataDir}/octavo.db`, { readonly: true })
  const version = () => file.query('pragma data_version').get()
  const before = version()
  await connection.refreshStatistics()
  expect(version()).toEqual(before)
  await connection.write(async tx => void (await addFacets(tx, people(20, 980))))
  await connection.refreshStatistics()
  const known = file.query<{ stat: string }, []>("select stat from sqlite_stat1 where tbl = 'facets'").all()
  await connection.close()
  expect(known.map(({ stat }) => Number.parseInt(stat, 10))).toContain(1000)
})
