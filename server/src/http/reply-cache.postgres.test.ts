import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { migratedPostgres } from '../../../tests/kit/migrated'
import { connect } from '../db/connect'
import { SYSTEM_VIEWER } from '../kernel/viewer'
import { createReplyCache } from './reply-cache'

const ASKS = 400

test('the next answer has the writes of another process, and unchanged rows are not read again', async () => {
  const database = await migratedPostgres()
  const { reader, memo, close } = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  const other = new SQL(database.url, { max: 2 })
  await other`insert into facets (id, kind, name, name_key, search_text) values ('a', 'genre', '0', '0', '')`
  const replies = createReplyCache(memo)
  let made = 0
  const ask = async () => {
    const call = { viewer: SYSTEM_VIEWER, request: new Request('http://x/place') }
    const answer = await replies.reply(call, '/place', async () => {
      made++
      const [row] = await reader.run<{ name: string }>('select name from facets', [])
      return { body: { page: Number(row?.name) } }
    })
    return ((await answer.json()) as { page: number }).page
  }

  let committed = 0
  let isReading = true
  const writing = (async () => {
    for (let page = 1; isReading; page++) {
      await other`update facets set name = ${`${page}`}`
      committed = page
      // Includes pauses in which an answer can be cached.
      await Bun.sleep(page % 4 === 0 ? 10 : 0)
    }
  })()
  const readers = Array.from({ length: 4 }, async () => {
    for (let i = 0; i < ASKS / 4; i++) {
      const known = committed
      expect(await ask()).toBeGreaterThanOrEqual(known)
    }
  })
  await Promise.all(readers)
  isReading = false
  await writing
  expect(await ask()).toBe(committed)

  await ask()
  const before = made
  for (let time = 0; time < 10; time++) await ask()
  expect(made).toBe(before)
  await close()
  await other.close()
  await database.drop()
}, 60_000)
