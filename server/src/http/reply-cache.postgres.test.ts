import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { migratedPostgres } from '../../../tests/kit/migrated'
import { connect } from '../db/connect'
import { SYSTEM_VIEWER } from '../kernel/viewer'
import { createReplyCache } from './reply-cache'

const ASKS = 400

test('what another process has written is in the very next answer, and what nobody wrote is not read again', async () => {
  const database = await migratedPostgres()
  const { reader, snapshot, close } = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  const other = new SQL(database.url, { max: 2 })
  await other`create table place (page int)`
  await other`insert into place values (0)`
  const replies = createReplyCache(() => null, snapshot)
  let made = 0
  const ask = async () => {
    const call = { viewer: SYSTEM_VIEWER, request: new Request('http://x/place') }
    const answer = await replies.reply(call, '/place', async () => {
      made++
      const [row] = await reader.run<{ page: number }>('select page from place', [])
      return { body: { page: row?.page } }
    })
    return ((await answer.json()) as { page: number }).page
  }

  let committed = 0
  let isReading = true
  const writing = (async () => {
    for (let page = 1; isReading; page++) {
      await other`update place set page = ${page}`
      committed = page
      // Also pauses in which an answer can be kept.
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

  // Other databases on the server are written to meanwhile: sooner or later there is a moment without.
  for (let before = -1; before !== made; await ask()) {
    before = made
    await ask()
  }
  await close()
  await other.close()
  await database.drop()
}, 60_000)
