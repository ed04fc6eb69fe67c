// H13 and invalid form input: an invalid value is 400 with the field's path, another JSON type is 422, and text that
// looks like HTML is stored as plain text. Generated from the registry of fields and the table of routes.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { ErrorResponse } from '@octavo/contract/errors'
import { editedFields } from '@octavo/contract/fields'
import { ROUTES } from '@octavo/contract/routes'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { allBooks, firstScans, JSON_HEADERS } from '../api/catalogue'
import { DATABASES } from '../api/people'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { otherForms, wrongValues } from './wrong-values'

setDefaultTimeout(240_000)

const FIELDS = { books: editedFields(BOOK_FIELD_REGISTRY), series: editedFields(SERIES_FIELD_REGISTRY) }
/** In one form and not in the other: a replacement has no names, and genres by another name. */
const NOT_REPLACED = { books: ['title', 'titleSort', 'number', 'genres'], series: ['genres', 'tags'] }
const HTML = '<img src=x onerror="alert(1)"><script>alert(2)</script>&amp;'

for (const database of DATABASES) {
  describe(`forms on ${database}`, () => {
    const folder = temporaryFolder('h13-forms')
    let octavo: Octavo
    let admin: Client
    let ids: Record<'book' | 'series' | 'library' | 'genre' | 'cover' | 'title', string>
    const asked = new Set<string>()

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Tide/Tide 01.cbz': await comic({ pages: 2 }) })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
      const [book] = await allBooks(admin)
      if (!book) throw new Error('There is no book')
      await admin.patch(`/api/v1/series/${book.seriesId}/metadata`, { genres: ['Drama'] })
      const { genres } = await admin.get<{ genres: { id: string }[] }>(`/api/v1/series/${book.seriesId}/genres`)
      const cover = await admin.post<{ id: string }>(`/api/v1/books/${book.id}/covers`, { page: 2 })
      const titles = `/api/v1/series/${book.seriesId}/alternate-titles`
      const title = await admin.post<{ id: string }>(titles, { label: 'Japanese', title: '潮' })
      const [genre = { id: '' }] = genres
      ids = {
        book: book.id,
        series: book.seriesId,
        library: book.libraryId,
        genre: genre.id,
        cover: cover.id,
        title: title.id,
      }
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    async function answerTo(method: string, path: string, body: object): Promise<readonly [number, string]> {
      asked.add(`${method} ${path}`)
      const init = { method, headers: JSON_HEADERS, body: JSON.stringify(body) }
      const answer = await admin.fetch(`/api/v1/${path}`, init)
      const text = await answer.text()
      if (answer.ok) return [answer.status, '']
      const { details } = ErrorResponse.parse(JSON.parse(text))
      const { path: at, issues } = (details ?? {}) as { path?: string; issues?: { path: string }[] }
      return [answer.status, at ?? issues?.[0]?.path ?? '']
    }
    const idOf = (what: 'books' | 'series') => (what === 'books' ? ids.book : ids.series)
    const all = async () => {
      const paths = (['books', 'series'] as const).flatMap(what => {
        const path = `/api/v1/${what}/${idOf(what)}`
        return [`${path}/metadata`, `${path}/covers`, `${path}/external-links`, `${path}/external-ids`]
      })
      return Promise.all(paths.map(path => admin.get<object>(path)))
    }

    test('every form refuses invalid values, naming the field, and changes nothing', async () => {
      const before = await all()
      const faults: unknown[] = []
      const refuses = async (method: string, path: string, body: object, at: string, status = 400) => {
        const answer = await answerTo(method, path, body)
        if (!Bun.deepEquals(answer, [status, at]))
          faults.push([method, path, JSON.stringify(body).slice(0, 80), answer, at])
      }
      let tried = 0
      for (const what of ['books', 'series'] as const) {
        const one = `${what}/${idOf(what)}/metadata`
        const many = what === 'books' ? { bookIds: [ids.book] } : { seriesIds: [ids.series] }
        for (const field of FIELDS[what]) {
          const { name } = field
          const wrongs = wrongValues(field).map(([value, at = '']) => [value, at, 400] as const)
          for (const [value, at, status] of [...wrongs, [{ x: 1 }, '', 422] as const]) {
            tried++
            await refuses('PATCH', one, { [name]: value }, `${name}${at}`, status)
            if (!NOT_REPLACED[what].includes(name)) await refuses('PUT', one, { [name]: value }, `${name}${at}`, status)
            if (!field.bulk) continue
            await refuses('PATCH', `${what}/bulk/metadata`, { ...many, [name]: value }, `${name}${at}`, status)
            const action = { type: 'edit', changes: { [name]: value } }
            const body = { selection: { all: true }, action }
            await refuses('POST', `${what}/bulk/edits/preview`, body, `action.changes.${name}${at}`, status)
            await refuses('POST', `${what}/bulk/edits`, body, `action.changes.${name}${at}`, status)
          }
        }
      }
      for (const [method, path, body, at] of otherForms(ids)) await refuses(method, path, body, at)
      expect(faults).toEqual([])
      expect(tried).toBeGreaterThan(240)
      expect(await all()).toEqual(before)
    })

    test('every form of the contract was tried, except locks, which have no values', () => {
      const paths = [...asked].map(path =>
        path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{}').replace('/genre/', '/{}/'),
      )
      const tried = new Set(paths)
      const forms = ROUTES.filter(route => route.form && !/locks$|bulk\/metadata\/reset$/.test(route.path))
      const untried = forms
        .map(
          ({ method, path }) => `${method.toUpperCase()} ${path.replace('/api/v1/', '').replaceAll(/\{\w+\}/g, '{}')}`,
        )
        .filter(form => !tried.has(form))
      expect(untried).toEqual([])
      expect(forms.length).toBeGreaterThan(40)
    })

    test('the release date of a book is a date that exists', async () => {
      const one = `books/${ids.book}/metadata`
      const date = (year: number | null, month: number | null, day: number | null) =>
        answerTo('PATCH', one, { year, month, day })
      expect(await date(2021, 2, 30)).toEqual([400, 'day'])
      expect(await date(null, 4, 31)).toEqual([400, 'day'])
      expect(await date(1900, 2, 29)).toEqual([400, 'day'])
      expect(await answerTo('PUT', one, { year: 2023, month: 2, day: 29 })).toEqual([400, 'day'])
      for (const [year, month, day] of [
        [2000, 2, 29],
        [null, 2, 29],
        [2024, null, 31],
        [2024, 2, 29],
      ] as const) {
        expect([year, month, day, await date(year, month, day)]).toEqual([year, month, day, [200, '']])
      }
      expect(await answerTo('PATCH', one, { year: 2023 })).toEqual([400, 'year'])
      expect(await answerTo('PATCH', one, { day: 31 })).toEqual([400, 'day'])
      expect(await answerTo('PATCH', one, { month: 1, day: 31 })).toEqual([200, ''])
      expect(await answerTo('PATCH', one, { month: 6 })).toEqual([400, 'month'])
      expect(await answerTo('PATCH', one, { month: 6, day: null })).toEqual([200, ''])
    })

    test('a summary of 10 MB is refused unread', async () => {
      const summary = { summary: 'x'.repeat(10 * 1024 * 1024) }
      expect((await answerTo('PATCH', `books/${ids.book}/metadata`, summary))[0]).toBe(413)
    })

    test('HTML in every text field is stored as text', async () => {
      for (const what of ['books', 'series'] as const) {
        const path = `/api/v1/${what}/${idOf(what)}/metadata`
        const said = FIELDS[what].flatMap(({ name, value }): [string, unknown][] => {
          if (value === 'line' || value === 'prose') return [[name, HTML]]
          if (value === 'labels') return [[name, [HTML]]]
          return value === 'people' ? [[name, [{ name: HTML, role: 'writer', sortName: HTML }]]] : []
        })
        await admin.patch(path, Object.fromEntries(said))
        const stored = await admin.get<Record<string, unknown>>(path)
        const shown = ([name]: [string, unknown]): [string, unknown] => {
          const value = stored[name] as readonly { readonly id?: string; readonly name: string }[]
          return [name, value[0]?.id === undefined ? value : value.map(each => each.name)]
        }
        expect(said.map(shown)).toEqual(said)
        expect(said.length).toBeGreaterThan(6)
      }
    })
  })
}
