import type { CollectionDto } from '@octavo/contract/collection'
import type { ReadListDto } from '@octavo/contract/read-list'
import {
  addUser,
  bearer,
  bodyOf,
  createGatedApp,
  type GatedApp,
  type TestUser,
} from '../../../../../tests/kit/gated-app'
import type { Connection } from '../../../db'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { createReplyCache } from '../../../http/reply-cache'
import { newId } from '../../../kernel/ids'
import { collectionRoutes, listFileRoutes, readListRoutes } from '.'

export type List = CollectionDto & Omit<ReadListDto, keyof CollectionDto> & Record<string, unknown>
export interface Lists {
  readonly items: readonly List[]
}

/** Four series with one book each, one of them hidden from Cem, and people of each role. */
export function startCuratedLists(database: { readonly connection: Connection }) {
  let gated: GatedApp
  const people: Record<string, TestUser> = {}
  const headers: Record<string, Record<string, string>> = {}
  const ids = { series: [newId(), newId(), newId(), newId()], books: [newId(), newId(), newId(), newId()] }
  const pks = { series: [0, 0, 0, 0], books: [0, 0, 0, 0] }
  const hidden = { series: newId(), books: newId() }

  const ask = (who: string, method: string, path: string, body?: unknown) =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const said = async <T>(who: string, method: string, path: string, body?: unknown) =>
    bodyOf<T>(await ask(who, method, path, body))
  const status = async (who: string, method: string, path: string, body?: unknown) =>
    (await ask(who, method, path, body)).status
  const idsOf = async (who: string, path: string) =>
    (await said<{ id: string }[]>(who, 'GET', path)).map(({ id }) => id)

  async function start() {
    const { reader, write, memo } = database.connection
    const deps = { reader, write, replies: createReplyCache(memo), now: () => gated.clock.ms }
    gated = createGatedApp(database.connection, {
      declare: binder => {
        collectionRoutes(binder, deps)
        listFileRoutes(binder, deps)
        readListRoutes(binder, deps)
      },
    })
    const open = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      for (const [at, title] of ['Delta', 'Alpha', 'Charlie', 'Bravo'].entries()) {
        const seriesPk = await insertSeries(tx, libraryPk, title, {
          ...{ id: ids.series[at] ?? '', book_count: 1, year: 2000 + at },
        })
        pks.series[at] = seriesPk
        pks.books[at] = await insertBook(tx, { libraryPk, seriesPk }, `${title} 1`, {
          ...{ id: ids.books[at] ?? '', number: 1, release_date: 20200101 - at * 10000 },
        })
      }
      const otherPk = await insertLibrary(tx, 'Vault')
      const seriesPk = await insertSeries(tx, otherPk, 'Zzhidden', { id: hidden.series, book_count: 1 })
      await insertBook(tx, { libraryPk: otherPk, seriesPk }, 'Zzhidden 1', { id: hidden.books, number: 1 })
      return libraryPk
    })
    for (const [name, role] of [
      ['Ada', 'maintainer'],
      ['Root', 'admin'],
      ['Bea', 'reader'],
      ['Cem', 'reader'],
      ['Dora', 'maintainer'],
    ] as const) {
      people[name] = await addUser(database.connection, name, { role })
    }
    await write(async tx => {
      const pk = people.Cem?.pk ?? 0
      await tx.query.updateTable('users').set({ limits_libraries: true }).where('pk', '=', pk).execute()
      await tx.query.insertInto('user_libraries').values({ user_pk: pk, library_pk: open }).execute()
    })
    for (const [name, user] of Object.entries(people)) headers[name] = await bearer(gated, user)
  }

  /** A form with a file. */
  const upload = (who: string, path: string, content: string) =>
    gated.ask('POST', `/api/v1/${path}`, {
      headers: { ...headers[who], 'content-type': 'multipart/form-data; boundary=xxBoundaryxx' },
      body: `--xxBoundaryxx\r\nContent-Disposition: form-data; name="file"; filename="list.cbl"\r\n\r\n${content}\r\n--xxBoundaryxx--\r\n`,
    })

  return { upload, start, ask, said, status, idsOf, ids, hidden, people, headers, gated: () => gated }
}
