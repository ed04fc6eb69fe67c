import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type {
  ReadingBreakdownDto,
  ReadingCoverageDto,
  ReadingOverviewDto,
  ReadingStatsResponse,
} from '@octavo/contract/reading-stats'
import type { z } from 'zod'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { preferenceRoutes } from '../../people/preferences'
import { historyRoutes } from '../history'
import { progressRoutes } from '../progress'
import { readingSessionRoutes } from '../sessions'
import { statisticsRoutes } from '.'

setDefaultTimeout(60_000)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

forEachDatabase('reading statistics', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const [sea, land, hidden] = [newId(), newId(), newId()]
  const [one, two, inland, secret] = [newId(), newId(), newId(), newId()]

  const ask = (method: string, path: string, body?: unknown, who = 'Ada') =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const stats = async (query = '', who = 'Ada') => {
    const response = await ask('GET', `reading-stats${query}`, undefined, who)
    expect(response.status).toBe(200)
    return bodyOf<ReadingStatsResponse>(response)
  }
  const by = async (kind: string, query = '', who = 'Ada') =>
    (
      await bodyOf<z.infer<typeof ReadingBreakdownDto>>(
        await ask('GET', `reading-stats/by/${kind}${query}`, undefined, who),
      )
    ).shares
  const overview = async (who: string, zone: string) =>
    bodyOf<ReadingOverviewDto>(await ask('GET', `reading-stats/overview?timeZone=${zone}`, undefined, who))
  const read = async (who: string, bookId: string, ended: number, minutes: number, more: object = {}) => {
    const session = {
      id: newId(),
      bookId,
      deviceId: 'phone',
      deviceName: 'My phone',
      kind: 'progress',
      activeDurationMs: minutes * MINUTE,
      pagesRead: minutes,
      clientStartedAt: new Date(ended - minutes * MINUTE).toISOString(),
      clientEndedAt: new Date(ended).toISOString(),
      ...more,
    }
    const response = await ask('POST', 'reading-sessions', { sessions: [session] }, who)
    expect((await bodyOf<{ rejected: unknown[] }>(response)).rejected).toEqual([])
  }

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => {
        const now = () => gated.clock.ms
        progressRoutes(binder, { reader, write, clock: now })
        historyRoutes(binder, { reader, write })
        readingSessionRoutes(binder, { reader, write, now })
        preferenceRoutes(binder, { reader, write, now })
        statisticsRoutes(binder, { reader, now })
      },
    })
    const own = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seaPk = await insertSeries(tx, libraryPk, 'Sea', { id: sea, book_count: 2 })
      const landPk = await insertSeries(tx, libraryPk, 'Land', { id: land, book_count: 1 })
      const more = { page_count: 100 }
      const first = await insertBook(tx, { libraryPk, seriesPk: seaPk }, 'Sea 1', {
        id: one,
        file_format: 'cbz',
        ...more,
      })
      await insertBook(tx, { libraryPk, seriesPk: seaPk }, 'Sea 2', { id: two, file_format: 'cbz', ...more })
      await insertBook(tx, { libraryPk, seriesPk: landPk }, 'Land', { id: inland, file_format: 'epub', ...more })
      const facets = [
        { id: newId(), kind: 'genre', name: 'Adventure', name_key: 'adventure' },
        { id: newId(), kind: 'author', name: 'Jo', name_key: 'jo' },
      ]
      for (const facet of facets) {
        const { pk } = await tx.query.insertInto('facets').values(facet).returning('pk').executeTakeFirstOrThrow()
        await tx.query.insertInto('book_facets').values({ book_pk: first, facet_pk: pk }).execute()
      }
      const hiddenPk = await insertSeries(tx, libraryPk, 'Hidden', { id: hidden, book_count: 1 })
      await insertBook(tx, { libraryPk, seriesPk: hiddenPk }, 'Secret', { id: secret, file_format: 'pdf', ...more })
      return libraryPk
    })
    for (const name of ['Ada', 'Bea', 'Cem', 'Dee']) {
      const user = await addUser(database.connection, name)
      if (name === 'Cem') {
        await write(async tx => {
          await tx.query.updateTable('users').set({ limits_libraries: true }).where('pk', '=', user.pk).execute()
          await tx.query.insertInto('user_libraries').values({ user_pk: user.pk, library_pk: own }).execute()
        })
      }
      headers[name] = await bearer(gated, user)
    }
  })

  test('of somebody who has read nothing are empty', async () => {
    const answer = await stats('', 'Dee')
    const none = { measuredMs: 0, inferredMs: 0, totalMs: 0 }
    expect(answer.summary).toEqual({
      duration: none,
      pagesRead: 0,
      sessions: 0,
      booksFinished: 0,
      books: 0,
      sessionsWithoutDuration: 0,
      sessionsWithoutPages: 0,
    })
    expect([answer.periods, answer.series, answer.devices, answer.formats]).toEqual([[], [], [], []])
    const coverage = await bodyOf<z.infer<typeof ReadingCoverageDto>>(
      await ask('GET', 'reading-stats/coverage', undefined, 'Dee'),
    )
    expect(coverage).toEqual({ firstReadAt: null, lastReadAt: null })
    expect((await overview('Dee', 'UTC')).streak).toEqual({ current: 0, longest: 0, readToday: false })
  })

  test('add up by day of the reader’s zone, series, author, genre, format and device, and agree in each window', async () => {
    const now = gated.clock.ms
    // A quarter to midnight in Kathmandu (UTC+5:45) and ten minutes later, and months ago.
    const midnight = Math.floor(now / (24 * HOUR)) * 24 * HOUR - 24 * HOUR + 18 * HOUR + 15 * MINUTE
    await read('Ada', one, midnight - 5 * MINUTE, 10, { toPage: 11 })
    await read('Ada', inland, midnight + 40 * MINUTE, 30, { deviceId: 'tablet', deviceName: 'Tablet' })
    await read('Ada', two, midnight - 75 * 24 * HOUR - MINUTE, 20, { kind: 'completed', toPage: 100 })
    const answer = await stats('?timeZone=Asia/Kathmandu')
    expect(answer.summary).toMatchObject({
      duration: { measuredMs: 60 * MINUTE, inferredMs: 0, totalMs: 60 * MINUTE },
      pagesRead: 60,
      sessions: 3,
      books: 3,
      booksFinished: 1,
    })
    const day = (ms: number) => new Date(ms + 5.75 * HOUR).toISOString().slice(0, 10)
    expect(answer.periods.map(({ bucket, duration }) => [bucket, duration.totalMs / MINUTE])).toEqual([
      [day(midnight - 75 * 24 * HOUR - MINUTE), 20],
      [day(midnight - MINUTE), 10],
      [day(midnight), 30],
    ])
    expect(
      answer.series.map(each => [each.seriesName, each.duration.totalMs / MINUTE, each.books, each.booksFinished]),
    ).toEqual([
      ['Sea', 30, 2, 1],
      ['Land', 30, 1, 0],
    ])
    expect(answer.formats.map(each => [each.format, each.pagesRead])).toEqual([
      ['cbz', 30],
      ['epub', 30],
    ])
    expect(answer.devices.map(each => [each.deviceId, each.deviceName, each.sessions, each.booksFinished])).toEqual([
      ['phone', 'My phone', 2, 1],
      ['tablet', 'Tablet', 1, 0],
    ])
    expect((await by('genre')).map(each => [each.name, each.pagesRead])).toEqual([['Adventure', 10]])
    expect((await by('author')).map(each => [each.name, each.pagesRead])).toEqual([['Jo', 10]])
    expect((await by('book', '?sort=completions&limit=1')).map(each => each.name)).toEqual(['Sea 2'])
    expect((await by('device')).map(each => each.name)).toEqual(['My phone', 'Tablet'])
    // Arbitrary periods: all panels agree.
    for (const [from, to] of [
      [midnight - 80 * 24 * HOUR, midnight],
      [midnight - 74 * 24 * HOUR, now],
      [midnight - 75 * 24 * HOUR - 20 * MINUTE, midnight - 10 * MINUTE],
      [midnight, midnight],
    ] as const) {
      const window = `?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
      const { summary, periods, series, devices, formats } = await stats(`${window}&granularity=week`)
      const sums = [periods, series, devices, formats].map(panel =>
        panel.reduce((sum, each) => sum + each.duration.totalMs, 0),
      )
      expect(sums).toEqual(Array(4).fill(summary.duration.totalMs))
    }
  })

  test('refuse a window that ends before it begins, and zones that are none', async () => {
    const bad = [
      '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      '?timeZone=Europe/Atlantis',
      '/overview?timeZone=%2B01:00',
      '/export?timeZone=x',
    ]
    for (const query of bad) expect([(await ask('GET', `reading-stats${query}`)).status, query]).toEqual([400, query])
    expect((await ask('GET', 'reading-stats?granularity=hour')).status).toBe(400)
  })

  test('separate estimated time: from successive places, unless their device measures', async () => {
    const turn = async (bookId: string, page: number, more: object = {}) => {
      gated.clock.ms += MINUTE
      expect((await ask('PUT', `books/${bookId}/progress`, { currentPage: page, ...more }, 'Bea')).status).toBe(200)
    }
    for (const page of [1, 3, 5, 7]) await turn(one, page)
    const first = await stats('', 'Bea')
    expect(first.summary).toMatchObject({
      duration: { measuredMs: 0, inferredMs: 3 * MINUTE, totalMs: 3 * MINUTE },
      pagesRead: 6,
      sessions: 1,
      books: 1,
    })
    for (const page of [1, 2, 3]) await turn(inland, page, { measured: true })
    expect(await stats('', 'Bea').then(({ summary }) => summary)).toEqual(first.summary)
    await turn(one, 100, { deliberate: true })
    expect((await stats('', 'Bea')).summary).toMatchObject({ pagesRead: 6, booksFinished: 1 })
    expect((await overview('Bea', 'UTC')).pace.msPerPage).toBeGreaterThan(0)
  })

  test('count days in a row and goals', async () => {
    const goals = [
      { measure: 'minutes', period: 'day', amount: 20 },
      { measure: 'books', period: 'year', amount: 12 },
    ]
    const put = (value: unknown) => ask('PUT', 'user/preferences/reading.goals', { value }, 'Cem')
    expect((await put(goals)).status).toBe(200)
    expect((await put([...goals, goals[0]])).status).toBe(400)
    expect((await put([{ measure: 'minutes', period: 'day', amount: 0 }])).status).toBe(400)
    const now = gated.clock.ms
    for (const days of [0, 1, 2, 5, 6, 7, 8]) await read('Cem', one, now - days * 24 * HOUR, 5)
    const { streak, goals: reached, pace } = await overview('Cem', 'UTC')
    expect(streak).toEqual({ current: 3, longest: 4, readToday: true })
    expect(reached.map(goal => goal.reached)).toEqual([5, 0])
    expect(pace).toEqual({ msPerPage: MINUTE, minutesPerDay: 5, daysRead: 7 })
  })

  test('of books that are hidden by now keep the time, and no name', async () => {
    await read('Cem', secret, gated.clock.ms - 3 * HOUR, 40, { deviceId: 'tv', kind: 'completed' })
    const before = await stats('', 'Cem')
    expect(before.series.map(each => each.seriesName)).toContain('Hidden')
    // Moved to a library hidden from Cem.
    await database.connection.write(async tx => {
      const elsewhere = await insertLibrary(tx, 'Others')
      await tx.query.updateTable('series').set({ library_pk: elsewhere }).where('id', '=', hidden).execute()
      await tx.query.updateTable('books').set({ library_pk: elsewhere }).where('id', '=', secret).execute()
    })
    const after = await stats('', 'Cem')
    expect(after.summary.duration).toEqual(before.summary.duration)
    expect(after.summary).toMatchObject({ books: 1, booksFinished: 0 })
    const panels = await Promise.all(['book', 'series', 'genre', 'author', 'format'].map(kind => by(kind, '', 'Cem')))
    const csv = await (await ask('GET', 'reading-stats/export', undefined, 'Cem')).text()
    const all = JSON.stringify([after, panels, csv])
    for (const word of ['Hidden', 'Secret', hidden, secret, 'pdf']) expect(all).not.toContain(word)
  })

  test('leave as CSV, safe for spreadsheets', async () => {
    await read('Dee', one, gated.clock.ms, 5, { deviceName: '=HYPERLINK("x")' })
    const response = await ask('GET', 'reading-stats/export?timeZone=Europe/Berlin', undefined, 'Dee')
    expect(response.headers.get('content-type')).toBe('text/csv;charset=utf-8')
    const [head, line, end] = (await response.text()).split('\r\n')
    expect(head).toBe('day,started,ended,series,book,format,device,measured minutes,estimated minutes,pages,finished')
    expect(line).toEndWith(`,Sea,Sea 1,cbz,"'=HYPERLINK(""x"")",5.00,,5,no`)
    expect(end).toBe('')
  })
})
