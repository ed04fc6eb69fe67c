import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { DevicePlacesResponse, ReadProgressResponse } from '@octavo/contract/progress'
import type { ReadHistoryResponse } from '@octavo/contract/read-history'
import type { RecordReadingSessionsResponse } from '@octavo/contract/reading-session'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { historyRoutes } from '../history'
import { progressRoutes } from '../progress'
import { readingSessionRoutes } from '.'

setDefaultTimeout(60_000)
const MINUTE = 60_000

forEachDatabase('reading sessions', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const [series, hidden] = [newId(), newId()]
  const books = Array.from({ length: 8 }, () => newId())
  const book = (index: number) => books[index] ?? ''

  const ask = (method: string, path: string, body?: unknown, who = 'Ada') =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const at = (minutes: number) => new Date(gated.clock.ms + minutes * MINUTE).toISOString()
  const session = (bookId: string, more: object = {}) => ({
    id: newId(),
    bookId,
    deviceId: 'phone',
    kind: 'progress',
    clientStartedAt: at(-10),
    clientEndedAt: at(0),
    ...more,
  })
  const send = async (sessions: readonly object[], who = 'Ada') => {
    const response = await ask('POST', 'reading-sessions', { sessions }, who)
    expect(response.status).toBe(200)
    return bodyOf<RecordReadingSessionsResponse>(response)
  }
  const history = async (path: string) => bodyOf<ReadHistoryResponse>(await ask('GET', `${path}/read-history`))
  const placeIn = async (bookId: string) => bodyOf<ReadProgressResponse>(await ask('GET', `books/${bookId}/progress`))
  const rows = (bookId: string) =>
    database.connection.reader.query
      .selectFrom('reading_sessions')
      .innerJoin('books', 'books.pk', 'reading_sessions.book_pk')
      .selectAll('reading_sessions')
      .where('books.id', '=', bookId)
      .execute()

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => {
        const now = () => gated.clock.ms
        progressRoutes(binder, { reader, write, clock: now })
        historyRoutes(binder, { reader, write })
        readingSessionRoutes(binder, { reader, write, now })
      },
    })
    const own = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Sea', { id: series, book_count: 2 })
      const elsePk = await insertSeries(tx, libraryPk, 'Land', { id: newId(), book_count: books.length - 2 })
      for (const [index, id] of books.entries()) {
        const of = { libraryPk, seriesPk: index < 2 ? seriesPk : elsePk }
        await insertBook(tx, of, `Book ${index}`, { id, page_count: 100 })
      }
      const otherPk = await insertLibrary(tx, 'Others')
      const hiddenSeries = await insertSeries(tx, otherPk, 'Hidden', { book_count: 1 })
      await insertBook(tx, { libraryPk: otherPk, seriesPk: hiddenSeries }, 'Hidden 1', { id: hidden, page_count: 9 })
      return libraryPk
    })
    headers.Ada = await bearer(gated, await addUser(database.connection, 'Ada'))
    const cem = await addUser(database.connection, 'Cem')
    await write(async tx => {
      await tx.query.updateTable('users').set({ limits_libraries: true }).where('username', '=', 'Cem').execute()
      await tx.query.insertInto('user_libraries').values({ user_pk: cem.pk, library_pk: own }).execute()
    })
    headers.Cem = await bearer(gated, cem)
  })

  test('are recorded once, set a place, and have the time read', async () => {
    const sent = session(book(2), {
      toPage: 31,
      activeDurationMs: 20 * MINUTE,
      pagesRead: 30,
      deviceName: ' My\tphone ',
    })
    const first = await send([sent])
    expect(first).toMatchObject({ accepted: [sent.id], rejected: [], progress: [{ currentPage: 31, bookId: book(2) }] })
    expect(await send([sent])).toEqual(first)
    // At most from start to end.
    const expected = { id: sent.id, active_ms: 10 * MINUTE, pages_read: 30, to_page: 31, device_name: 'My phone' }
    expect(await rows(book(2))).toMatchObject([expected])
  })

  test('that are repeated, overlapping or invalid are refused with the field, and do not block others', async () => {
    const good = session(book(3), { toPage: 5 })
    const measured = session(book(3), { deviceId: 'tablet', toPage: 4, activeDurationMs: 1000 })
    const bad = [
      [{ ...session(book(3)), id: good.id }, 'duplicate_in_batch', 'id'],
      [session(newId()), 'book_not_found', 'bookId'],
      [session(book(3), { toPage: 0 }), 'invalid_measurement', 'toPage'],
      [session(book(3), { toPage: 101 }), 'invalid_measurement', 'toPage'],
      [session(book(3), { toPercentage: 1.01 }), 'invalid_percentage', 'toPercentage'],
      [session(book(3), { toPercentage: -0.1 }), 'invalid_percentage', 'toPercentage'],
      [session(book(3), { activeDurationMs: -1 }), 'invalid_measurement', 'activeDurationMs'],
      [session(book(3), { pagesRead: -1 }), 'invalid_measurement', 'pagesRead'],
      [session(book(3), { pagesRead: 101 }), 'invalid_measurement', 'pagesRead'],
      [session(book(3), { r2Progression: '{' }), 'invalid_measurement', 'r2Progression'],
      [session(book(3), { clientEndedAt: at(-11) }), 'invalid_time_range', 'clientEndedAt'],
      [session(book(3), { clientEndedAt: at(25 * 60) }), 'invalid_time_range', 'clientEndedAt'],
      [session(book(3), { clientStartedAt: at(-25 * 60) }), 'invalid_time_range', 'clientEndedAt'],
      [session(book(3), { clientStartedAt: '1970-01-01T00:00:00Z' }), 'invalid_time_range', 'clientStartedAt'],
      [
        session(book(4), { deviceId: 'tablet', clientStartedAt: at(-5), activeDurationMs: 1000 }),
        'invalid_time_range',
        'clientStartedAt',
      ],
    ] as const
    const answer = await send([good, measured, ...bad.map(([each]) => each)])
    expect(answer.accepted).toEqual([good.id, measured.id])
    expect(answer.rejected.map(({ id, reason, path }) => [id, reason, path])).toEqual(
      bad.map(([each, reason, member], index) => [each.id, reason, `sessions.${index + 2}.${member}`]),
    )
    expect(await rows(book(3))).toHaveLength(2)
    expect(await rows(book(4))).toEqual([])
    // Also against recorded ones.
    const again = session(book(4), { deviceId: 'tablet', clientStartedAt: at(-5), activeDurationMs: 1000 })
    expect((await send([again])).rejected).toMatchObject([{ id: again.id, reason: 'invalid_time_range' }])
  })

  test('of more than 500, or of another shape, are refused as a whole', async () => {
    const many = Array.from({ length: 501 }, () => session(book(4), { toPage: 3 }))
    const response = await ask('POST', 'reading-sessions', { sessions: many })
    expect([response.status, (await bodyOf<{ message: string }>(response)).message]).toEqual([
      400,
      'At most 500 sessions in one request',
    ])
    expect((await ask('POST', 'reading-sessions', { sessions: [session(book(4), { kind: 'x' })] })).status).toBe(422)
    expect((await ask('POST', 'reading-sessions', {})).status).toBe(422)
    expect(await rows(book(4))).toEqual([])
  })

  test('of a hidden book are refused like those of a missing one', async () => {
    const [missing, unseen] = [session(newId()), session(hidden)]
    const { rejected, progress } = await send([missing, unseen], 'Cem')
    expect(progress).toEqual([])
    expect(rejected.map(({ id, path, ...rest }) => rest)).toEqual([
      { reason: 'book_not_found', message: 'There is no such book' },
      { reason: 'book_not_found', message: 'There is no such book' },
    ])
    expect(await rows(hidden)).toEqual([])
  })

  test('order places by the time of reading, not of arrival', async () => {
    await send([session(book(5), { toPage: 40 })])
    const late = session(book(5), { deviceId: 'tablet', toPage: 12, clientStartedAt: at(-90), clientEndedAt: at(-80) })
    const { accepted, progress } = await send([late])
    expect([accepted, progress[0]?.currentPage]).toEqual([[late.id], 40])
    const { devices } = await bodyOf<DevicePlacesResponse>(await ask('GET', `books/${book(5)}/progress/devices`))
    expect(devices.map(each => [each.device, each.currentPage, each.readAt])).toEqual([
      ['phone', 40, at(0)],
      ['tablet', 12, at(-80)],
    ])
  })

  test('finish, restart and abandon a book: a reading each', async () => {
    const step = (kind: string, from: number, more: object = {}) =>
      session(book(0), { kind, clientStartedAt: at(from), clientEndedAt: at(from + 1), ...more })
    await send([
      step('reset', -30),
      step('completed', -40, { toPage: 100 }),
      step('progress', -50, { toPage: 60 }),
      step('progress', -20, { toPage: 30 }),
      step('reset', -10),
      step('progress', -5, { toPage: 2 }),
    ])
    const { readCount, entries, abandoned, lastCompletedAt } = await history(`books/${book(0)}`)
    expect([readCount, lastCompletedAt, entries[0]?.completedAt]).toEqual([1, at(-39), at(-39)])
    expect(abandoned).toMatchObject([{ page: 30, startedAt: at(-20) }])
    expect((await placeIn(book(0))).currentPage).toBe(2)
  })

  test('of a book finished before known readings count, and change no place', async () => {
    await send([session(book(6), { toPage: 7 })])
    const late = { kind: 'completed', deviceId: 'tablet', clientStartedAt: at(-3000), clientEndedAt: at(-2990) }
    const { progress } = await send([session(book(6), late)])
    expect(progress).toMatchObject([{ currentPage: 7, completed: false }])
    expect(await history(`books/${book(6)}`)).toMatchObject({
      readCount: 1,
      entries: [{ startedAt: at(-3000), completedAt: at(-2990) }],
    })
  })

  test('the history of a book counts rereadings, ignores marks, and is deleted on request', async () => {
    const put = (currentPage: number) => ask('PUT', `books/${book(1)}/progress`, { currentPage })
    const later = (minutes: number) => {
      gated.clock.ms += minutes * MINUTE
    }
    await put(50)
    later(60)
    await put(100)
    await put(99)
    await put(100)
    expect((await history(`books/${book(1)}`)).readCount).toBe(1)
    // Leafing through it is not another reading.
    later(1)
    await put(1)
    later(0.5)
    await put(100)
    expect((await history(`books/${book(1)}`)).readCount).toBe(1)
    later(1)
    await put(1)
    later(60)
    await put(100)
    const { readCount, entries } = await history(`books/${book(1)}`)
    expect(readCount).toBe(2)
    expect(entries.map(({ startedAt }) => startedAt)).toEqual([at(-60), at(-122.5)])
    await ask('POST', `books/${book(1)}/unread`)
    expect((await history(`books/${book(1)}`)).readCount).toBe(2)
    await ask('POST', `books/${book(1)}/read`)
    expect((await history(`books/${book(1)}`)).readCount).toBe(3)
    // An undone mark is not a reading.
    await ask('POST', `books/${book(1)}/progress/undo`)
    expect((await history(`books/${book(1)}`)).readCount).toBe(2)

    const [{ id } = { id: '' }] = entries
    expect((await ask('DELETE', `books/${book(1)}/read-history/${newId()}`)).status).toBe(404)
    expect((await ask('DELETE', `books/${book(0)}/read-history/${id}`)).status).toBe(404)
    expect((await ask('DELETE', `books/${book(1)}/read-history/${id}`, undefined, 'Cem')).status).toBe(404)
    expect((await ask('DELETE', `books/${book(1)}/read-history/${id}`)).status).toBe(204)
    expect((await history(`books/${book(1)}`)).readCount).toBe(1)
  })

  test('a series was read as often as each of its books', async () => {
    const before = await history(`series/${series}`)
    expect([before.readCount, before.entries.map(({ id }) => id)]).toEqual([1, [null]])
    const first = await history(`books/${book(0)}`)
    const second = await history(`books/${book(1)}`)
    const ends = [first.lastCompletedAt ?? '', second.lastCompletedAt ?? ''].toSorted()
    expect(before.lastCompletedAt).toBe(ends[1])
    const page = await bodyOf<{ data: { bookId: string }[]; total: number }>(
      await ask('GET', 'user/read-history?pageSize=2'),
    )
    expect([page.data.length, page.total]).toEqual([2, 4])
    expect((await ask('DELETE', `series/${series}/read-history`)).status).toBe(204)
    expect(await history(`series/${series}`)).toMatchObject({ readCount: 0, entries: [] })
    expect((await history(`books/${book(6)}`)).readCount).toBe(1)
    expect((await ask('DELETE', 'user/read-history')).status).toBe(204)
    expect((await history(`books/${book(6)}`)).readCount).toBe(0)
    expect((await placeIn(book(6))).currentPage).toBe(7)
  })
})
