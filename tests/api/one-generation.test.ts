// Concurrent requests for a picture that has to be made: it is made once (L03, F17).
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { bookAt, firstScans, seriesNamed } from './catalogue'
import { DATABASES } from './people'
import { sendTarget } from './raw'

setDefaultTimeout(60_000)

const CLIENTS = 500

for (const database of DATABASES) {
  describe(`pictures that have to be made, on ${database}`, () => {
    const folder = temporaryFolder('one-generation')
    let octavo: Octavo
    let admin: Client
    const thumbnails = () => join(octavo.dataDir, 'thumbnails')
    /** Generated images by the server's log. */
    const made = (sentence: string, book: BookDto) =>
      octavo
        .log()
        .split('\n')
        .filter(line => line.includes(`"${sentence}"`) && line.includes(book.id)).length
    /** Each on a connection of its own: `fetch` would let half of them wait. */
    const burst = async (path: string) => {
      const lines = Object.entries(admin.headers).map(([name, value]) => `${name}: ${value}`)
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, () => sendTarget(octavo.url, 'GET', path, lines)),
      )
      return {
        statuses: [...new Set(answers.map(({ status }) => status))],
        bodies: new Set(answers.map(({ body }) => Bun.hash(body))).size,
        bytes: answers[0]?.body.length ?? 0,
      }
    }

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Comic/One.cbz': await comic({ pages: 2, size: { width: 1200, height: 1800 } }),
        'Comic/Two.cbz': await comic({ pages: 2 }),
        'Gone/Lost.cbz': await comic({ pages: 3 }),
      })
      mkdirSync(join(folder.path, 'Paper'))
      copyFileSync(join(FIXTURES, 'hostile/xref-wrong.pdf'), join(folder.path, 'Paper/Paper.pdf'))
      octavo = await startOctavo({ database, libraries: [folder.path], env: { OCTAVO_LOG_LEVEL: 'debug' } })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test(`${CLIENTS} clients that request one lost thumbnail get it, generated once`, async () => {
      const book = await bookAt(admin, 'One.cbz')
      const before = await (await admin.fetch(`/api/v1/books/${book.id}/thumbnail`)).bytes()
      rmSync(thumbnails(), { recursive: true })
      const answers = await burst(`/api/v1/books/${book.id}/thumbnail`)
      expect(answers).toEqual({ statuses: [200], bodies: 1, bytes: before.length })
      expect(made('missing cover', book)).toBe(1)
      const after = await (await admin.fetch(`/api/v1/books/${book.id}/thumbnail`)).bytes()
      expect(after).toEqual(before)
      expect(await bookAt(admin, 'One.cbz')).toEqual(book)
    })

    test('a series shows its lost cover again, too', async () => {
      const { id } = await seriesNamed(admin, 'Comic')
      rmSync(thumbnails(), { recursive: true })
      expect((await admin.fetch(`/api/v1/series/${id}/thumbnail`)).status).toBe(200)
    })

    test(`${CLIENTS} clients that request one page of a PDF get it, generated once`, async () => {
      const book = await bookAt(admin, 'Paper.pdf')
      const { statuses, bodies, bytes } = await burst(`/api/v1/books/${book.id}/pages/1?width=700`)
      expect([statuses, bodies, bytes > 1000]).toEqual([[200], 1, true])
      expect(made('rendered a page', book)).toBe(1)
    })

    test('a page is generated again when the cache was removed', async () => {
      const book = await bookAt(admin, 'Paper.pdf')
      const page = () => admin.fetch(`/api/v1/books/${book.id}/pages/2?width=700`)
      const before = await (await page()).bytes()
      rmSync(join(octavo.dataDir, 'cache'), { recursive: true })
      const again = await page()
      expect([again.status, Bun.hash(await again.bytes())]).toEqual([200, Bun.hash(before)])
    })

    test('a cover that cannot be regenerated is looked up once, and drawn instead', async () => {
      const book = await bookAt(admin, 'Lost.cbz')
      rmSync(thumbnails(), { recursive: true })
      rmSync(join(folder.path, 'Gone'), { recursive: true })
      for (let n = 0; n < 5; n++) {
        const drawn = await admin.fetch(`/api/v1/books/${book.id}/thumbnail?v=${book.coverVersion}`)
        expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
        expect(drawn.headers.get('cache-control')).not.toContain('immutable')
      }
      expect(made('missing cover', book)).toBe(1)
    })
  })
}
