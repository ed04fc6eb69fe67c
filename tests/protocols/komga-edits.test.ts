// What apps of Komga change: metadata, covers, API keys, reading lists; and the events that they receive.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { bookAt, seriesNamed } from '../api/catalogue'
import type { Inhabited } from '../api/people'
import { type Client, client, until } from '../kit/client'
import { pngImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { BOOK, expectShape, SERIES } from './komga-checks'
import { basic, cookiesOf, post, startKomga } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`edits by apps of Komga on ${database}`, () => {
    const folder = temporaryFolder('komga-edits')
    let octavo: Inhabited
    let admin: Client
    let api: Client
    let kim: Client
    let first: BookDto

    beforeAll(async () => {
      ;({ octavo, admin, api, kim, first } = await startKomga(database, folder.path))
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })
    const patch = (as: Client, path: string, body: object) =>
      as.fetch(`/api/v1/${path}`, { ...post(body), method: 'PATCH' })

    test('a series as the edit form of Komga’s web app sends it', async () => {
      const { id } = await seriesNamed(admin, 'Run')
      await admin.post('/api/v1/admin/sharing-tags', { name: 'Family' })
      const edit = {
        ...{ title: 'Run!', titleLock: true, titleSort: 'Run', summary: 'A run.', summaryLock: true, status: 'HIATUS' },
        ...{
          readingDirection: 'RIGHT_TO_LEFT',
          publisher: 'Other',
          ageRating: 12,
          language: 'de',
          languageLock: false,
        },
        ...{ genres: ['Drama'], tags: ['new'], totalBookCount: 20, sharingLabels: ['family'] },
        ...{ links: [{ label: 'AniList', url: 'https://anilist.co/manga/1' }], genresLock: true, tagsLock: true },
        alternateTitles: [{ label: 'Japanese', title: '走る' }],
      }
      expect((await patch(api, `series/${id}/metadata`, edit)).status).toBe(204)
      const series = await api.get<Json>(`/api/v1/series/${id}`)
      expectShape(series, SERIES)
      expect(series.metadata).toMatchObject({
        ...{ title: 'Run!', titleLock: true, titleSort: 'Run', summary: 'A run.', summaryLock: true, status: 'HIATUS' },
        ...{ readingDirection: 'RIGHT_TO_LEFT', publisher: 'Other', ageRating: 12, ageRatingLock: true },
        ...{
          genres: ['Drama'],
          tags: ['new'],
          totalBookCount: 20,
          sharingLabels: ['Family'],
          alternateTitlesLock: true,
        },
        ...{ alternateTitles: [{ label: 'Japanese', title: '走る' }], links: [{ url: 'https://anilist.co/manga/1' }] },
      })
      expect(await api.get('/api/v1/age-ratings')).toEqual(['12'])
      expect(await api.get('/api/v1/sharing-labels')).toEqual(['Family'])
      expect(await kim.get('/api/v1/sharing-labels')).toEqual([])
      expect((await kim.get<Json>(`/api/v1/series/${id}`)).metadata.sharingLabels).toEqual([])
      for (const [ageRating, total] of [
        [{ operator: 'is', value: 12 }, 1],
        [{ operator: 'greaterThan', value: 12 }, 0],
        [{ operator: 'isNull' }, 3],
      ] as const) {
        const found = await api.post<Json>('/api/v1/series/list', { condition: { ageRating } })
        expect([ageRating, found.totalElements]).toEqual([ageRating, total])
      }
      expect((await api.get<Json>('/api/v1/series?age_rating=12')).totalElements).toBe(1)
      // What is left out stays; what is emptied is empty.
      const cleared = { publisher: '', ageRating: null, alternateTitles: [], links: [], sharingLabels: [] }
      expect((await patch(api, `series/${id}/metadata`, cleared)).status).toBe(204)
      const after = (await api.get<Json>(`/api/v1/series/${id}`)).metadata
      expect(after).toMatchObject({ publisher: '', ageRating: null, alternateTitles: [], links: [], sharingLabels: [] })
      expect(after).toMatchObject({ title: 'Run!', genres: ['Drama'] })
      for (const wrong of [
        { status: 'SOON' },
        { ageRating: -1 },
        { genres: 7 },
        { links: [{ label: 'x', url: 'no' }] },
      ]) {
        const answer = await patch(api, `series/${id}/metadata`, wrong)
        expect([wrong, answer.status]).toEqual([wrong, 400])
        expect(typeof ((await answer.json()) as Json).message).toBe('string')
      }
      // Whichever part is wrong, nothing of the request is applied.
      const before = (await api.get<Json>(`/api/v1/series/${id}`)).metadata
      for (const wrong of [
        { title: 'Half', genres: ['Half'], links: [{ label: 'x', url: 'no' }] },
        { title: 'Half', links: [{ label: 'wiki', url: 'https://example.org' }], sharingLabels: ['No such tag'] },
        { sharingLabels: ['Family'], title: 'Half', language: 'no language at all' },
      ]) {
        expect([wrong, (await patch(api, `series/${id}/metadata`, wrong)).status]).toEqual([wrong, 400])
        expect((await api.get<Json>(`/api/v1/series/${id}`)).metadata).toEqual(before)
      }
      expect((await patch(kim, `series/${id}/metadata`, { title: 'x' })).status).toBe(403)
      await patch(api, `series/${id}/metadata`, { title: 'Run', titleLock: false })
    })

    test('books, one and several', async () => {
      const edit = {
        ...{ title: 'First', summary: 'It begins.', number: '1.5', numberSort: 1.5, releaseDate: '2001-02-03' },
        ...{ isbn: '9783161484100', tags: ['blue', 'red'], links: [{ label: 'wiki', url: 'https://example.org/1' }] },
        authors: [
          { name: 'Ada', role: 'writer' },
          { name: 'Bea', role: 'cover' },
        ],
      }
      expect((await patch(api, `books/${first.id}/metadata`, edit)).status).toBe(204)
      const book = await api.get<Json>(`/api/v1/books/${first.id}`)
      expectShape(book, BOOK)
      expect(book.metadata).toMatchObject({
        ...edit,
        titleLock: true,
        authorsLock: true,
        links: [{ url: edit.links[0]?.url }],
      })
      const second = await bookAt(admin, 'Run/Run 02.cbz')
      const several = { [first.id]: { title: 'One' }, [second.id]: { title: 'Two', numberSortLock: true } }
      expect((await patch(api, 'books/metadata', several)).status).toBe(204)
      expect((await api.get<Json>(`/api/v1/books/${second.id}`)).metadata).toMatchObject({
        title: 'Two',
        numberLock: true,
      })
      // One that is not there changes nothing.
      const missing = '01a214fa-0f02-758a-bd1a-15e02025bd37'
      expect(
        (await patch(api, 'books/metadata', { [first.id]: { title: 'x' }, [missing]: { title: 'x' } })).status,
      ).toBe(404)
      expect((await api.get<Json>(`/api/v1/books/${first.id}`)).metadata.title).toBe('One')
      for (const wrong of [{ number: 'one' }, { releaseDate: 'soon' }, { releaseDate: '2001-13-01' }, { isbn: '1' }]) {
        expect([wrong, (await patch(api, `books/${first.id}/metadata`, wrong)).status]).toEqual([wrong, 400])
      }
      await patch(api, 'books/metadata', { [first.id]: { numberSort: 1 } })
      // One request is applied whole or not at all: what is wrong with the last book, and what only the whole book can say.
      for (const wrong of [{ links: [{ label: 'x', url: 'no' }] }, { releaseDate: '2001-02-30' }]) {
        const half = { [first.id]: { title: 'Half', links: [] }, [second.id]: { title: 'Half', ...wrong } }
        expect([wrong, (await patch(api, 'books/metadata', half)).status]).toEqual([wrong, 400])
      }
      const after = (await api.get<Json>(`/api/v1/books/${first.id}`)).metadata
      expect([after.title, after.links.length]).toEqual(['One', 1])
      expect((await api.get<Json>(`/api/v1/books/${second.id}`)).metadata.title).toBe('Two')
    })

    test('covers are listed, uploaded, selected and deleted', async () => {
      for (const [of, id] of [
        ['books', first.id],
        ['series', first.seriesId],
      ] as const) {
        const at = `/api/v1/${of}/${id}/thumbnails`
        const [usual] = await api.get<Json[]>(at)
        expect(usual).toMatchObject({ type: 'GENERATED', selected: true })
        const form = new FormData()
        form.append('file', new Blob([Buffer.from(await pngImage({ width: 60, height: 90 }, '#123456'))]), 'cover.png')
        const added = (await (await api.fetch(`${at}?selected=true`, { method: 'POST', body: form })).json()) as Json
        expect(added).toMatchObject({ type: 'USER_UPLOADED', selected: true, width: 60, height: 90 })
        const image = await api.fetch(`${at}/${added.id}`)
        expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
        expect((await api.fetch(`${at}/${usual?.id}/selected`, { method: 'PUT' })).status).toBe(202)
        expect((await api.get<Json[]>(at)).map(each => each.selected)).toEqual([true, false])
        expect((await api.fetch(`${at}/${added.id}/selected`, { method: 'PUT' })).status).toBe(202)
        expect((await api.get<Json[]>(at)).map(each => each.selected)).toEqual([false, true])
        expect((await api.fetch(`${at}/${added.id}`, { method: 'DELETE' })).status).toBe(202)
        expect((await api.get<Json[]>(at)).length).toBe(1)
        expect((await api.fetch(`${at}/${added.id}`)).status).toBe(404)
      }
    })

    test('reading lists: trackers, files, and lists of ComicRack', async () => {
      const books = (await api.get<Json>(`/api/v1/series/${first.seriesId}/books?unpaged=true`)).content as Json[]
      const bookIds = books.slice(0, 3).map(book => book.id)
      const list = await api.post<Json>('/api/v1/readlists', { name: 'Tracked', bookIds })
      const at = `/api/v1/readlists/${list.id}/read-progress/tachiyomi`
      const none = { booksCount: 3, booksReadCount: 0, booksUnreadCount: 3, booksInProgressCount: 0 }
      expect(await api.get(at)).toEqual({ ...none, lastReadContinuousIndex: 0 })
      expect((await api.fetch(at, { ...post({ lastBookRead: 2 }), method: 'PUT' })).status).toBe(204)
      await api.patch(`/api/v1/books/${bookIds[2]}/read-progress`, { page: 2 })
      expect(await api.get(at)).toEqual({
        ...{ booksCount: 3, booksReadCount: 2, booksUnreadCount: 0, booksInProgressCount: 1 },
        lastReadContinuousIndex: 2,
      })
      for (const path of [`readlists/${list.id}/file`, `series/${first.seriesId}/file`]) {
        const file = await api.fetch(`/api/v1/${path}`, { headers: { range: 'bytes=0-3' } })
        expect([path, file.status, (await file.text()).slice(0, 2)]).toEqual([path, 206, 'PK'])
      }
      expect(await api.get(`/api/v1/readlists/${list.id}/thumbnails`)).toEqual([])
      const form = new FormData()
      const cbl = `<ReadingList><Name>Event</Name><Books><Book Series="Run" Number="3"/><Book Series="Nothing" Number="1"/></Books></ReadingList>`
      form.append('file', new Blob([cbl]), 'event.cbl')
      const match = (await (
        await api.fetch('/api/v1/readlists/match/comicrack', { method: 'POST', body: form })
      ).json()) as Json
      expect(match).toMatchObject({
        readListMatch: { name: 'Event' },
        requests: [
          {
            request: { series: ['Run'], number: '3' },
            matches: [{ series: { seriesId: first.seriesId, title: 'Run' } }],
          },
          { request: { series: ['Nothing'], number: '1' }, matches: [] },
        ],
      })
      expect(match.requests[0].matches[0].books[0].number).toBe('3')
      await api.fetch(`/api/v1/series/${first.seriesId}/read-progress`, { method: 'DELETE' })
    })

    test('lists by a rule return their members in the order of the list', async () => {
      const rule = { title: { operator: 'beginsWith', value: 'Ru' } }
      const { id } = await admin.post<Json>('/api/v1/collections', { name: 'By rule', condition: rule })
      const [list] = (await api.get<Json>('/api/v1/collections?search=by rule')).content as Json[]
      expect(list).toMatchObject({ id, seriesIds: [first.seriesId] })
      await admin.delete(`/api/v1/collections/${id}`)
    })

    test('API keys are created and deleted; a new password needs the current one, or a recent sign-in', async () => {
      expect((await api.fetch('/api/v2/users/me/api-keys', post({ comment: '' }))).status).toBe(400)
      const key = await api.post<Json>('/api/v2/users/me/api-keys', { comment: 'Phone' })
      const byKey = client(`${octavo.url}/komga`, { 'x-api-key': key.key })
      expect((await byKey.get<Json>('/api/v2/users/me')).email).toBe(ADMIN.email)
      const listed = (await api.get<Json[]>('/api/v2/users/me/api-keys')).find(each => each.id === key.id)
      expect(listed).toMatchObject({ comment: 'Phone' })
      expect(listed?.key).not.toBe(key.key)
      expect((await api.fetch(`/api/v2/users/me/api-keys/${key.id}`, { method: 'DELETE' })).status).toBe(204)
      expect((await byKey.fetch('/api/v2/users/me')).status).toBe(401)

      const signedIn = await kim.fetch('/api/v2/users/me')
      const [password, other, third] = ['Engine-No.1', 'Another-No.1', 'Third-No.1']
      let cookie = cookiesOf(signedIn)
      const change = (body: object) =>
        client(`${octavo.url}/komga`, { cookie }).fetch('/api/v2/users/me/password', { ...post(body), method: 'PATCH' })
      expect((await change({ password: other, currentPassword: 'wrong' })).status).toBe(400)
      expect((await change({ password: 'short' })).status).toBe(400)
      const changed = await change({ password: third })
      expect(changed.status).toBe(204)
      // The app stays signed in.
      cookie = cookiesOf(changed)
      await octavo.execute('update sessions set created_at = 0')
      expect((await change({ password: other })).status).toBe(403)
      expect((await change({ password: other, currentPassword: password })).status).toBe(400)
      expect((await change({ password: other, currentPassword: third })).status).toBe(204)
      expect((await client(`${octavo.url}/komga`, basic('kim', other)).fetch('/api/v2/users/me')).status).toBe(200)
      // An administrator in a session names another one for somebody else.
      const { id } = (await signedIn.json()) as Json
      const asAdmin = client(`${octavo.url}/komga`, { cookie: cookiesOf(await api.fetch('/api/v2/users/me')) })
      const given = { ...post({ password }), method: 'PATCH' }
      expect((await asAdmin.fetch(`/api/v2/users/${id}/password`, given)).status).toBe(204)
      expect((await kim.fetch('/api/v2/users/me')).status).toBe(200)
      expect((await kim.fetch(`/api/v2/users/${octavo.url}/password`, given)).status).toBe(404)
      // There is an account.
      const claim = { method: 'POST', headers: { 'x-komga-email': 'x@example.org', 'x-komga-password': other } }
      expect((await client(`${octavo.url}/komga`).fetch('/api/v1/claim', claim)).status).toBe(400)
    })

    test('events have the format of Komga, and reach only the users concerned', async () => {
      const heard = { admin: '', kim: '' }
      const stop = new AbortController()
      for (const [name, as] of [
        ['admin', api],
        ['kim', kim],
      ] as const) {
        const answer = await as.fetch('/sse/v1/events', { signal: stop.signal })
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
        void (async () => {
          for await (const bytes of answer.body ?? []) heard[name] += new TextDecoder().decode(bytes)
        })().catch(() => undefined)
      }
      const { id: userId } = await api.get<Json>('/api/v2/users/me')
      const hidden = await bookAt(admin, 'Zzhidden 1.cbz')
      await api.patch(`/api/v1/books/${first.id}/read-progress`, { page: 2 })
      await patch(api, `books/${hidden.id}/metadata`, { summary: 'x' })
      const list = { name: 'Heard', ordered: false, seriesIds: [first.seriesId] }
      const { id: collectionId } = await api.post<Json>('/api/v1/collections', list)
      await api.fetch(`/api/v1/collections/${collectionId}`, { method: 'DELETE' })
      await patch(api, `series/${first.seriesId}/metadata`, { summary: 'Changed.' })
      await until(
        async () => heard,
        ({ admin: mine, kim: theirs }) => mine.includes('SeriesChanged') && theirs.includes('SeriesChanged'),
      )
      const data = { bookId: first.id, userId }
      expect(heard.admin).toContain(`event: ReadProgressChanged\ndata: ${JSON.stringify(data)}`)
      expect(heard.admin).toContain(`"bookId":"${hidden.id}"`)
      expect(heard.kim).not.toContain('ReadProgress')
      expect(heard.kim).not.toContain(hidden.id)
      for (const name of ['CollectionAdded', 'CollectionDeleted']) {
        expect(heard.kim).toContain(`event: ${name}\ndata: ${JSON.stringify({ collectionId, seriesIds: [] })}`)
      }
      expect(heard.kim).toContain(
        `event: SeriesChanged\ndata: ${JSON.stringify({ seriesId: first.seriesId, libraryId: first.libraryId })}`,
      )
      stop.abort()
      await api.fetch(`/api/v1/books/${first.id}/read-progress`, { method: 'DELETE' })
    })
  })
}
