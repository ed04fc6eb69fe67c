import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { editedFields } from '@octavo/contract/fields'
import type { FieldProvenanceDto, MetadataEditDto } from '@octavo/contract/metadata-history'
import { addUser, bearer, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { newId } from '../../../kernel/ids'
import { startParserPool } from '../../../workers'
import { saveMetadata, saveMetadataOfFiles } from '../metadata'
import { refreshSeries } from '../series'
import { bookEditRoutes } from './book-edits.routes'
import { historyRoutes } from './history.routes'
import { seriesEditRoutes } from './series-edits.routes'

const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

/** For each kind of field: two versions of a file, and a person's edit in between. */
const SAID: Readonly<Record<string, readonly [first: unknown, person: unknown, second: unknown]>> = {
  line: ['First', 'Mine', 'Second'],
  prose: ['First <b>text</b>', 'Mine', 'Second'],
  language: ['en', 'de', 'fr'],
  year: [1990, 1991, 1992],
  count: [5, 6, 7],
  flag: [true, false, true],
  whole: [3, 4, 5],
  decimal: [3, 4, 5],
  choice: ['novel', 'comic', 'artbook'],
  labels: [['One'], ['Mine'], ['Two']],
  list: [['9780306406157'], '9783161484100', ['0306406152']],
  people: [
    [{ name: 'Ann', role: 'writer', sortName: null }],
    [{ name: 'Me', role: 'writer' }],
    [{ name: 'Bob', role: 'inker', sortName: null }],
  ],
}

const OF_FILES = editedFields(BOOK_FIELD_REGISTRY).flatMap(field => {
  const { file } = BOOK_FIELD_REGISTRY[field.field as keyof typeof BOOK_FIELD_REGISTRY] as { file?: string }
  const said = SAID[field.value]
  // Numbers in the series also come from naming rules and have their own tests.
  return file && said && file !== 'volume' ? [{ ...field, file, said }] : []
})

forEachDatabase('where the metadata of books comes from', database => {
  let gated: GatedApp
  let headers: Record<string, string> = {}
  const [bookId, seriesId] = [newId(), newId()]
  let bookPk = 0
  let seriesPk = 0

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare(binder) {
        const deps = { reader, write, pool, now: () => gated.clock.ms }
        bookEditRoutes(binder, deps)
        seriesEditRoutes(binder, deps)
        historyRoutes(binder, { ...deps, coverBack: async () => false })
      },
    })
    headers = await bearer(gated, await addUser(database.connection, 'Mia', { role: 'maintainer' }))
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      seriesPk = await insertSeries(tx, libraryPk, 'Sea', { id: seriesId, book_count: 1 })
      bookPk = await insertBook(tx, { libraryPk, seriesPk }, 'Sea 1', { id: bookId, path: 'Sea/Sea 1.cbz' })
    })
  })

  const file = (which: 0 | 2): EmbeddedMetadata => ({
    ...emptyMetadata('comicinfo'),
    ...Object.fromEntries(OF_FILES.map(({ file, said }) => [file, said[which]])),
  })
  const scan = (metadata: EmbeddedMetadata) =>
    database.connection.write(async tx => {
      gated.clock.ms += 1000
      const { locks } = await tx.query
        .selectFrom('books')
        .select('locks')
        .where('pk', '=', bookPk)
        .executeTakeFirstOrThrow()
      const chapter = null
      if (locks === 0) await saveMetadataOfFiles(tx, [{ bookPk, metadata, chapter }], gated.clock.ms)
      else await saveMetadata(tx, bookPk, metadata, { chapter, locks }, gated.clock.ms)
      await refreshSeries(tx, [seriesPk], gated.clock.ms)
    })
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    gated.clock.ms += 1000
    const answer = await gated.ask(method, `/api/v1/${path}`, { headers, ...(body !== undefined && { body }) })
    const json = await answer.json()
    expect([method, path, answer.status, json]).toEqual([method, path, 200, json])
    return json as T
  }
  const metadata = () =>
    ask<Record<string, unknown> & { locks: Record<string, boolean> }>('GET', `books/${bookId}/metadata`)
  const provenance = async (path = `books/${bookId}`) => {
    const { fields } = await ask<{ fields: FieldProvenanceDto[] }>('GET', `${path}/metadata/provenance`)
    return new Map(fields.map(field => [field.field, field]))
  }
  const history = async (path = `books/${bookId}`) =>
    (await ask<{ data: MetadataEditDto[] }>('GET', `${path}/metadata/history`)).data
  const shown = (name: string, value: unknown) => (name === 'isbns' && Array.isArray(value) ? value.join(', ') : value)

  test('every field: read from the file, edited by a person, changed in the file, unlocked', async () => {
    expect(OF_FILES.length).toBeGreaterThanOrEqual(20)
    await scan(file(0))
    const first = await metadata()
    const before = await provenance()
    for (const { name, said } of OF_FILES) {
      expect([name, first[name]]).toEqual([name, shown(name, said[0])])
      expect(before.get(name)).toMatchObject({ origin: 'file', source: 'comicinfo', locked: false, fileValue: said[0] })
    }
    const edit = Object.fromEntries(OF_FILES.map(({ name, said }) => [name, said[1]]))
    await ask('PATCH', `books/${bookId}/metadata`, edit)
    await scan(file(2))
    const edited = await metadata()
    const held = await provenance()
    for (const { name, lock, said } of OF_FILES) {
      expect([name, edited[name]]).toEqual([
        name,
        name === 'authors' ? [{ name: 'Me', role: 'writer', sortName: null }] : said[1],
      ])
      expect([name, edited.locks[`${lock}Lock`]]).toEqual([name, true])
      expect(held.get(name)).toMatchObject({ origin: 'person', person: 'Mia', locked: true, fileValue: said[2] })
    }
    await ask(
      'PUT',
      `books/${bookId}/metadata/locks`,
      Object.fromEntries(OF_FILES.map(({ lock }) => [`${lock}Lock`, false])),
    )
    const lifted = await metadata()
    const after = await provenance()
    for (const { name, said } of OF_FILES) {
      expect([name, lifted[name]]).toEqual([name, shown(name, said[2])])
      expect(after.get(name)).toMatchObject({ origin: 'file', locked: false })
    }
  })

  test('an edit, a field, and what has changed since', async () => {
    await ask('PATCH', `books/${bookId}/metadata`, { imprint: 'Moon', publisher: 'Sun' })
    await ask('PATCH', `books/${bookId}/metadata`, { publisher: 'Star' })
    const [star, both] = await history()
    expect(star).toMatchObject({
      person: 'Mia',
      origin: 'edit',
      locked: [],
      changes: [{ field: 'publisher', before: 'Sun', after: 'Star' }],
    })
    expect(both).toMatchObject({ locked: ['publisher', 'imprint'] })
    expect(await ask('POST', `books/${bookId}/metadata/revert`, { editId: both?.id })).toEqual({
      reverted: ['imprint'],
      skipped: ['publisher'],
    })
    expect(await metadata()).toMatchObject({
      imprint: 'Second',
      publisher: 'Star',
      locks: { imprintLock: false, publisherLock: true },
    })
    expect(await ask('POST', `books/${bookId}/metadata/revert`, { field: 'publisher' })).toMatchObject({
      reverted: ['publisher'],
    })
    expect(await metadata()).toMatchObject({ publisher: 'Sun', locks: { publisherLock: true } })
    expect((await history())[0]).toMatchObject({ origin: 'revert' })
  })

  test('a series: its edits, a reset and the undone reset', async () => {
    const at = `series/${seriesId}`
    await ask('PATCH', `${at}/metadata`, {
      summary: 'By hand',
      genres: ['Mine'],
      imprint: 'Moon',
      totalVolumeCount: 12,
    })
    expect((await provenance(at)).get('summary')).toMatchObject({
      origin: 'person',
      person: 'Mia',
      locked: true,
      fileValue: 'Second',
    })
    const series = () => ask<{ genres: { name: string }[]; locks: Record<string, boolean> }>('GET', `${at}/metadata`)
    const state = async () => {
      const { genres, locks, ...rest } = await series()
      return { ...rest, genres: genres.map(({ name }) => name), locks: Object.keys(locks).filter(name => locks[name]) }
    }
    const mine = await state()
    expect(mine).toMatchObject({ summary: 'By hand', genres: ['Mine'], imprint: 'Moon', totalVolumeCount: 12 })
    await ask('DELETE', `${at}/metadata?includeLocked=false`)
    expect(await state()).toMatchObject({ summary: 'By hand', imprint: 'Moon' })
    await ask('DELETE', `${at}/metadata`)
    expect(await state()).toMatchObject({
      summary: 'Second',
      genres: ['Two'],
      imprint: 'Second',
      totalVolumeCount: null,
      locks: [],
    })
    const [reset] = await history(at)
    expect(reset).toMatchObject({ origin: 'reset' })
    await ask('POST', `${at}/metadata/revert`, { editId: reset?.id })
    const { summary, genres, imprint, totalVolumeCount, locks } = mine as Record<string, unknown>
    expect(await state()).toMatchObject({ summary, genres, imprint, totalVolumeCount, locks })
  })

  test('is hidden from everybody without access to the book', async () => {
    const limited = await addUser(database.connection, 'Ben', { role: 'maintainer' })
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ limits_libraries: true }).where('username', '=', 'Ben').execute(),
    )
    const answers = await Promise.all(
      [`books/${bookId}`, `series/${seriesId}`, `books/${newId()}`].flatMap(path =>
        ['history', 'provenance'].map(async name => {
          const answer = await gated.ask('GET', `/api/v1/${path}/metadata/${name}`, {
            headers: await bearer(gated, limited),
          })
          return answer.status
        }),
      ),
    )
    expect(new Set(answers)).toEqual(new Set([404]))
  })
})
