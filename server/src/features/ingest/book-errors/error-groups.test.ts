import { beforeAll, expect, test } from 'bun:test'
import { BOOK_ERROR_TYPES, PROBLEM_REASONS } from '@octavo/contract/formats'
import type { Reader } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { bookStore } from '../../catalogue/books'
import { type ErrorScope, errorPage } from './error-groups.queries'
import { hintFor } from './hints.rules'

const MOMENT = Date.UTC(2026, 5, 1)
const shown: ErrorScope = { ignored: false }

forEachDatabase('errors of books', database => {
  const library: Record<string, number> = {}
  const pks: Record<string, number[]> = { Near: [], Far: [] }
  const page = (
    viewer: Viewer,
    scope: ErrorScope = shown,
    number = 1,
    size = 50,
    reader: Reader = database.connection.reader,
  ) => errorPage(reader, viewer, scope, number, size)
  const only = (...libraryPks: number[]): Viewer => ({
    ...SYSTEM_VIEWER,
    visibility: { kind: 'libraries', libraryPks },
  })

  beforeAll(async () => {
    await database.connection.write(async tx => {
      for (const name of ['Near', 'Far']) {
        const libraryPk = await insertLibrary(tx, name)
        library[name] = libraryPk
        const seriesPk = await insertSeries(tx, libraryPk, name)
        for (let n = 0; n < 6; n++) {
          const pk = await insertBook(tx, { libraryPk, seriesPk }, `${name} ${n}`, { deleted: n === 5 })
          pks[name]?.push(pk)
          const corrupt = { errorType: 'parser', reason: 'corrupt', message: 'Broken.' } as const
          const blind = {
            errorType: 'thumbnail',
            reason: 'thumbnail',
            message: 'Blind.',
            details: { said: 'no' },
          } as const
          await bookStore.saveBookErrors(tx, pk, n % 2 ? [corrupt, blind] : [corrupt], MOMENT + n)
        }
      }
    })
  })

  test('show the latest first, deleted books never, all errors of a book', async () => {
    const { counts, total, keys, errors } = await page(SYSTEM_VIEWER, { ...shown, libraryPk: library.Near })
    const [zero, one, two, three, four] = pks.Near ?? []
    expect([total, Object.fromEntries(counts)]).toEqual([5, { parser: 5, thumbnail: 2 }])
    expect(keys.get('parser')).toEqual([four, three, two, one, zero] as number[])
    expect(keys.get('thumbnail')).toEqual([three, one] as number[])
    expect(errors.get(one ?? 0)?.map(({ error_type }) => error_type)).toEqual(['parser', 'thumbnail'])
  })

  test('are those of the libraries that the viewer may see, in counts and rows', async () => {
    const near = await page(only(library.Near ?? 0))
    expect([near.total, near.counts.get('parser'), near.books.size]).toEqual([5, 5, 5])
    const none = await page(only())
    expect([none.total, none.counts.size, none.books.size]).toEqual([0, 0, 0])
    const hidden = await page(only(library.Near ?? 0), { ...shown, libraryPk: library.Far })
    expect([hidden.total, hidden.counts.size, hidden.books.size]).toEqual([0, 0, 0])
    expect((await page(SYSTEM_VIEWER)).total).toBe(10)
  })

  test('are found in as many statements for two books as for ten', async () => {
    const { reader } = database.connection
    const counted = async (size: number) => {
      let statements = 0
      const run: Reader['run'] = (sql, values) => {
        statements++
        return reader.run(sql, values)
      }
      await page(SYSTEM_VIEWER, shown, 1, size, { ...reader, run })
      return statements
    }
    expect(await counted(10)).toBe(await counted(1))
  })

  test('stay ignored while they recur for the same reason, and not for another', async () => {
    const pk = pks.Far?.[0] ?? 0
    const set = (reason: 'corrupt' | 'encrypted') =>
      database.connection.write(tx =>
        bookStore.saveBookErrors(tx, pk, [{ errorType: 'parser', reason, message: 'No.' }], MOMENT),
      )
    const ignored = async () => (await page(SYSTEM_VIEWER, { ignored: true })).keys.get('parser') ?? []
    const ignore = (at: number | null) => database.connection.write(tx => bookStore.ignoreBookErrors(tx, pk, null, at))
    expect(await ignore(MOMENT)).toBe(true)
    expect(await ignore(MOMENT)).toBe(false)
    await set('corrupt')
    expect(await ignored()).toEqual([pk])
    await set('encrypted')
    expect(await ignored()).toEqual([])
    expect(await ignore(null)).toBe(false)
  })

  test('of pages are written once, and again only when an ignored one has another reason', async () => {
    const pk = pks.Far?.[2] ?? 0
    const record = (reason: 'page-corrupt' | 'resource', at: number) =>
      database.connection.write(tx =>
        bookStore.recordBookError(tx, pk, { errorType: 'page_extraction', reason, message: 'No.' }, at),
      )
    const row = async () => {
      const { errors } = await page(SYSTEM_VIEWER, shown)
      const found = errors.get(pk)?.find(({ error_type }) => error_type === 'page_extraction')
      return found && [found.reason, found.occurred_at]
    }
    await record('page-corrupt', 1)
    await record('page-corrupt', 2)
    await record('resource', 3)
    expect(await row()).toEqual(['page-corrupt', 1])
    await database.connection.write(tx => bookStore.ignoreBookErrors(tx, pk, 'page_extraction', MOMENT))
    await record('page-corrupt', 4)
    expect(await row()).toBeUndefined()
    await record('resource', 5)
    expect(await row()).toEqual(['resource', 5])
  })
})

test('every reason of every type has a hint: one sentence', () => {
  for (const type of BOOK_ERROR_TYPES) {
    for (const reason of PROBLEM_REASONS) expect(hintFor(type, reason)).toMatch(/^[A-Z][^.]+\.$/)
  }
})
