// Readers learn nothing about the machine: no folders, host names, processes or metrics.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { hostname } from 'node:os'
import { ROUTES } from '@octavo/contract/routes'
import type { Client } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { furnish, jsonInit, type World } from './access/objects'
import { makePerson, mayCall, type Person } from './access/people'
import { samplesOf } from './access/samples'
import { bookAt, scan } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(300_000)

const ASKS = /\/(list|list\/values|list\/alphabetical-groups|search)$/

for (const database of DATABASES) {
  describe(`facts about the server’s machine on ${database}`, () => {
    const folder = temporaryFolder('server-facts')
    let octavo: Inhabited
    let world: World
    let reader: Person
    let maintainer: Person

    beforeAll(async () => {
      octavo = await startInhabited({ database })
      world = await furnish(octavo, folder.path)
      reader = await makePerson(octavo, 'reader')
      maintainer = await makePerson(octavo, 'maintainer', { role: 'maintainer' })
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    /** Information about the machine in a text; null for none. */
    const leakIn = (text: string): string | null => {
      const facts = [folder.path, octavo.dataDir, `"${hostname()}"`, `${hostname()}:`, `"pid":`]
      return facts.find(fact => text.includes(fact)) ?? null
    }

    test('are shown to readers by no route', async () => {
      const wrong: string[] = []
      let answers = 0
      const read = async (as: Client, what: string, path: string, body: string | null) => {
        const answer = await as.fetch(path, body === null ? {} : jsonInit(body))
        const text = await answer.text()
        if (answer.ok) answers++
        const leak = leakIn(`${[...answer.headers].join('\n')}\n${text}`)
        if (leak) wrong.push(`${what}: ${leak} in ${text.slice(Math.max(0, text.indexOf(leak) - 80)).slice(0, 200)}`)
      }
      for (const route of ROUTES) {
        const isStream = route.payload.kind === 'bytes' && route.payload.mediaTypes.includes('text/event-stream')
        const isAsked = route.method === 'get' || (route.method === 'post' && ASKS.test(route.path))
        if (isStream || !isAsked || route.path.startsWith('/epub/') || !mayCall(reader, route)) continue
        for (const sample of samplesOf(route)) {
          const ids = sample.slots.map(({ kind }) =>
            kind === 'library' ? world.familyId : (world.open[kind] ?? crypto.randomUUID()),
          )
          const { path, body } = sample.request(ids)
          await read(reader.as, route.id, path, body)
          if (!path.includes('full=')) {
            await read(reader.as, `${route.id} in full`, `${path}${path.includes('?') ? '&' : '?'}full=true`, body)
          }
        }
      }
      expect(wrong).toEqual([])
      console.log(`  ${answers} answers read on ${database}`)
      expect(answers).toBeGreaterThan(80)
    })

    test('are shown to readers by no event of a scan', async () => {
      await octavo.admin.put('/api/v1/tasks/control', { paused: false })
      const stream = await openEventStream(reader.as, '/api/v1/events?channels=entities,scans')
      await scan(octavo.admin, world.familyId, 'deep')
      await stream.heard(message => message.event === 'scan')
      expect(leakIn(JSON.stringify(stream.messages))).toBeNull()
      stream.close()
    })

    test('are shown to maintainers and administrators: folders, processes and metrics', async () => {
      const statuses = async (as: Client) =>
        Promise.all(['/metrics', '/api/v1/processes'].map(async path => (await as.fetch(path)).status))
      expect(await statuses(reader.as)).toEqual([403, 403])
      expect(await statuses(maintainer.as)).toEqual([200, 200])
      expect(await statuses(octavo.admin)).toEqual([200, 200])
      const paths = async (as: Client) => {
        const book = await bookAt(as, 'Open 1.cbz')
        const [library, series] = await Promise.all([
          as.get<{ path: string; paths: string[] }>(`/api/v1/libraries/${world.familyId}`),
          as.get<{ path: string | null }>(`/api/v1/series/${book.seriesId}`),
        ])
        return [library.path, library.paths, series.path, book.path]
      }
      const family = `${folder.path}/family`
      const whole = [family, [family], `${family}/Open`, `${family}/Open/Open 1.cbz`]
      // Alternately: nobody may get an answer cached for another.
      for (let turn = 0; turn < 3; turn++) {
        expect(await paths(octavo.admin)).toEqual(whole)
        expect(await paths(reader.as)).toEqual(['', [], 'Open', 'Open/Open 1.cbz'])
        expect(await paths(maintainer.as)).toEqual(whole)
      }
      await octavo.admin.patch(`/api/v1/users/${maintainer.user.id}`, { role: 'reader' })
      expect(await paths(maintainer.as)).toEqual(['', [], 'Open', 'Open/Open 1.cbz'])
    })
  })
}
