import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { MarkDto, MyMarkDto, RecordedMark, RecordMarksResponse } from '@octavo/contract/mark'
import type { Paginated } from '@octavo/contract/paging'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { passOn } from '../../../db/lineage'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import { markRoutes } from '.'

setDefaultTimeout(60_000)

const LOCATOR = {
  href: 'text/one.xhtml',
  type: 'application/xhtml+xml',
  title: 'One',
  locations: { progression: 0.5, totalProgression: 0.25, partialCfi: '/4/2/1:3' },
  text: { before: 'It was ', highlight: 'a dark & <b>stormy</b> night', after: '; the rain' },
}

forEachDatabase('marks', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const pks: Record<string, number> = {}
  const [comic, novel, hidden, second] = [newId(), newId(), newId(), newId()]

  const ask = (method: string, path: string, body?: unknown, who = 'Ada') =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const add = async (book: string, body: object, who = 'Ada') => {
    const response = await ask('POST', `books/${book}/marks`, body, who)
    return { status: response.status, mark: await bodyOf<MarkDto & { details: { path: string } }>(response) }
  }
  const list = async (query = '', who = 'Ada') =>
    bodyOf<Paginated<MyMarkDto>>(await ask('GET', `user/marks${query}`, undefined, who))
  const record = async (marks: readonly Partial<RecordedMark>[], who = 'Ada') =>
    bodyOf<RecordMarksResponse>(await ask('POST', 'marks/batch', { marks }, who))
  const at = (seconds: number) => new Date(gated.clock.ms + seconds * 1000).toISOString()
  const setBook = (book: string, columns: object) =>
    database.connection.write(tx => tx.query.updateTable('books').set(columns).where('id', '=', book).execute())

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => markRoutes(binder, { reader, write, now: () => gated.clock.ms }),
    })
    const own = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Books')
      const seriesPk = await insertSeries(tx, libraryPk, 'Sea')
      const place = { libraryPk, seriesPk }
      const file = (file_hash: string) => ({ file_hash, page_count: 10 })
      pks[comic] = (await insertBook(tx, place, 'Sea 1', { id: comic, ...file('c1'), pages_hash: 'p1' })) as number
      pks[second] = (await insertBook(tx, place, 'Sea 2', { id: second, ...file('c2') })) as number
      await insertBook(tx, place, 'Tale', { id: novel, ...file('n1'), file_format: 'epub' })
      const otherPk = await insertLibrary(tx, 'Others')
      const otherSeries = await insertSeries(tx, otherPk, 'Hidden')
      await insertBook(tx, { libraryPk: otherPk, seriesPk: otherSeries }, 'Hidden 1', { id: hidden, ...file('h1') })
      return libraryPk
    })
    headers.Ada = await bearer(gated, await addUser(database.connection, 'Ada'))
    const cem = await addUser(database.connection, 'Cem')
    headers.Cem = await bearer(gated, cem)
    // Visible until now.
    await add(hidden, { kind: 'note', page: 1, note: 'A secret note' }, 'Cem')
    await write(async tx => {
      await tx.query.updateTable('users').set({ limits_libraries: true }).where('username', '=', 'Cem').execute()
      await tx.query.insertInto('user_libraries').values({ user_pk: cem.pk, library_pk: own }).execute()
    })
    gated.accounts.forgetAll()
  })

  test('are set on pages, parts of pages and texts, and belong to one person', async () => {
    const page = await add(comic, { kind: 'bookmark', page: 3 })
    expect([page.status, page.mark]).toMatchObject([
      201,
      { kind: 'bookmark', page: 3, color: null, note: null, progression: 0.2, stale: false, bookId: comic },
    ])
    const region = { x: 0.1, y: 0.2, width: 0.5, height: 0.25 }
    const { mark } = await add(comic, {
      kind: 'highlight',
      page: 5,
      region,
      color: 'blue',
      note: ' <i>Look</i>\r\n\u0007',
    })
    expect(mark).toMatchObject({ region, color: 'blue', note: '<i>Look</i>' })
    const text = await add(novel, { kind: 'highlight', locator: LOCATOR })
    expect(text.mark).toMatchObject({
      locator: LOCATOR,
      quote: LOCATOR.text.highlight,
      color: 'yellow',
      page: null,
      progression: 0.25,
    })
    const rects = [region]
    expect((await add(comic, { kind: 'highlight', page: 1, quote: 'Words', rects })).mark).toMatchObject({ rects })
    const ofBook = await bodyOf<Paginated<MarkDto>>(await ask('GET', `books/${comic}/marks`))
    expect(ofBook.data.map(each => each.page)).toEqual([1, 3, 5])
    expect((await list()).total).toBe(4)
    expect((await list('', 'Cem')).total).toBe(0)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const response = await ask(method, `marks/${mark.id}`, method === 'PATCH' ? {} : undefined, 'Cem')
      expect([method, response.status]).toEqual([method, 404])
    }
  })

  test('are refused with the invalid place or text named', async () => {
    const region = { x: 0, y: 0, width: 0.5, height: 0.5 }
    const wrong: [string, object, string][] = [
      [comic, { kind: 'bookmark' }, 'page'],
      [comic, { kind: 'bookmark', page: 0 }, 'page'],
      [comic, { kind: 'bookmark', page: 11 }, 'page'],
      [comic, { kind: 'highlight', page: 1 }, 'quote'],
      [comic, { kind: 'highlight', page: 1, region: { ...region, x: 0.6 } }, 'region'],
      [comic, { kind: 'highlight', page: 1, region: { ...region, width: 0 } }, 'region'],
      [comic, { kind: 'highlight', page: 1, quote: 'x', rects: [region, { ...region, y: -1 }] }, 'rects.1'],
      [comic, { kind: 'highlight', page: 1, quote: 'x', rects: Array(201).fill(region) }, 'rects'],
      [comic, { kind: 'note', page: 1, note: ' \u200b ' }, 'note'],
      [comic, { kind: 'note', page: 1, note: 'x'.repeat(10_001) }, 'note'],
      [comic, { kind: 'highlight', page: 1, quote: 'x'.repeat(4_001) }, 'quote'],
      [novel, { kind: 'bookmark', page: 1 }, 'locator'],
      [novel, { kind: 'highlight', locator: { href: 'a' } }, 'locator'],
      [
        novel,
        { kind: 'bookmark', locator: { href: 'a', locations: { progression: 2 } } },
        'locator.locations.progression',
      ],
      [novel, { kind: 'bookmark', locator: { href: 'x'.repeat(8_001) } }, 'locator'],
      [
        novel,
        { kind: 'highlight', locator: { href: 'a', text: { highlight: 'x'.repeat(4_001) } } },
        'locator.text.highlight',
      ],
    ]
    for (const [book, body, path] of wrong) {
      const { status, mark } = await add(book, body)
      expect([path, status, mark.details.path]).toEqual([path, 400, path])
    }
    expect((await add(comic, { kind: 'star', page: 1 })).status).toBe(422)
    const most = { kind: 'note', page: 1, note: 'x'.repeat(10_000), quote: 'y'.repeat(4_000) }
    const { status, mark } = await add(comic, most)
    expect([status, mark.note?.length, mark.quote?.length]).toEqual([201, 10_000, 4_000])
    expect((await ask('DELETE', `marks/${mark.id}`)).status).toBe(204)
    expect((await ask('GET', 'user/marks?kind=other')).status).toBe(400)
  })

  test('are found by kind, colour, book and text, in two orders', async () => {
    const quotes = async (query: string) => (await list(query)).data.map(each => each.quote ?? each.note ?? each.page)
    expect(await quotes('?kind=bookmark')).toEqual([3])
    expect(await quotes('?color=blue')).toEqual(['<i>Look</i>'])
    expect(await quotes(`?bookId=${novel.toUpperCase()}`)).toEqual([LOCATOR.text.highlight])
    expect(await quotes('?hasNote=true')).toEqual(['<i>Look</i>'])
    expect(await quotes('?q=STORMY')).toEqual([LOCATOR.text.highlight])
    expect(await quotes('?q=l%C3%B3ok')).toEqual(['<i>Look</i>'])
    expect(await quotes('?q=100%25')).toEqual([])
    expect(await quotes('?sort=place')).toEqual(['Words', 3, '<i>Look</i>', LOCATOR.text.highlight])
    const page = await list('?sort=place&pageSize=2&page=2')
    expect([page.total, page.data.map(each => [each.bookTitle, each.seriesTitle])]).toEqual([
      4,
      [
        ['Sea 1', 'Sea'],
        ['Tale', 'Sea'],
      ],
    ])
    const [{ seriesId = '', libraryId = '' } = {}] = page.data
    expect((await list(`?seriesId=${seriesId}&libraryId=${libraryId}`)).total).toBe(4)
    expect((await list(`?seriesId=${newId()}`)).total).toBe(0)
  })

  test('change, and an older change never replaces a newer one', async () => {
    const id = newId()
    const mark = { id, kind: 'note', page: 2, note: 'first', updatedAt: at(-100) }
    expect((await add(comic, mark)).status).toBe(201)
    expect((await add(comic, { ...mark, note: 'repeated' })).mark.note).toBe('first')
    const patch = async (body: object) => {
      const response = await ask('PATCH', `marks/${id.toUpperCase()}`, body)
      return [response.status, (await bodyOf<MarkDto>(response)).note]
    }
    expect(await patch({ note: 'second', updatedAt: at(-50) })).toEqual([200, 'second'])
    expect((await patch({ note: 'older', updatedAt: at(-60) }))[0]).toBe(409)
    expect(await patch({ note: 'third' })).toEqual([200, 'third'])
    expect((await add(comic, { ...mark, note: 'late', updatedAt: at(-70) })).status).toBe(409)
    expect(await bodyOf<MarkDto>(await ask('GET', `marks/${id}`))).toMatchObject({ note: 'third', createdAt: at(-100) })
    expect((await patch({ note: null }))[0]).toBe(400)
    expect((await patch({ page: 99 }))[0]).toBe(400)
    expect(await patch({ kind: 'bookmark', note: null, page: 4 })).toEqual([200, null])
    expect((await ask('DELETE', `marks/${id}`)).status).toBe(204)
    expect((await ask('DELETE', `marks/${id}`)).status).toBe(404)
    expect((await add(comic, { ...mark, updatedAt: at(1) })).status).toBe(409)
  })

  test('are sent in batches: independent, idempotent, and in any order', async () => {
    const [one, two, gone] = [newId(), newId(), newId()]
    await add(comic, { id: gone, kind: 'bookmark', page: 1 })
    await ask('DELETE', `marks/${gone}`)
    const good = { id: one, bookId: comic, kind: 'note', page: 7, note: 'new', updatedAt: at(10) } as const
    const batch: Partial<RecordedMark>[] = [
      good,
      { ...good, id: two, note: 'x'.repeat(10_001) },
      { ...good, note: 'twice' },
      { ...good, id: newId(), bookId: newId() },
      { ...good, id: gone },
      { ...good, id: two, bookId: novel },
    ]
    const expected = {
      accepted: [one],
      rejected: [
        ['too_long', 'marks.1.note', 10_000],
        ['duplicate_in_batch', 'marks.2.id'],
        ['book_not_found', 'marks.3.bookId'],
        ['deleted', 'marks.4.id'],
        ['invalid_place', 'marks.5.locator'],
      ],
    }
    for (const _ of [1, 2]) {
      const { accepted, rejected } = await record(batch)
      expect({
        accepted,
        rejected: rejected.map(({ reason, path, max }) => (max === undefined ? [reason, path] : [reason, path, max])),
      }).toEqual(expected as never)
    }
    expect((await record([{ ...good, note: 'older', updatedAt: at(9) }])).rejected[0]?.reason).toBe('outdated')
    expect((await record([{ ...good, bookId: second }])).rejected[0]?.reason).toBe('id_in_use')
    expect((await record([{ ...good, note: 'newer', updatedAt: at(11) }])).accepted).toEqual([one])
    expect(await bodyOf<MarkDto>(await ask('GET', `marks/${one}`))).toMatchObject({ note: 'newer' })
    // Ids are unique per user.
    expect((await record([{ ...good, note: 'of Cem' }], 'Cem')).accepted).toEqual([one])
    expect((await list('?q=newer')).total).toBe(1)
    const many = Array.from({ length: LIMITS.marks.atOnce + 1 }, () => ({ ...good, id: newId() }))
    expect((await ask('POST', 'marks/batch', { marks: many })).status).toBe(400)
    await ask('DELETE', `marks/${one}`, undefined, 'Cem')
  })

  test('made on a device whose clock is unset or days ahead have the time of the server', async () => {
    const [unset, ahead] = [newId(), newId()]
    const now = at(0)
    const marks = [
      { id: unset, bookId: comic, kind: 'note', page: 7, note: 'unset', updatedAt: '1970-01-01T00:00:00Z' } as const,
      {
        id: ahead,
        bookId: comic,
        kind: 'note',
        page: 8,
        note: 'ahead',
        updatedAt: at(86_401),
        createdAt: at(86_401),
      } as const,
    ]
    for (const _ of [1, 2]) expect(await record(marks)).toMatchObject({ accepted: [unset, ahead], rejected: [] })
    for (const id of [unset, ahead]) {
      expect(await bodyOf<MarkDto>(await ask('GET', `marks/${id}`))).toMatchObject({ createdAt: now, updatedAt: now })
      const change = { note: 'changed there', updatedAt: at(2 * 86_400) }
      expect(await bodyOf<MarkDto>(await ask('PATCH', `marks/${id}`, change))).toMatchObject({ note: change.note })
      // It is not a newer time than those of devices with a right clock.
      expect((await ask('PATCH', `marks/${id}`, { note: 'elsewhere', updatedAt: at(5) })).status).toBe(200)
      expect((await ask('DELETE', `marks/${id}`)).status).toBe(204)
    }
  })

  test('of a hidden book are not there, in lists, counts, exports and errors', async () => {
    expect(await list('', 'Cem')).toMatchObject({ data: [], total: 0 })
    const exported = await (await ask('GET', 'user/marks/export', undefined, 'Cem')).text()
    expect(exported).toBe('')
    const answers = await Promise.all(
      [hidden, newId()].map(async book => {
        const made = await ask('POST', `books/${book}/marks`, { kind: 'bookmark', page: 1 }, 'Cem')
        const listed = await ask('GET', `books/${book}/marks`, undefined, 'Cem')
        return [made.status, await made.text(), listed.status, await listed.text()]
      }),
    )
    expect(answers[0]?.[0]).toBe(404)
    expect(answers[0]).toEqual(answers[1] as never)
  })

  test('know that the file has changed until their place is sent again', async () => {
    const stale = async () =>
      (await bodyOf<Paginated<MarkDto>>(await ask('GET', `books/${comic}/marks`))).data.map(mark => mark.stale)
    expect(new Set(await stale())).toEqual(new Set([false]))
    // Writing metadata into the file changes no page.
    await setBook(comic, { file_hash: 'c1-tagged' })
    expect(new Set(await stale())).toEqual(new Set([false]))
    await setBook(comic, { file_hash: 'c1-new', pages_hash: 'p1-new', page_count: 4 })
    expect(new Set(await stale())).toEqual(new Set([true]))
    const last = (await bodyOf<Paginated<MarkDto>>(await ask('GET', `books/${comic}/marks`))).data.at(-1)
    const patch = async (body: object) => bodyOf<MarkDto>(await ask('PATCH', `marks/${last?.id}`, body))
    // Its page is past the end by now; its note can still be changed.
    expect(await patch({ note: 'changed' })).toMatchObject({ page: 7, note: 'changed', stale: true })
    expect(await patch({ page: 4, fileHash: 'c1' })).toMatchObject({ page: 4, stale: true })
    expect(await patch({ page: 4 })).toMatchObject({ page: 4, stale: false, progression: 0.75 })
    const old = { id: newId(), bookId: comic, kind: 'bookmark', page: 9, fileHash: 'c1', updatedAt: at(0) } as const
    expect((await record([old])).accepted).toEqual([old.id])
    expect(await bodyOf<MarkDto>(await ask('GET', `marks/${old.id}`))).toMatchObject({ page: 9, stale: true })
  })

  test('are exported by series, book and place, with every text as text', async () => {
    const markdown = await ask('GET', `user/marks/export?bookId=${novel}`)
    expect(markdown.headers.get('content-type')).toBe('text/markdown;charset=utf-8')
    expect(markdown.headers.get('content-disposition')).toContain('marks.md')
    expect(await markdown.text()).toBe(
      [
        '# Sea\n\n## Tale\n\n### One\n\n',
        '> a dark \\& \\<b\\>stormy\\</b\\> night\n\n',
        `*Highlight · 25% · yellow · ${at(0).slice(0, 10)}*\n\n`,
      ].join(''),
    )
    const ofComic = await (await ask('GET', `user/marks/export?bookId=${comic}`)).text()
    expect(ofComic).toContain('page 5, area of 50% × 25%, 10% from the left and 20% from the top · blue · ')
    const json = (await (await ask('GET', 'user/marks/export?format=json')).json()) as { marks: MyMarkDto[] }
    expect(json.marks).toEqual((await list('?sort=place&pageSize=500')).data as never)
    expect(json.marks.length).toBeGreaterThan(4)
  })

  test('follow a book that is found again or merged', async () => {
    const mark = (await add(second, { kind: 'bookmark', page: 2 })).mark
    await database.connection.write(tx =>
      passOn(tx, { of: 'books', event: 'merged' }, [{ fromPk: pks[second] as number, heirPk: pks[comic] as number }]),
    )
    expect(await bodyOf<MarkDto>(await ask('GET', `marks/${mark.id}`))).toMatchObject({ bookId: comic })
  })

  test('are limited for each book and person', async () => {
    const { marks, marksOfBook } = LIMITS.perPerson
    const rows = Array.from({ length: marksOfBook - 1 }, () => ({
      id: newId(),
      bookId: second,
      kind: 'bookmark' as const,
      page: 1,
      updatedAt: at(0),
    }))
    for (let from = 0; from < rows.length; from += 500) await record(rows.slice(from, from + 500), 'Cem')
    const three = Array.from({ length: 3 }, () => ({ ...(rows[0] as RecordedMark), id: newId() }))
    const { accepted, rejected } = await record(three, 'Cem')
    expect([accepted.length, rejected.map(({ reason }) => reason)]).toEqual([1, ['too_many', 'too_many']])
    expect(marks).toBeGreaterThan(marksOfBook)
    // An existing one can still be changed.
    expect((await record([{ ...(rows[0] as RecordedMark), page: 2, updatedAt: at(1) }], 'Cem')).rejected).toEqual([])
  })
})
