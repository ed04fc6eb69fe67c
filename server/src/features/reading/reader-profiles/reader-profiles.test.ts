import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Paginated } from '@octavo/contract/paging'
import type { ReaderProfileDto, ResolvedReaderProfile } from '@octavo/contract/reader-profile'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { preferenceRoutes } from '../../people/preferences'
import { readerProfileRoutes } from '.'

setDefaultTimeout(60_000)

forEachDatabase('reader profiles', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const [library, series, book, hidden] = [newId(), newId(), newId(), newId()]
  const ask = (method: string, path: string, body?: unknown, who = 'Ada') =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const set = (key: string, value: object, who = 'Ada') => {
    gated.clock.ms += 1000
    return ask('PUT', `user/preferences/reader.comic${key}`, { value }, who)
  }
  const plain = (id: string) => id.replaceAll('-', '')
  const resolve = async (query = '') => {
    const answer = await bodyOf<ResolvedReaderProfile>(await ask('GET', `books/${book}/reader-profile${query}`))
    return Object.fromEntries(answer.settings.map(({ name, value, scope }) => [name, [value, scope]]))
  }
  const list = async (who = 'Ada') =>
    bodyOf<Paginated<ReaderProfileDto>>(await ask('GET', 'user/reader-profiles', undefined, who))

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => {
        const now = () => gated.clock.ms
        preferenceRoutes(binder, { reader, write, now })
        readerProfileRoutes(binder, { reader, write, now })
      },
    })
    const own = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      await tx.query.updateTable('libraries').set({ id: library }).where('pk', '=', libraryPk).execute()
      const seriesPk = await insertSeries(tx, libraryPk, 'Sea', { id: series })
      await insertBook(tx, { libraryPk, seriesPk }, 'Sea 1', { id: book })
      const otherPk = await insertLibrary(tx, 'Others')
      const pk = await insertSeries(tx, otherPk, 'Hidden')
      await insertBook(tx, { libraryPk: otherPk, seriesPk: pk }, 'Hidden 1', { id: hidden })
      return libraryPk
    })
    headers.Ada = await bearer(gated, await addUser(database.connection, 'Ada'))
    const cem = await addUser(database.connection, 'Cem')
    headers.Cem = await bearer(gated, cem)
    await write(async tx => {
      await tx.query.updateTable('users').set({ limits_libraries: true }).where('username', '=', 'Cem').execute()
      await tx.query.insertInto('user_libraries').values({ user_pk: cem.pk, library_pk: own }).execute()
    })
    gated.accounts.forgetAll()
  })

  test('are resolved for a book, the strongest scope first', async () => {
    expect(await resolve()).toEqual({})
    await set('', { fit: 'width', layout: 'single', direction: 'ltr' })
    await set('.device.phone_1', { fit: 'screen', background: 'white' })
    await set(`.library.${plain(library)}`, { layout: 'double' })
    await set(`.series.${plain(series)}`, { direction: 'rtl', layout: 'auto' })
    await set(`.book.${plain(book)}`, { direction: 'ttb' })
    expect(await resolve('?device=phone_1')).toEqual({
      background: ['white', 'device'],
      direction: ['ttb', 'book'],
      fit: ['screen', 'device'],
      layout: ['auto', 'series'],
    })
    expect(await resolve()).toMatchObject({ fit: ['width', 'default'] })
    expect(await resolve('?reader=epub')).toEqual({})
    const { profiles } = await bodyOf<ResolvedReaderProfile>(await ask('GET', `books/${book}/reader-profile`))
    expect(profiles.map(({ scope }) => scope)).toEqual(['book', 'series', 'library', 'default'])
    expect((await ask('GET', `books/${book}/reader-profile?device=a.b`)).status).toBe(400)
    expect((await set('.book.xyz', { direction: 1 })).status).toBe(200)
    expect((await set(`.book.${plain(book)}`, { nested: {} })).status).toBe(400)
  })

  test('are listed with the names of their series, libraries or devices', async () => {
    const { data, total } = await list()
    expect(data.map(({ scope, name, device }) => [scope, name ?? device])).toEqual([
      ['book', 'Sea 1'],
      ['series', 'Sea'],
      ['library', 'Comics'],
      ['device', 'phone_1'],
      ['default', null],
    ])
    expect([total, data[1]?.seriesId, (await list('Cem')).total]).toEqual([5, series, 0])
  })

  test('are copied from one to another, and reset', async () => {
    const copy = (from: object, to: object) => ask('POST', 'user/reader-profiles/copy', { reader: 'comic', from, to })
    const copied = await copy(
      { scope: 'series', seriesId: series },
      { scope: 'library', libraryId: library.toUpperCase() },
    )
    expect(await bodyOf<ReaderProfileDto>(copied)).toMatchObject({
      name: 'Comics',
      libraryId: library,
      settings: { direction: 'rtl', layout: 'auto' },
    })
    await copy({ scope: 'device', device: 'phone_1' }, { scope: 'default' })
    expect(await resolve()).toMatchObject({ background: ['white', 'default'] })
    expect((await copy({ scope: 'series' }, { scope: 'default' })).status).toBe(400)
    expect((await copy({ scope: 'book', bookId: newId() }, { scope: 'default' })).status).toBe(404)
    const reset = (query: string) => ask('DELETE', `user/reader-profiles?reader=comic&${query}`)
    expect((await reset(`scope=book&bookId=${book}`)).status).toBe(204)
    expect((await reset(`scope=book&bookId=${book}`)).status).toBe(404)
    expect((await reset('scope=library')).status).toBe(400)
    expect(await resolve()).toMatchObject({ direction: ['rtl', 'series'] })
  })

  test('of hidden items are answered as those of missing ones', async () => {
    await set(`.book.${plain(hidden)}`, { direction: 'rtl' }, 'Cem')
    expect(await list('Cem')).toMatchObject({ data: [], total: 0 })
    const answers = await Promise.all(
      [hidden, newId()].map(async id => {
        const one = await ask('GET', `books/${id}/reader-profile`, undefined, 'Cem')
        const two = await ask('DELETE', `user/reader-profiles?reader=comic&scope=book&bookId=${id}`, undefined, 'Cem')
        return [one.status, await one.text(), two.status, await two.text()]
      }),
    )
    expect([answers[0]?.[0], answers[0]?.[2]]).toEqual([404, 404])
    expect(answers[0]).toEqual(answers[1] as never)
  })
})
