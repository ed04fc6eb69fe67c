// PDFs, tars and books of one or two pages, rewritten under other names.
import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jpegImage } from '../../../../../tests/kit/images'
import { FIXTURES } from '../../../../../tests/kit/paths'
import { sevenZip } from '../../../../../tests/kit/seven-zip'
import { tagPdf } from '../../../../../tests/kit/tag-pdf'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { startParserPool } from '../../../workers'
import { recordPlace, UNATTRIBUTED } from '../../reading/progress'
import { enqueueSums, SUMS_TASK, sumsHandler } from './sum-books'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('books that were retagged', database => {
  let a: TestLibrary
  beforeEach(async () => {
    a = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => a.remove())

  /** A reader on the first page of a book; returns the user. */
  async function read(bookPk: number): Promise<string> {
    const name = crypto.randomUUID()
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, name)
      const { series_pk: seriesPk } = await tx.query
        .selectFrom('books')
        .select('series_pk')
        .where('pk', '=', bookPk)
        .executeTakeFirstOrThrow()
      const place = { page: 1, percentage: 0.5, completed: false }
      await recordPlace(
        tx,
        { ...UNATTRIBUTED, user: userPk, book: { pk: bookPk, series_pk: seriesPk }, place },
        Date.now() + 86_400_000,
      )
    })
    return name
  }

  const placeOf = (name: string) =>
    database.connection.reader.query
      .selectFrom('users')
      .innerJoin('read_progress', 'read_progress.user_pk', 'users.pk')
      .innerJoin('books', 'books.pk', 'read_progress.book_pk')
      .where('users.username', '=', name)
      .select(['read_progress.current_page as page', 'books.path'])
      .execute()

  /** Rewritten by a tool, with a title, under another name. */
  function retagPdf(from: string, to: string): void {
    const tagged = tagPdf(readFileSync(join(a.root, from)), `${to}, tagged`)
    a.files.remove(from)
    writeFileSync(join(a.root, to), tagged)
  }

  test('knows PDFs and tars that were tagged and renamed, and a PDF of one page', async () => {
    for (const name of ['sizes', 'kavita-test']) {
      mkdirSync(join(a.root, 'P'), { recursive: true })
      copyFileSync(join(FIXTURES, `pdf/${name}.pdf`), join(a.root, `P/${name}.pdf`))
    }
    const pages = await Promise.all([1, 2, 3].map(n => jpegImage({ width: 80 + n, height: 90 })))
    const tar = (info: Record<string, Uint8Array>) =>
      sevenZip('tar', { ...Object.fromEntries(pages.map((page, index) => [`${index}.jpg`, page])), ...info })
    writeFileSync(join(a.root, 'P/tar.cbt'), await tar({}))
    await a.files.add('P/stays.cbz', { pages: 4 })
    await a.scan()
    const before = await a.books()
    const readers = await Promise.all(
      ['sizes.pdf', 'kavita-test.pdf', 'tar.cbt'].map(name => read(before[`P/${name}`]?.pk ?? 0)),
    )
    for (const name of ['sizes', 'kavita-test']) {
      retagPdf(`P/${name}.pdf`, `P/new ${name}.pdf`)
    }
    a.files.remove('P/tar.cbt')
    writeFileSync(join(a.root, 'P/new tar.cbt'), await tar({ 'ComicInfo.xml': Buffer.from('<ComicInfo/>') }))
    expect(await a.scan()).toMatchObject({ result: { books_moved: 3, books_created: 0, books_deleted: 0 } })
    const after = await a.books()
    for (const name of ['sizes.pdf', 'kavita-test.pdf', 'tar.cbt']) {
      expect(after[`P/new ${name}`]?.id).toBe(before[`P/${name}`]?.id as string)
    }
    expect(after['P/new kavita-test.pdf']).toMatchObject({ title: 'P/new kavita-test.pdf, tagged', analyzed: true })
    const places = await Promise.all(readers.map(placeOf))
    expect(places.map(rows => rows.map(({ page, path }) => [page, path]))).toEqual([
      [[1, 'P/new sizes.pdf']],
      [[1, 'P/new kavita-test.pdf']],
      [[1, 'P/new tar.cbt']],
    ])
  })

  test('fingerprints the books read by an older version, and changes nothing else of them', async () => {
    mkdirSync(join(a.root, 'P'))
    const fixtures = { one: 'kavita-test', gone: 'tracemonkey', sizes: 'sizes' }
    for (const [name, fixture] of Object.entries(fixtures)) {
      copyFileSync(join(FIXTURES, `pdf/${fixture}.pdf`), join(a.root, `P/${name}.pdf`))
    }
    await a.files.add('P/small.cbz')
    await a.scan()
    const { reader, write } = database.connection
    const rows = () =>
      reader.query.selectFrom('books').selectAll().where('library_pk', '=', a.pk).orderBy('path').execute()
    const read = await rows()
    // State left by such a version.
    await write(async tx => {
      const pks = read.map(({ pk }) => pk)
      await tx.query.updateTable('books').set({ pages_hash: null, title: 'By hand' }).where('pk', 'in', pks).execute()
      await tx.query
        .insertInto('unsummed_books')
        .values(pks.map(pk => ({ book_pk: pk })))
        .execute()
    })
    const before = await rows()
    a.files.remove('P/gone.pdf')
    expect(await enqueueSums(database.connection)).toBe(1)
    expect(await enqueueSums(database.connection)).toBe(1)
    // Three of the four first: the task leaves the rest to the next one.
    const summing = sumsHandler(a.deps, { ms: 0, batch: 3 })
    const first = await a.workOn(SUMS_TASK, summing)
    expect(first).toMatchObject({ status: 'completed', result: { books_read: 3 } })
    expect(await a.workOn(SUMS_TASK, summing)).toMatchObject({
      status: 'completed',
      result: { books_read: 1, last: null },
    })
    const sums = new Map(read.map(({ pk, pages_hash: sum }) => [pk, sum]))
    const isGone = (path: string) => path === 'P/gone.pdf'
    expect(await rows()).toEqual(
      before.map(book => ({ ...book, pages_hash: isGone(book.path) ? null : (sums.get(book.pk) ?? null) })),
    )
    // Unreadable ones are retried at the next start.
    const left = await reader.query.selectFrom('unsummed_books').select('book_pk').execute()
    expect(left).toEqual(before.filter(({ path }) => isGone(path)).map(({ pk }) => ({ book_pk: pk })))
  })

  test('does not confuse books of one identical page', async () => {
    mkdirSync(join(a.root, 'P'))
    for (const name of ['one', 'two'])
      copyFileSync(join(FIXTURES, 'pdf/kavita-test.pdf'), join(a.root, `P/${name}.pdf`))
    for (const n of [3, 4, 5, 6]) await a.files.add(`P/${n}.cbz`, { pages: 4 })
    await a.scan()
    retagPdf('P/one.pdf', 'P/new one.pdf')
    expect(await a.scan()).toMatchObject({ result: { books_moved: 0, books_created: 1, books_deleted: 1 } })
    // One hidden long before may be the same book as well.
    a.files.remove('P/two.pdf')
    await a.scan()
    retagPdf('P/new one.pdf', 'P/newer one.pdf')
    expect(await a.scan()).toMatchObject({ result: { books_moved: 0, books_created: 1, books_deleted: 1 } })
  })
})
