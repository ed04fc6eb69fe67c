// Lists and feeds for apps run as many statements for a hundred books as for two thousand.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { KomgaBooksQuery, KomgaSeriesQuery } from '@octavo/contract/komga-query'
import { forEachDatabase } from '../../server/src/db/testing'
import { createReplyCache } from '../../server/src/http/reply-cache'
import { SYSTEM_VIEWER, type Viewer } from '../../server/src/kernel/viewer'
import { komgaLists } from '../../server/src/protocols/komga/lists'
import { createAddresses as atomAddresses } from '../../server/src/protocols/opds1/addresses'
import { shelfFeed as atomShelf, catalogFeed } from '../../server/src/protocols/opds1/feeds'
import { createAddresses } from '../../server/src/protocols/opds2/addresses'
import { rootFeed, shelfFeed } from '../../server/src/protocols/opds2/feeds'
import type { Asked, ShelfName } from '../../server/src/protocols/read-model'
import { countingReader } from '../kit/counting-reader'
import { insertMany } from '../kit/many-books'

setDefaultTimeout(120_000)

const FIFTY = { page: 1, pageSize: 50 }
const SHELVES: readonly ShelfName[] = ['keep-reading', 'on-deck', 'new-books', 'new-series', 'all-series']
/** Statements of each question, by the number of books. */
const counts = new Map<string, Record<string, number>>()
const MOST = 30

for (const books of [100, 2_000]) {
  forEachDatabase(`lists and feeds of ${books} books`, database => {
    let viewer: Viewer
    beforeAll(async () => {
      const { userPk } = await insertMany(database.connection, books)
      viewer = { ...SYSTEM_VIEWER, userPk, userId: '00000000-0000-7000-8000-000000000001' }
    })

    test('take the same number of statements', async () => {
      const { kind, memo } = database.connection
      const found: Record<string, number> = {}
      const counted = async (name: string, ask: (asked: Asked) => Promise<unknown>) => {
        const { reader, count } = countingReader(database.connection.reader)
        await ask({ reader, viewer })
        found[name] = count()
      }
      const call = <Query>(path: string, query: Query) => {
        const url = new URL(`http://localhost/komga/api/v1/${path}`)
        return { viewer, request: new Request(url), url, query }
      }
      const page = { page: 0, size: 50 }
      const ofKomga = ({ reader }: Asked) => komgaLists({ reader, replies: createReplyCache(memo) })
      await counted('komga series', asked => ofKomga(asked).series(call('series', page as KomgaSeriesQuery)))
      await counted('komga books', asked => ofKomga(asked).books(call('books', page as KomgaBooksQuery)))
      await counted('komga on deck', asked =>
        ofKomga(asked).books(call('books/ondeck', page as KomgaBooksQuery), undefined, { shelf: 'on deck' }),
      )
      await counted('komga read', asked => {
        const body = { condition: { readStatus: { operator: 'is', value: 'READ' } } }
        return ofKomga(asked).books(call('books/list', page as KomgaBooksQuery), body)
      })
      const may = { readPages: true, readProgress: true }
      const addresses = createAddresses('')
      const json = (asked: Asked) => ({ ...asked, addresses, may, serverName: 'Octavo' })
      const atom = (asked: Asked) => ({
        ...asked,
        addresses: atomAddresses(null),
        streaming: true,
        serverName: 'Octavo',
      })
      await counted('opds 2 start', asked => rootFeed(json(asked)))
      await counted('opds 1 start', asked => catalogFeed(atom(asked)))
      for (const shelf of SHELVES) {
        await counted(`opds 2 ${shelf}`, asked => shelfFeed(json(asked), shelf, FIFTY))
        await counted(`opds 1 ${shelf}`, asked => atomShelf(atom(asked), shelf, FIFTY))
      }
      for (const [name, count] of Object.entries(found)) {
        expect([name, count > 0, count <= MOST]).toEqual([name, true, true])
      }
      const before = counts.get(kind)
      if (before) expect(found).toEqual(before)
      else counts.set(kind, found)
    })
  })
}
