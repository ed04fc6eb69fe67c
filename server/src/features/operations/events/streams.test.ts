import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../../../tests/kit/client'
import type { Happening } from '../../../db/happening'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { LIMITS } from '../../../kernel/limits'
import { createLogger } from '../../../kernel/log'
import type { Viewer } from '../../../kernel/viewer'
import { createOutboxPump, type OutboxPump } from '../../../platform/outbox-pump'
import { type Holder, viewersNow } from '../../people/auth'
import { createLiveSessions } from '../../people/sessions'
import { createAccountCache } from '../../people/users'
import type { StreamKind } from './stream-kinds'
import { createStreams, type Streams, streamCounts } from './streams'

setDefaultTimeout(60_000)

const log = createLogger('silent')
const ENTITIES: StreamKind = { channels: new Set(['entities']), named: true }
const LIBRARY = '0199a000-0000-7000-8000-00000000000a'

forEachDatabase('streams', database => {
  let pump: OutboxPump
  let streams: Streams
  let viewer: Viewer
  let pass: Holder['pass']
  let isBroken = false
  let ms = 1_800_000_000_000
  const now = () => ms

  beforeEach(async () => {
    const { connection } = database
    isBroken = false
    const reader = {
      ...connection.reader,
      get query() {
        if (isBroken) throw new Error('The database does not answer')
        return connection.reader.query
      },
    }
    const accounts = createAccountCache({ reader, now })
    pump = createOutboxPump({ connection, log })
    const sessions = createLiveSessions({ reader, now })
    streams = createStreams({ reader, accounts, sessions, pump, now, log, streamsPerUser: () => 5 })
    await connection.write(async tx => void (await insertUser(tx, `u${ms}`)))
    const row = await reader.query.selectFrom('users').select('id').orderBy('pk', 'desc').executeTakeFirstOrThrow()
    const holder = {
      userId: row.id,
      pass: { credentialsVersion: 0, keyPrefix: null, sessionId: null, endsAt: ms + 60_000 },
    }
    const known = (await viewersNow({ reader, accounts, sessions }, [holder], ms)).get(holder)
    if (!known) throw new Error('The user is not known')
    viewer = known
    pass = holder.pass
  })
  afterEach(async () => {
    await streams.stop()
    await pump.stop()
    ms += 1_000_000
  })

  const publish = (happenings: readonly Happening[]) =>
    database.connection.write(async tx => {
      for (const happening of happenings) tx.publish(happening)
    })
  const changed: Happening = {
    channel: 'entity',
    event: { type: 'library_updated', libraryId: LIBRARY },
    to: { libraryPk: 1 },
  }

  async function open() {
    const abort = new AbortController()
    const body = await streams.open({ viewer, pass, signal: abort.signal }, ENTITIES, null)
    if (!body) throw new Error('Too many')
    return { body, abort }
  }

  /** The types of the received messages, once there are so many. */
  async function read(body: ReadableStream<Uint8Array>, enough: (types: string[]) => boolean): Promise<string[]> {
    const decoder = new TextDecoder()
    let text = ''
    const types = () => [...text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type as string)
    for await (const chunk of body) {
      text += decoder.decode(chunk)
      if (enough(types())) break
    }
    return types()
  }

  test('a client that does not read has a bounded queue, and has to reload, once', async () => {
    const slow = await open()
    const quick = await open()
    const quickRead = read(quick.body, types => types.length >= 400)
    for (let n = 0; n < 400; n++) await publish([changed])
    expect((await quickRead).filter(type => type === 'resync')).toEqual([])
    await until(
      async () => streams.counts().overflowed,
      count => count === 1,
    )
    await publish([{ channel: 'entity', event: { type: 'library_deleted', libraryId: LIBRARY }, to: { libraryPk: 1 } }])
    const types = await read(slow.body, all => all.includes('library_deleted'))
    expect(types.filter(type => type === 'resync')).toHaveLength(1)
    expect(types.length).toBeLessThanOrEqual(LIMITS.events.queued + 2)
  })

  test('after the database has failed to say who may receive an event, everybody reloads', async () => {
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ age_limit: 12 }).where('pk', '=', viewer.userPk).execute(),
    )
    const { body } = await open()
    // The access of the open stream is checked, and has changed.
    const types = read(body, all => all.length === 3)
    await until(
      async () => streams.counts().sent,
      sent => sent === 1,
    )
    isBroken = true
    await publish([
      {
        channel: 'entity',
        event: { type: 'series_updated', seriesId: LIBRARY, libraryId: LIBRARY },
        to: { libraryPk: 1 },
      },
    ])
    await until(
      async () => streams.counts().sent,
      sent => sent === 2,
    )
    isBroken = false
    await publish([changed])
    expect(await types).toEqual(['resync', 'resync', 'library_updated'])
  })

  test('events of one transaction are never cut', async () => {
    const { body } = await open()
    await publish(Array.from({ length: 500 }, () => changed))
    const types = await read(body, all => all.length >= 500)
    expect(new Set(types)).toEqual(new Set(['library_updated']))
    expect(streams.counts().overflowed).toBe(0)
  })

  test('a stream is released when its client disconnects, and ends with its sign-in', async () => {
    const before = streamCounts().open
    const [aborted, cancelled, expiring] = await Promise.all([open(), open(), open()])
    expect(streamCounts().open).toBe(before + 3)
    aborted.abort.abort()
    await cancelled.body.cancel()
    expect(streamCounts().open).toBe(before + 1)
    ms += 60_000
    await read(expiring.body, () => false)
    expect(streamCounts().open).toBe(before)
  })

  test('a user that is switched off is heard no more of', async () => {
    const { body } = await open()
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ is_active: false }).where('pk', '=', viewer.userPk).execute(),
    )
    await read(body, () => false)
    expect(streams.counts()).toMatchObject({ open: 0, byChannel: { entities: 0, tasks: 0, scans: 0 } })
  })

  test('the sixth stream of a user is refused', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => open()))
    const { signal } = new AbortController()
    expect(await streams.open({ viewer, pass, signal }, ENTITIES, null)).toBeNull()
    all[0]?.abort.abort()
    expect(await streams.open({ viewer, pass, signal }, ENTITIES, null)).not.toBeNull()
  })
})
