// Places share commits on SQLite: after a kill at any moment, acknowledged ones are saved.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { random } from '../long/harness/random'
import { allBooks, firstScans, JSON_HEADERS } from './catalogue'
import { type Inhabited, startInhabited } from './people'

setDefaultTimeout(120_000)

const ROUNDS = 4
const WRITERS = 12
const PAGES = 200
const folder = temporaryFolder('killed-places')
let octavo: Inhabited
let admin: Client

beforeAll(async () => {
  const book = await comic({ pages: PAGES })
  writeLibrary(
    folder.path,
    Object.fromEntries(Array.from({ length: WRITERS }, (_, at) => [`Series ${at % 3}/${at}.cbz`, book])),
  )
  octavo = await startInhabited({ database: 'sqlite', libraries: [folder.path] })
  admin = octavo.admin
  await firstScans(admin)
})
afterAll(async () => {
  await octavo?.stop()
  folder.remove()
})

test('a server killed while twelve readers turn pages has every acknowledged place', async () => {
  const draw = random(7)
  const ids = (await allBooks(admin)).map(book => book.id)
  expect(ids).toHaveLength(WRITERS)
  /** For each book, the possible pages: the last acknowledged one, and one sent since. */
  const possible = new Map<string, readonly number[]>()
  let acknowledged = 0
  for (let round = 0; round < ROUNDS; round++) {
    const enough = acknowledged + 150 + draw.whole(150)
    const { promise: many, resolve: enoughAreThere } = Promise.withResolvers<void>()
    const reading = Promise.all(
      ids.map(async id => {
        for (let page = 1 + draw.whole(PAGES - 1); ; page = (page % (PAGES - 1)) + 1) {
          possible.set(id, [...(possible.get(id) ?? []).slice(0, 1), page])
          const put = {
            method: 'PUT',
            body: JSON.stringify({ currentPage: page, completed: false }),
            headers: JSON_HEADERS,
          }
          const answer = await admin.fetch(`/api/v1/books/${id}/progress`, put).catch(() => null)
          if (answer?.status !== 200) return
          possible.set(id, [page])
          if (++acknowledged === enough) enoughAreThere()
        }
      }),
    )
    await many
    await octavo.restart('killed')
    await reading
    for (const id of ids) {
      const { currentPage } = await admin.get<ReadProgressResponse>(`/api/v1/books/${id}/progress`)
      expect(possible.get(id)).toContain(currentPage)
      possible.set(id, [currentPage])
    }
  }
  expect(acknowledged).toBeGreaterThan(ROUNDS * 100)
})
