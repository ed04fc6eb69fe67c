// Events of collections and read lists: who hears of a list, and what somebody hears who sees it no longer.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { EntityChangeEvent } from '@octavo/contract/event'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { type EventStream, openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { allBooks, makeLibrary } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const KINDS = [
  { path: 'collections', type: 'collection', id: 'collectionId', members: 'series', ids: 'seriesIds' },
  { path: 'readlists', type: 'readlist', id: 'readListId', members: 'books', ids: 'bookIds' },
] as const

for (const database of DATABASES) {
  describe(`events of lists on ${database}`, () => {
    const folder = temporaryFolder('list-events')
    let octavo: Inhabited
    let admin: Client
    let friend: Client
    let stranger: Client
    let streams: Record<'admin' | 'friend' | 'stranger', EventStream>
    let items: Record<'series' | 'books', string>

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Akira/Akira 1.cbz': await comic({ pages: 2 }) })
      octavo = await startInhabited({ database })
      admin = octavo.admin
      await makeLibrary(admin, 'Comics', folder.path)
      const [book] = await allBooks(admin)
      items = { series: book?.seriesId ?? '', books: book?.id ?? '' }
      friend = await octavo.addUser('fay')
      stranger = await octavo.addUser('sam')
      streams = {
        admin: await openEventStream(admin),
        friend: await openEventStream(friend),
        stranger: await openEventStream(stranger),
      }
    })
    afterAll(async () => {
      for (const stream of Object.values(streams ?? {})) stream.close()
      await octavo?.stop()
      folder.remove()
    })

    const idOf = async (who: Client) => (await who.get<{ id: string }>('/api/v1/user')).id

    for (const { path, type, id: member, members, ids } of KINDS) {
      test(`${path} reach only those who may see them`, async () => {
        const { id } = await admin.post<{ id: string }>(`/api/v1/${path}`, { name: 'Mine', visibility: 'private' })
        const at = `/api/v1/${path}/${id}`
        const share = (body: object) => admin.put(`${at}/sharing`, { users: [], groups: [], ...body })
        await admin.post(`${at}/${members}`, { [ids]: [items[members]] })
        await share({ visibility: 'shared', users: [{ userId: await idOf(friend), mayEdit: false }] })
        await admin.patch(at, { name: 'Ours' })
        await share({ visibility: 'public' })
        await share({ visibility: 'shared', users: [{ userId: await idOf(stranger), mayEdit: false }] })
        await admin.delete(at)
        const heard = (stream: EventStream) =>
          stream.messages
            .filter(({ data }) => data[member] === id)
            .map(({ data }) => `${data.type}`.replace(`${type}_`, ''))
        const last = (stream: EventStream) =>
          until(
            async () => heard(stream),
            types => types.at(-1) === 'deleted',
          )
        const updated = 'updated'
        expect(await last(streams.admin)).toEqual(['created', updated, updated, updated, updated, updated, 'deleted'])
        expect(await last(streams.stranger)).toEqual(['created', updated, 'deleted'])
        expect(await last(streams.friend)).toEqual(['created', updated, updated, 'deleted'])
        for (const { data } of streams.friend.messages.filter(({ data }) => data[member] === id)) {
          expect(EntityChangeEvent.parse(data)).toEqual({
            type: data.type,
            timestamp: data.timestamp,
            [member]: id,
          } as never)
        }
      })
    }
  })
}
