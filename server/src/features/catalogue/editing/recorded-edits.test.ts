import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { Paginated } from '@octavo/contract/paging'
import { addUser, bearer, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { startParserPool } from '../../../workers'
import { auditRoutes } from '../../people/audit'
import { alternateTitleRoutes } from '../alternate-titles'
import { bookEditRoutes } from './book-edits.routes'
import { seriesEditRoutes } from './series-edits.routes'

const NOBODY = '00000000-0000-7000-8000-00000000ffff'

const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('edits in the audit log', database => {
  let gated: GatedApp
  let headers: Record<string, string> = {}
  const libraryId = newId()
  const seriesIds = [newId(), newId()]
  const bookIds = Array.from({ length: 60 }, () => newId())
  const [first = '', second = ''] = bookIds
  const [sea = '', land = ''] = seriesIds

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare(binder) {
        const deps = { reader, write, pool, now: () => gated.clock.ms }
        bookEditRoutes(binder, deps)
        seriesEditRoutes(binder, deps)
        alternateTitleRoutes(binder, deps)
        auditRoutes(binder, deps)
      },
    })
    headers = await bearer(gated, await addUser(database.connection, 'Mia', { role: 'maintainer' }))
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics', { id: libraryId })
      const seriesPk = await insertSeries(tx, libraryPk, 'Sea', { id: sea, book_count: bookIds.length })
      for (const [at, id] of bookIds.entries())
        await insertBook(tx, { libraryPk, seriesPk }, `Sea ${at}`, { id, path: `Sea/Sea ${at}.cbz` })
      const other = await insertSeries(tx, libraryPk, 'Land', { id: land, book_count: 1 })
      await insertBook(tx, { libraryPk, seriesPk: other }, 'Land 1')
    })
  })

  const send = async (method: string, path: string, body: unknown) => {
    const { status } = await gated.ask(method, `/api/v1/${path}`, { headers, body })
    expect([method, path, status]).toEqual([method, path, status < 300 ? status : 200])
  }
  /** Entries written since the last call. */
  let seen = 0
  const written = async () => {
    const rows = await database.connection.reader.query
      .selectFrom('audit_log')
      .selectAll()
      .where('pk', '>', seen)
      .where('action', 'in', ['book_edited', 'series_edited'])
      .orderBy('pk')
      .execute()
    seen = rows.at(-1)?.pk ?? seen
    return rows.map(row => ({
      ...{ action: row.action, who: row.user_name, outcome: row.outcome, kind: row.subject_kind },
      ...{ id: row.subject_id, name: row.subject_name, library: row.library_name, details: JSON.parse(row.details) },
    }))
  }

  test('one book: which fields have another value, and which locks', async () => {
    await send('PATCH', `books/${first}/metadata`, { publisher: 'Minuit', year: 1999 })
    const about = { action: 'book_edited', who: 'Mia', outcome: 'done', kind: 'book', id: first, library: 'Comics' }
    expect(await written()).toEqual([
      {
        ...{ ...about, name: 'Sea 0' },
        details: { fields: ['publisher', 'year'], locked: ['publisher', 'year'] },
      },
    ])
    // Unlocked, it has the file's value.
    await send('PUT', `books/${first}/metadata/locks`, { publisherLock: false })
    await send('PATCH', `books/${first}`, { title: 'Ferry' })
    expect(await written()).toEqual([
      { ...about, name: 'Sea 0', details: { fields: ['publisher'], unlocked: ['publisher'] } },
      { ...about, name: 'Ferry', details: { fields: ['title'], locked: ['title'] } },
    ])
  })

  test('an edit without a change is not recorded', async () => {
    await send('PATCH', `books/${first}/metadata`, { year: 1999 })
    await send('PATCH', 'books/bulk/metadata', { bookIds: [first, NOBODY], year: 1999 })
    expect(await written()).toEqual([])
  })

  test('many at once are one entry, also where they take several transactions', async () => {
    await send('PATCH', 'books/bulk/metadata', { bookIds: [...bookIds, NOBODY], imprint: 'Petite' })
    expect(await written()).toEqual([
      {
        ...{ action: 'book_edited', who: 'Mia', outcome: 'done', kind: 'book', id: '', name: 'Ferry', library: '' },
        details: { books: 60, fields: ['imprint'], locked: ['imprint'] },
      },
    ])
    // Linked to each of them and to their library, and to nothing else.
    const admin = await bearer(gated, await addUser(database.connection, 'Ida', { role: 'admin' }))
    const found = async (filter: string) => {
      const answer = await gated.ask('GET', `/api/v1/audit?action=book_edited&${filter}`, { headers: admin })
      const { data } = (await answer.json()) as Paginated<AuditEntryDto>
      return data[0]?.details
    }
    const bulk = { books: 60, fields: ['imprint'], locked: ['imprint'] }
    for (const id of [second, bookIds.at(-1)]) expect(await found(`subjectId=${id}`)).toEqual(bulk)
    expect(await found(`libraryId=${libraryId}`)).toEqual(bulk)
    expect(await found(`subjectId=${NOBODY}`)).toBeUndefined()
    await send('POST', 'books/bulk/tags', { bookIds: [first, second], add: ['night'] })
    await send('PUT', 'books/bulk/metadata/locks', { bookIds: [second], yearLock: true })
    expect((await written()).map(({ name, id, details }) => ({ name, id, details }))).toEqual([
      { name: 'Ferry', id: '', details: { books: 2, fields: ['subjects'], locked: ['subjects'] } },
      { name: 'Sea 1', id: second, details: { locked: ['year'] } },
    ])
  })

  test('series, with their other titles and undone edits', async () => {
    await send('PATCH', `series/${sea}/metadata`, { status: 'ended' })
    await send('POST', 'series/bulk/genres', { seriesIds, add: ['Drama'] })
    await send('POST', `series/${land}/alternate-titles`, { label: 'Romaji', title: 'Riku' })
    await send('DELETE', `series/${sea}/metadata`, undefined)
    expect((await written()).map(({ action, name, id, details }) => ({ action, name, id, details }))).toEqual([
      { action: 'series_edited', name: 'Sea', id: sea, details: { fields: ['status'], locked: ['status'] } },
      {
        ...{ action: 'series_edited', name: 'Sea', id: '' },
        details: { series: 2, fields: ['genres'], locked: ['genres'] },
      },
      { action: 'series_edited', name: 'Land', id: land, details: { fields: ['alternateTitles'], added: 'Riku' } },
      { action: 'series_edited', name: 'Sea', id: sea, details: { reset: true } },
    ])
  })
})
