import { beforeAll, expect, test } from 'bun:test'
import { countingReader } from '../../../../tests/kit/counting-reader'
import type { Reader } from '../../db'
import { forEachDatabase } from '../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../kernel/viewer'
import { createAddresses } from './addresses'
import { type Feed, feedDocument } from './feed'
import * as feeds from './feeds'
import { presetFeed, presetsFeed } from './preset-feeds'

const PAGE = { page: 1, pageSize: 100 }
const SEEN = { library: '00000000-0000-7000-8000-000000000001', series: '00000000-0000-7000-8000-000000000002' }
const HIDDEN = { library: '00000000-0000-7000-8000-000000000003', series: '00000000-0000-7000-8000-000000000004' }
const PRESETS = {
  all: '00000000-0000-7000-8000-000000000006',
  hidden: '00000000-0000-7000-8000-000000000007',
  outdated: '00000000-0000-7000-8000-000000000008',
  series: '00000000-0000-7000-8000-000000000009',
}
const SMALL = '00000000-0000-7000-8000-000000000005'
const SECRET = 'Secret'

forEachDatabase('feeds', database => {
  let viewer: Viewer
  beforeAll(async () => {
    const visible = await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      const libraryPk = await insertLibrary(tx, 'Open', { id: SEEN.library })
      const many = await insertSeries(tx, libraryPk, 'Many', { id: SEEN.series })
      for (let number = 1; number <= 60; number++) {
        await insertBook(tx, { libraryPk, seriesPk: many }, `Many ${number}`, { number })
      }
      const small = await insertSeries(tx, libraryPk, 'Small', { id: SMALL })
      await insertBook(tx, { libraryPk, seriesPk: small }, 'Small 1', { number: 1 })
      const hiddenPk = await insertLibrary(tx, `${SECRET} library`, { id: HIDDEN.library })
      const hidden = await insertSeries(tx, hiddenPk, `${SECRET} series`, { id: HIDDEN.series })
      await insertBook(tx, { libraryPk: hiddenPk, seriesPk: hidden }, `${SECRET} book`, { number: 1 })
      const ownerPk = await insertUser(tx, 'bea')
      const saved = (id: string, target: string, condition: object, libraryOf: number | null = null) => ({
        id,
        user_pk: ownerPk,
        library_pk: libraryOf,
        scope: 'list',
        target,
        name: `Preset ${id}`,
        condition: JSON.stringify(condition),
        sort: null,
        query: null,
        version: 1,
        view: null,
        shared: true,
        deleted_at: null,
        created_at: 1,
        updated_at: 1,
      })
      const presets = [
        saved(PRESETS.all, 'books', { allOf: [] }),
        saved(PRESETS.hidden, 'books', { allOf: [] }, hiddenPk),
        saved(PRESETS.outdated, 'books', { shelf: { operator: 'isTrue' } }),
        saved(PRESETS.series, 'series', { allOf: [] }),
      ]
      await tx.query.insertInto('filter_presets').values(presets).execute()
      return { userPk, libraryPk }
    })
    viewer = {
      ...SYSTEM_VIEWER,
      userPk: visible.userPk,
      permissions: new Set(['series-read', 'books-read', 'pages-read']),
      visibility: { kind: 'libraries', libraryPks: [visible.libraryPk] },
    }
  })

  const asked = (reader: Reader = database.connection.reader): feeds.FeedCall => ({
    reader,
    viewer,
    addresses: createAddresses(null),
    streaming: true,
    serverName: 'Octavo',
  })

  test('show nothing of what the viewer may not see', async () => {
    const all: Feed[] = [
      await feeds.catalogFeed(asked()),
      await feeds.librariesFeed(asked()),
      await feeds.libraryFeed(asked(), SEEN.library, PAGE),
      await feeds.seriesFeed(asked(), SEEN.series, PAGE),
      await feeds.recentFeed(asked(), PAGE),
      await feeds.keepReadingFeed(asked(), PAGE),
      await feeds.onDeckFeed(asked(), PAGE),
      await feeds.searchFeed(asked(), 'e'),
      await feeds.searchFeed(asked(), SECRET.toLowerCase()),
    ]
    for (const feed of all) {
      const xml = feedDocument(feed, createAddresses(null), 'Octavo')
        .replace('Search: secret', '')
        .replace('q=secret', '')
      expect(xml.toLowerCase()).not.toContain('secret')
    }
    expect(all.map(feed => feed.paging?.total)).toEqual([undefined, undefined, 2, 60, 61, 0, 0, undefined, undefined])
  })

  test('of saved filters hold what their reader may see, and leave out those that cannot be asked', async () => {
    const list = await presetsFeed(asked())
    expect(list.entries).toHaveLength(2)
    for (const id of [PRESETS.hidden, PRESETS.outdated]) {
      await expect(presetFeed(asked(), id, PAGE)).rejects.toMatchObject({ code: 'NotFound' })
    }
    const [books, series] = [
      await presetFeed(asked(), PRESETS.all, PAGE),
      await presetFeed(asked(), PRESETS.series, PAGE),
    ]
    expect([books.kind, books.paging?.total, series.kind, series.paging?.total]).toEqual([
      'acquisition',
      61,
      'navigation',
      2,
    ])
    for (const feed of [list, books, series]) {
      expect(feedDocument(feed, createAddresses(null), 'Octavo').toLowerCase()).not.toContain('secret')
    }
    const noBooks = { ...asked(), viewer: { ...viewer, permissions: new Set(['series-read'] as const) } }
    await expect(presetFeed(noBooks, PRESETS.all, PAGE)).rejects.toMatchObject({ code: 'NotFound' })
    expect((await presetsFeed(noBooks)).entries).toHaveLength(1)
  })

  test('of what the viewer may not see are not there', async () => {
    await expect(feeds.libraryFeed(asked(), HIDDEN.library, PAGE)).rejects.toMatchObject({ code: 'NotFound' })
    await expect(feeds.seriesFeed(asked(), HIDDEN.series, PAGE)).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('of sixty books ask the database as often as a feed of one', async () => {
    const counted = async (id: string) => {
      const { reader, count } = countingReader(database.connection.reader)
      const feed = await feeds.seriesFeed(asked(reader), id, PAGE)
      const first = count()
      await feeds.seriesFeed(asked(reader), id, PAGE)
      return { entries: feed.entries.length, first, again: count() - first }
    }
    // Again: the series; on SQLite a total that no row is counted for is not cached.
    const statements = { first: 6, again: database.connection.kind === 'sqlite' ? 2 : 1 }
    expect(await counted(SMALL)).toEqual({ entries: 1, ...statements })
    expect(await counted(SEEN.series)).toEqual({ entries: 60, ...statements })
  })
})
