// Every readable address, crawled by partial viewers: feeds, lists, groups, values, search, images, downloads and
// streams contain nothing hidden, and are the same when the hidden items do not exist at all.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '@octavo/contract/route'
import { ROUTES } from '@octavo/contract/routes'
import { type Client, until } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { furnish, HIDDEN, jsonInit, type World } from './access/objects'
import { makePeople, makePerson, mayCall, type Person } from './access/people'
import { type Sample, samplesOf } from './access/samples'
import { confirmMissing, scan } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(300_000)

const isStream = ({ payload }: Route) => payload.kind === 'bytes' && payload.mediaTypes.includes('text/event-stream')
/** What asks by POST and changes nothing. */
const ASKS = /\/(list|list\/values|list\/alphabetical-groups|search)$/
/** Of the server itself: its memory, its work, its processes. */
const OF_SERVER = /^(prometheus_metrics|list_processes|health_ready)$/
const LOOKED = 'q=zzhidden&query=zzhidden&search=zzhidden&text=zzhidden&contains=zzhidden&pageSize=500'

for (const database of DATABASES) {
  describe(`those who see a part, on ${database}`, () => {
    const folder = temporaryFolder('limited-crawl')
    let octavo: Inhabited
    let admin: Client
    let world: World
    let readers: Person[]
    /** Covers and pages of what is hidden. */
    let pictures: Buffer[]

    beforeAll(async () => {
      octavo = await startInhabited({ database })
      admin = octavo.admin
      world = await furnish(octavo, folder.path)
      await measureStorage()
      readers = (
        await makePeople(octavo, [world.familyId, ...Object.values(world.spareLibraryIds)], world.secretTag)
      ).filter(({ role, limit }) => role !== 'admin' && limit !== 'none')
      const { series, book } = world.hidden
      const shown = [`books/${book}/thumbnail`, `books/${book}/pages/1`, `series/${series}/thumbnail`]
      pictures = await Promise.all(
        shown.map(async path => Buffer.from(await (await admin.fetch(`/api/v1/${path}`)).arrayBuffer())),
      )
      expect(pictures.every(({ length }) => length > 200)).toBe(true)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    /** Otherwise the server would do it on its own some minutes later, between two answers that are compared. */
    async function measureStorage(): Promise<void> {
      await admin.put('/api/v1/tasks/control', { paused: false })
      const { taskId } = await admin.post<{ taskId: string }>('/api/v1/admin/storage/measure')
      const status = async () => (await admin.get<{ status: string }>(`/api/v1/tasks/${taskId}`)).status
      expect(await until(status, now => !['pending', 'processing'].includes(now))).toBe('completed')
      await admin.put('/api/v1/tasks/control', { paused: true })
    }

    /** Every question without consequences, of what is seen and of the library that is seen in part. */
    function* questions(
      person: Person,
    ): Generator<{ readonly what: string; readonly path: string; body: string | null }> {
      const whole = (sample: Sample, library: string) =>
        sample.slots.map(({ kind }) => (kind === 'library' ? library : (world.open[kind] ?? crypto.randomUUID())))
      for (const route of ROUTES.filter(
        each => each.method === 'get' || (each.method === 'post' && ASKS.test(each.path)),
      )) {
        if (isStream(route) || route.path.startsWith('/epub/') || !mayCall(person, route)) continue
        for (const sample of samplesOf(route)) {
          const own = sample.request(whole(sample, world.familyId))
          yield { what: route.id, ...own }
          const [bare = '', query = ''] = own.path.split('?')
          const others = query.split('&').filter(word => /^field=/.test(word))
          yield { what: `${route.id} looking`, path: `${bare}?${[...others, LOOKED].join('&')}`, body: own.body }
          if (sample.slots.some(({ kind }) => kind === 'library')) {
            const vault = sample.request(whole(sample, world.vaultId))
            yield { what: `${route.id} in the other library`, ...vault }
          }
        }
        if (route.body && route.method === 'post') {
          const { path } = samplesOf(route)[0]?.request([]) ?? { path: route.path }
          for (const body of [
            { fullTextSearch: 'zzhidden', query: 'zzhidden' },
            { query: 'zzhidden', condition: { title: { operator: 'contains', value: 'zzhidden' } } },
            { query: 'zzhidden', condition: { genre: { operator: 'is', value: 'Zzhidden' } } },
          ]) {
            yield { what: `${route.id} ${JSON.stringify(body)}`, path, body: JSON.stringify(body) }
          }
        }
      }
    }

    interface Read {
      readonly status: number
      readonly bytes: Buffer
      /** Headers and text. */
      readonly text: string
    }

    async function read(as: Client, path: string, body: string | null): Promise<Read> {
      const answer = await as.fetch(path, body === null ? {} : jsonInit(body))
      const bytes = Buffer.from(await answer.arrayBuffer())
      const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      return { status: answer.status, bytes, text: `${headers}\n${bytes.toString('latin1')}` }
    }

    test('get events of visible items, and are disconnected when access ends', async () => {
      const { user, as } = await makePerson(octavo, 'listener', { ageLimit: 12 })
      const stream = await openEventStream(as, '/api/v1/events?channels=entities,scans')
      const [series, open] = [world.hidden.series, world.open.series]
      await admin.put('/api/v1/tasks/control', { paused: false })
      await scan(admin, world.vaultId, 'deep')
      for (const id of [series, open]) {
        await admin.put(`/api/v1/series/${id}/sharing-tags`, { sharingTagIds: id === open ? [world.secretTag] : [] })
        await admin.put(`/api/v1/series/${id}/sharing-tags`, { sharingTagIds: id === open ? [] : [world.secretTag] })
      }
      await stream.heard(message => message.data.seriesId === open)
      const all = JSON.stringify(stream.messages)
      expect([all.includes(series ?? ''), HIDDEN.test(all)]).toEqual([false, false])
      expect(stream.messages.filter(message => message.event === 'scan')).toEqual([])
      const began = performance.now()
      await admin.patch(`/api/v1/users/${user.id}`, { isActive: false })
      await until(async () => stream.ended(), Boolean)
      expect((await as.fetch('/api/v1/auth/me')).status).toBe(401)
      console.log(`  let go after ${Math.round(performance.now() - began)} ms`)
    })

    const known = (id: string) => (Object.values(world.open).includes(id) || id === world.vaultId ? id : '(id)')

    /** Without times, what they compress to, and ids of nothing. The event stream's position is a number of the whole server, as its ids are; a new server has none. */
    const plain = ({ status, text }: Read) =>
      `${status} ${text.replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)|^(x-request-id|trace-id|etag|date|last-modified): .*$|^last-event-id: .*\n|^content-encoding: \w+\ncontent-length: \d+/gm, '')}`.replaceAll(
        /[0-9a-f]{8}-[0-9a-f-]{27}/g,
        known,
      )

    /** Asks every question as every reader; the answers that do not depend on the server's own state, by question. */
    async function readAll(look: (question: string, answer: Read) => void): Promise<Map<string, string>> {
      const all = new Map<string, string>()
      for (const person of readers) {
        for (const { what, path, body } of questions(person)) {
          const answer = await read(person.as, path, body)
          look(`${person.name}: ${what}`, answer)
          if (OF_SERVER.test(what.split(' ')[0] ?? '')) continue
          all.set(`${person.name}: ${what} ${body ?? ''}`, plain(answer))
        }
      }
      return all
    }

    let before = new Map<string, string>()

    test('are shown no id, title or image of the rest, whatever they open', async () => {
      const wrong: string[] = []
      let answers = 0
      await admin.put('/api/v1/tasks/control', { paused: true })
      // A scan that waits is hidden as well.
      await admin.fetch(`/api/v1/libraries/${world.vaultId}/scan`, { method: 'POST' })
      before = await readAll((question, { status, bytes, text }) => {
        if (status < 300) answers++
        // What was asked for comes back in links.
        const own = text
          .replaceAll(/(q|query|search|text|contains)=zzhidden|<title>Search: zzhidden/g, '')
          .replaceAll(/"(query|typed|text|search)":"zzhidden"|"title":"Search: zzhidden"/g, '')
        const secret = world.secrets.find(id => own.includes(id)) ?? HIDDEN.exec(own)?.[0]
        const at = secret ? own.search(secret) : -1
        if (secret) wrong.push(`${question}: ${own.slice(Math.max(0, at - 200), at + 80)}`)
        if (pictures.some(picture => bytes.equals(picture))) wrong.push(`${question}: an image`)
      })
      expect(wrong).toEqual([])
      console.log(`  ${answers} answers read by ${readers.length} people on ${database}`)
      expect(answers).toBeGreaterThan(500)
    })

    test('get the same answers when nothing is hidden', async () => {
      // Read by the test before.
      expect(before.size).toBeGreaterThan(0)
      await admin.put('/api/v1/tasks/control', { paused: false })
      rmSync(join(folder.path, 'vault/Zzhidden'), { recursive: true })
      await scan(admin, world.vaultId)
      await confirmMissing(admin, world.vaultId).catch(() => undefined)
      await admin.delete(`/api/v1/libraries/${world.vaultId}/purge-deleted`)
      await until(
        () => admin.fetch(`/api/v1/series/${world.hidden.series}`),
        ({ status }) => status === 404,
      )
      await admin.put('/api/v1/tasks/control', { paused: true })
      const after = await readAll(() => undefined)
      const different = [...before].filter(([what, answer]) => after.get(what) !== answer)
      expect(different.map(([what, answer]) => [what, answer, after.get(what)])).toEqual([])
      console.log(`  ${before.size} answers the same on ${database}`)
    })
  })
}
