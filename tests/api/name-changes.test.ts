// Undo of merges and renames of names: books, series and aliases are as before, except later edits.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { FacetDto } from '@octavo/contract/facet'
import { FacetNameChangeDto } from '@octavo/contract/facet-change'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, firstScans, JSON_HEADERS, seriesNamed } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`changes of names on ${database}`, () => {
    const folder = temporaryFolder('name-changes')
    let octavo: Octavo
    let admin: Client
    const send = (method: string, path: string, body?: object) =>
      admin.fetch(`/api/v1/${path}`, { method, headers: JSON_HEADERS, ...(body && { body: JSON.stringify(body) }) })
    const named = async (kind: string, name: string) => {
      const { data } = await admin.get<{ data: FacetDto[] }>(`/api/v1/facets/${kind}?q=${encodeURIComponent(name)}`)
      return data.find(each => each.name === name)?.id ?? ''
    }
    const lastChange = async (kind: string, id: string) => {
      const { changes } = await admin.get<{ changes: object[] }>(`/api/v1/facets/${kind}/${id}/changes`)
      return FacetNameChangeDto.parse(changes[0])
    }
    const undo = (kind: string, id: string, change: string) =>
      send('POST', `facets/${kind}/${id}/changes/${change}/undo`)
    /** All that is said of names: of each book, each series, and the names with their aliases and counts. */
    const state = async (kind: string, member: 'genres' | 'authors' | 'characters' | 'publisher') => {
      const books = await Promise.all(
        (await allBooks(admin)).map(async ({ id, title }) => {
          const metadata = await admin.get<Record<string, unknown>>(`/api/v1/books/${id}/metadata`)
          return [title, metadata[member]]
        }),
      )
      const { data } = await admin.get<{ data: FacetDto[] }>(`/api/v1/facets/${kind}`)
      const names = await Promise.all(
        data.map(async ({ id }) => {
          const found = await admin.get<FacetDto & { aliases: { name: string }[] }>(`/api/v1/facets/${kind}/${id}`)
          return { name: found.name, series: found.seriesCount, books: found.bookCount, aliases: found.aliases }
        }),
      )
      return { books, names }
    }

    beforeAll(async () => {
      const of = (comicInfo: Record<string, string>, pages: number) => comic({ pages, comicInfo })
      writeLibrary(folder.path, {
        'Ash/Ash 1.cbz': await of({ Genre: 'Sci Fi, Drama', Writer: 'Bo', Penciller: 'Beau', Characters: 'Eve' }, 1),
        'Birch/Birch 1.cbz': await of({ Genre: 'Science Fiction', Writer: 'Beau', Publisher: 'Ace' }, 2),
        'Cedar/Cedar 1.cbz': await of({ Genre: 'Sci Fi', Writer: 'Beau, Bo', Publisher: 'Ace Books' }, 3),
        'Elm/Elm 1.cbz': await of({ Genre: 'Drama, Science Fiction, Sci Fi', Characters: 'Eva, Eve, Adam' }, 4),
        'Fir/Fir 1.cbz': await of({ Genre: 'Sci Fi, Drama', Publisher: 'Ace Books' }, 5),
      })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('a merge is undone in every kind of list that stores names', async () => {
      for (const [kind, member, keep, other] of [
        ['author', 'authors', 'Bo', 'Beau'],
        ['character', 'characters', 'Eva', 'Eve'],
        ['publisher', 'publisher', 'Ace', 'Ace Books'],
      ] as const) {
        const before = await state(kind, member)
        const [id, otherId] = [await named(kind, keep), await named(kind, other)]
        expect((await send('POST', `facets/${kind}/${id}/merge`, { facetIds: [otherId] })).status).toBe(200)
        expect(await named(kind, other)).toBe('')
        const change = await lastChange(kind, id)
        expect(change).toMatchObject({ action: 'merge', names: [other], userName: 'admin', undoneAt: null })
        const undone = await undo(kind, id, change.id)
        expect([undone.status, await undone.json()]).toMatchObject([200, { names: [other], taskId: null }])
        expect(await state(kind, member)).toEqual(before)
        expect(await named(kind, other)).toBe(otherId)
        const again = await undo(kind, id, change.id)
        expect([again.status, await again.json()]).toMatchObject([409, { details: { reason: 'undone_already' } }])
      }
    })

    test('later edits stay; a series with its own names gets them back, and aliases return', async () => {
      const [id, other] = [await named('genre', 'Science Fiction'), await named('genre', 'Sci Fi')]
      const { id: elm } = await seriesNamed(admin, 'Elm')
      await send('PUT', `series/${elm}/genres`, { genres: ['Sci Fi', 'Noir'] })
      await send('POST', `facets/genre/${other}/aliases`, { name: 'SF' })
      const before = await state('genre', 'genres')
      await send('POST', `facets/genre/${id}/merge`, { facetIds: [other] })
      const fir = (await allBooks(admin)).find(({ title }) => title.startsWith('Fir'))
      await send('PUT', `books/${fir?.id}/genres`, { genres: ['Science Fiction', 'Western'] })
      expect((await undo('genre', id, (await lastChange('genre', id)).id)).status).toBe(200)
      const after = await state('genre', 'genres')
      const others = (all: typeof before) => all.books.filter(([title]) => !String(title).startsWith('Fir'))
      expect(others(after)).toEqual(others(before))
      expect(after.books.find(([title]) => String(title).startsWith('Fir'))?.[1]).toEqual([
        'Science Fiction',
        'Western',
      ])
      expect(await admin.get(`/api/v1/series/${elm}/genres`)).toMatchObject({
        genres: [{ name: 'Noir' }, { name: 'Sci Fi' }],
      })
      expect(after.names.find(({ name }) => name === 'Sci Fi')).toMatchObject({
        series: 3,
        aliases: [{ name: 'SF' }],
      })
      expect(after.names.find(({ name }) => name === 'Science Fiction')).toMatchObject({ series: 2, aliases: [] })
    })

    test('a rename is undone, unless the name has changed since or is in use', async () => {
      const id = await named('genre', 'Drama')
      const before = await state('genre', 'genres')
      const rename = (name: string) => send('PATCH', `facets/genre/${id}`, { name })
      await rename('Plays')
      const change = await lastChange('genre', id)
      expect(change).toMatchObject({ action: 'rename', before: 'Drama', after: 'Plays' })
      expect((await undo('genre', id, change.id)).status).toBe(200)
      expect(await state('genre', 'genres')).toEqual(before)
      await rename('Plays')
      const second = await lastChange('genre', id)
      await rename('Theatre')
      const since = await undo('genre', id, second.id)
      expect([since.status, await since.json()]).toMatchObject([409, { details: { reason: 'renamed_since' } }])
      // Refused, it can still be undone once the later rename is.
      expect((await undo('genre', id, (await lastChange('genre', id)).id)).status).toBe(200)
      expect((await undo('genre', id, second.id)).status).toBe(200)
      expect(await state('genre', 'genres')).toEqual(before)
      expect((await undo('genre', id, crypto.randomUUID())).status).toBe(404)
      const entries = await admin.get<{ data: { action: string; details: object }[] }>('/api/v1/audit?pageSize=1')
      expect(entries.data[0]).toMatchObject({ action: 'name_changed', details: { kind: 'genre', undone: 'rename' } })
    })
  })
}
