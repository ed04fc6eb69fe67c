// Reading an ebook: manifest, ticket, parts by ticket, and the exact place.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { Progression, PublicationManifest, ResourceTicket } from '@octavo/contract/publication'
import { copyFixtures } from '../browser/shelves'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { makePerson, PASSWORD, signIn } from './access/people'
import { bookAt, firstScans, JSON_HEADERS, refusal } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const NOVEL = 'Novels/Novel.epub'
const VAST = 'Vast/Vast.epub'
const HOSTILE = 'Hostile/script-and-remote.epub'
const WITH_FONTS = 'Melville/moby-dick.epub'

for (const database of DATABASES) {
  describe(`ebooks on ${database}`, () => {
    const folder = temporaryFolder('publications')
    let octavo: Inhabited
    let admin: Client
    const manifestOf = async (path: string) =>
      PublicationManifest.parse(await admin.get(`/api/v1/books/${(await bookAt(admin, path)).id}/manifest`))
    const ticketFor = async (path: string, who = admin) =>
      ResourceTicket.parse(await who.post(`/api/v1/books/${(await bookAt(admin, path)).id}/resource-ticket`))
    const part = async (path: string, href: string, init?: RequestInit) =>
      octavo.anonymous.fetch((await ticketFor(path)).base + href, init)

    beforeAll(async () => {
      writeLibrary(folder.path, {
        [NOVEL]: ebook({
          title: 'Novel',
          chapters: ['One', 'Two', 'Three'].map(title => ({ title, paragraphs: ['It rained. '.repeat(200)] })),
        }),
        [VAST]: ebook({
          title: 'Vast',
          chapters: [
            { title: 'Calm', paragraphs: ['Harbour.'] },
            { title: 'Vast', paragraphs: [], markup: '<p>word </p>'.repeat(900_000) },
          ],
        }),
        'Comics/Comic.cbz': await comic({ pages: 2 }),
      })
      copyFixtures(folder.path, {
        [HOSTILE]: 'hostile/script-and-remote.epub',
        [WITH_FONTS]: 'epub/moby-dick.epub',
        'Broken/drm.epub': 'hostile/drm-adept.epub',
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('a manifest has reading order, contents and positions', async () => {
      const { metadata, readingOrder, toc } = await manifestOf(NOVEL)
      expect(metadata).toMatchObject({ title: 'Novel', language: 'en', layout: 'reflowable' })
      expect(readingOrder.map(link => link.href)).toEqual([1, 2, 3].map(n => `OEBPS/c${n}.xhtml`))
      expect(toc.map(entry => entry.title)).toEqual(['One', 'Two', 'Three'])
      expect(metadata.numberOfPositions).toBe(readingOrder.reduce((sum, link) => sum + link.positions, 0))
      // 2,200 letters and some markup: three steps of 1024 bytes.
      expect(readingOrder.map(link => link.positions)).toEqual([3, 3, 3])
    })

    test('only an EPUB has one, and only one that can be read', async () => {
      const answer = async (path: string) =>
        refusal(await admin.fetch(`/api/v1/books/${(await bookAt(admin, path)).id}/manifest`))
      expect(await answer('Comics/Comic.cbz')).toBe('400 BadRequest')
      expect(await answer('Broken/drm.epub')).toBe('422 UnprocessableEntity')
    })

    test('a ticket opens every part of its book without a cookie', async () => {
      const { readingOrder } = await manifestOf(NOVEL)
      for (const { href, type } of readingOrder) {
        const answer = await part(NOVEL, href)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe(type)
        expect(await answer.text()).toContain('It rained.')
      }
    })

    test('a chapter that unpacks too large is refused with the reason, and the book says so', async () => {
      const { id, analysisError, pageCount } = await bookAt(admin, VAST)
      expect([analysisError, pageCount > 1]).toEqual(['This part of the book is too large once unpacked.', true])
      const [calm, vast] = (await manifestOf(VAST)).readingOrder
      expect(await (await part(VAST, calm?.href ?? '')).text()).toContain('Harbour.')
      const opds = (href: string) => admin.fetch(`/opds/v2/books/${id}/resource/${href}`)
      for (const answer of [await part(VAST, vast?.href ?? ''), await opds(vast?.href ?? '')]) {
        const { details } = (await answer.json()) as { details?: unknown }
        expect([answer.status, details]).toEqual([422, { reason: 'part_too_large', problem: 'too-large' }])
      }
      const errors = await admin.get<{ errorType: string; details: object }[]>(`/api/v1/books/${id}/errors`)
      expect(errors).toMatchObject([
        { errorType: 'page_extraction', details: { reason: 'too-large', page: 'OEBPS/c2.xhtml', of: 1 } },
      ])
    })

    test('parts visited directly run nothing, and only fonts are shared', async () => {
      const headersOf = async (path: string, href: string) => (await part(path, href)).headers
      for (const [path, href] of [
        [HOSTILE, 'OEBPS/c1.xhtml'],
        [WITH_FONTS, 'OPS/css/stylesheet.css'],
        [WITH_FONTS, 'OPS/fonts/STIXGeneral.otf'],
      ] as const) {
        const headers = await headersOf(path, href)
        expect(headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none';")
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('cache-control')).toStartWith('private')
        expect(headers.get('access-control-allow-origin')).toBe(href.endsWith('.otf') ? '*' : null)
      }
    })

    test('a copy that is still good is not sent again', async () => {
      const { base } = await ticketFor(NOVEL)
      const etag = (await octavo.anonymous.fetch(`${base}OEBPS/c1.xhtml`)).headers.get('etag') ?? ''
      const again = await octavo.anonymous.fetch(`${base}OEBPS/c1.xhtml`, { headers: { 'If-None-Match': etag } })
      expect(again.status).toBe(304)
    })

    test('files outside the book are not found', async () => {
      for (const href of [
        'OEBPS/c9.xhtml',
        'c1.xhtml',
        'OEBPS/../OEBPS/c1.xhtml/',
        '..%2f..%2fetc%2fpasswd',
        '..%5c..%5cetc',
        '%00',
        'file:%2f%2f%2fetc%2fpasswd',
        'constructor',
        '__proto__',
      ]) {
        const answer = await part(NOVEL, href)
        expect([href, answer.status]).toEqual([href, href === '%00' ? 400 : 404])
      }
    })

    test('a wrong ticket opens nothing, and a cookie does not help', async () => {
      const { base } = await ticketFor(NOVEL)
      const wrong = `${base.slice(0, -3)}xx/OEBPS/c1.xhtml`
      expect(await refusal(await octavo.anonymous.fetch(wrong))).toBe('401 Unauthorized')
      expect(await refusal(await admin.fetch(wrong))).toBe('401 Unauthorized')
      expect(await refusal(await admin.fetch('/epub/x/OEBPS/c1.xhtml'))).toBe('401 Unauthorized')
    })

    test('a ticket ends with the API key, the session or the password that it was made with', async () => {
      const person = await makePerson(octavo, 'ticket holder')
      const session = await signIn(octavo, person.user.username)
      const keyWith = async (rest: object) => {
        const body = { name: 'app', permissions: ['books-read', 'pages-read'], ...rest }
        const { id, key } = await session.post<{ id: string; key: string }>('/api/v1/api-keys', body)
        return { id, as: client(octavo.url, { 'X-API-Key': key }) }
      }
      const [revoked, narrowed] = [await keyWith({}), await keyWith({})]
      const basic = client(octavo.url, { Authorization: `Basic ${btoa(`${person.user.username}:${PASSWORD}`)}` })
      const chapter = async (who: Client) => `${(await ticketFor(NOVEL, who)).base}OEBPS/c1.xhtml`
      const statusOf = async (address: string) => (await octavo.anonymous.fetch(address)).status
      const becomes = (address: string, refused: number) =>
        until(
          () => statusOf(address),
          status => status === refused,
          5,
        )

      const addresses = await Promise.all([revoked.as, narrowed.as, person.as, basic].map(chapter))
      const [byRevoked = '', byNarrowed = '', bySession = '', byPassword = ''] = addresses
      expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200, 200, 200])

      await session.delete(`/api/v1/api-keys/${revoked.id}`)
      await becomes(byRevoked, 401)
      await session.patch(`/api/v1/api-keys/${narrowed.id}`, { permissions: ['books-read'] })
      await becomes(byNarrowed, 403)
      await person.as.post('/api/v1/auth/logout', {})
      await becomes(bySession, 401)
      expect(await statusOf(byPassword)).toBe(200)

      const switchedOff = await keyWith({})
      const bySwitchedOff = await chapter(switchedOff.as)
      const endsSoon = await ticketFor(NOVEL, (await keyWith({ expiresAt: new Date(Date.now() + 60_000) })).as)
      expect(Date.parse(endsSoon.expiresAt)).toBeLessThanOrEqual(Date.now() + 60_000)
      await session.patch(`/api/v1/api-keys/${switchedOff.id}`, { isActive: false })
      await becomes(bySwitchedOff, 401)
      await admin.patch(`/api/v1/users/${person.user.id}`, { password: 'Engine-No.3' })
      await becomes(byPassword, 401)
    })

    test('a place is stored verbatim, and counts as progress', async () => {
      const reader = await octavo.addUser('ruth')
      const book = await bookAt(admin, NOVEL)
      const address = `/api/v1/books/${book.id}/progression`
      expect((await reader.fetch(address)).status).toBe(204)
      const place: Progression = {
        modified: '2026-03-01T10:00:00.000Z',
        device: { id: 'd1', name: 'Test' },
        locator: {
          href: 'OEBPS/c2.xhtml',
          type: 'application/xhtml+xml',
          locations: { progression: 0.5, totalProgression: 0.5, position: 5 },
          text: { highlight: 'It rained.' },
        },
      }
      const put = (body: unknown) =>
        reader.fetch(address, { method: 'PUT', body: JSON.stringify(body), headers: JSON_HEADERS })
      expect((await put(place)).status).toBe(204)
      expect(await reader.get<Progression>(address)).toEqual(place)
      expect(await reader.get<ReadProgressResponse>(`/api/v1/books/${book.id}/progress`)).toMatchObject({
        currentPage: 5,
        progressPercentage: 0.5,
        completed: false,
      })
      expect(await refusal(await put({ ...place, modified: '2026-03-01T09:59:59.000Z' }))).toBe('409 Conflict')
      expect(await refusal(await put({ modified: place.modified }))).toBe('422 UnprocessableEntity')
      expect((await admin.fetch(address)).status).toBe(204)
    })

    test('an app without locators reads on: the place follows', async () => {
      const reader = await octavo.addUser('nils')
      const book = await bookAt(admin, NOVEL)
      await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: 7, progressPercentage: 0.7 })
      const { locator } = Progression.parse(await reader.get(`/api/v1/books/${book.id}/progression`))
      expect(locator).toMatchObject({ href: 'OEBPS/c3.xhtml', locations: { totalProgression: 0.7, position: 7 } })
      await reader.put(`/api/v1/books/${book.id}/progression`, {
        modified: '2099-01-01T00:00:00Z',
        locator: { href: 'OEBPS/c1.xhtml', locations: { totalProgression: 0.1 } },
      })
      await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: 9, progressPercentage: 0.9 })
      const later = Progression.parse(await reader.get(`/api/v1/books/${book.id}/progression`))
      expect(later.locator.locations?.totalProgression).toBe(0.9)
    })
  })
}
