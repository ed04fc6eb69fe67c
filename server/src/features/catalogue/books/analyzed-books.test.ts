import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { emptyMetadata } from '../../../formats/empty-metadata'
import { bookLockBit } from '../../../kernel/field-locks'
import { saveMetadataOfFiles } from '../metadata'
import { type Analysis, saveAnalyses } from './analyzed-books.store'

setDefaultTimeout(60_000)

function analysis(bookPk: number, title: string, more: Partial<Analysis> = {}): Analysis {
  return {
    bookPk,
    stamp: { size: 7, modifiedMs: 8, inode: 9 },
    format: 'pdf',
    fileHash: `hash of ${title}`,
    pagesHash: null,
    readerSyncHash: null,
    pageCount: 3,
    analyzed: true,
    error: null,
    thumbHash: null,
    coverVersion: null,
    names: { title, sortKey: title, searchText: title, number: 1.5, volume: null, chapter: 1.5 },
    summary: `Of ${title}`,
    releaseDate: 20_260_131,
    ...more,
  }
}

/** The same transaction, recording each statement sent to the database. */
function noting(tx: Tx, statements: string[]): Tx {
  return {
    ...tx,
    run: (sql, values) => {
      statements.push(sql)
      return tx.run(sql, values)
    },
  }
}

forEachDatabase('what reading several files brought', database => {
  test('is written by as many statements as for one, except locked fields, and nothing for a deleted book', async () => {
    const { reader, write } = database.connection
    const pks = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'all')
      const place = { libraryPk, seriesPk: await insertSeries(tx, libraryPk, 'Tide') }
      return {
        one: await insertBook(tx, place, 'one'),
        two: await insertBook(tx, place, 'two'),
        locked: await insertBook(tx, place, 'locked', { locks: bookLockBit('title') }),
      }
    })
    const gone = 1 + Math.max(...Object.values(pks))
    const { locks, ofOne, ofTwo } = await write(async tx => {
      const ofOne: string[] = []
      await saveAnalyses(noting(tx, ofOne), [analysis(pks.one, 'first')], 5)
      const ofTwo: string[] = []
      await saveAnalyses(noting(tx, ofTwo), [analysis(pks.one, 'One'), analysis(pks.two, 'Two\0', { format: null })], 5)
      const locks = await saveAnalyses(tx, [analysis(gone, 'Gone'), analysis(pks.locked, 'Locked')], 5)
      return { locks, ofOne, ofTwo }
    })
    expect(ofTwo).toEqual(ofOne)
    expect([...locks]).toEqual([[pks.locked, bookLockBit('title')]])
    const rows = await reader.query
      .selectFrom('books')
      .select(['title', 'file_format', 'file_hash', 'file_inode', 'number', 'chapter', 'volume', 'analyzed', 'summary'])
      .orderBy('pk')
      .execute()
    const same = { file_inode: 9, number: 1.5, chapter: 1.5, volume: null }
    expect(rows.map(row => ({ ...row, analyzed: Boolean(row.analyzed) }))).toEqual([
      { ...same, title: 'One', file_format: 'pdf', file_hash: 'hash of One', analyzed: true, summary: 'Of One' },
      // PostgreSQL rejects NUL.
      {
        ...same,
        title: 'Two\ufffd',
        file_format: 'cbz',
        file_hash: 'hash of Two\ufffd',
        analyzed: true,
        summary: 'Of Two\ufffd',
      },
      {
        ...same,
        title: 'locked',
        file_format: 'pdf',
        file_hash: 'hash of Locked',
        analyzed: true,
        summary: 'Of Locked',
      },
    ])
  })

  test('names each book by its own genres and people; those that it has lost go', async () => {
    const { reader, write } = database.connection
    const books = await reader.query.selectFrom('books').select('pk').orderBy('pk').execute()
    const [one = 0, two = 0] = books.map(({ pk }) => pk)
    const facts = { ...emptyMetadata('comicinfo'), manga: true, year: 1999 }
    const file = (bookPk: number, genres: string[]) => ({ bookPk, metadata: { ...facts, genres }, chapter: 2.5 })
    await write(tx => saveMetadataOfFiles(tx, [file(one, ['War', 'Sea']), file(two, ['sea', 'Sea'])], 5))
    await write(tx => saveMetadataOfFiles(tx, [file(one, ['Sea']), { bookPk: two, metadata: null, chapter: null }], 6))
    const names = await reader.query
      .selectFrom('book_facets')
      .innerJoin('facets', 'facets.pk', 'book_facets.facet_pk')
      .select(['book_pk', 'name'])
      .execute()
    expect(names).toEqual([{ book_pk: one, name: 'Sea' }])
    const rows = await reader.query
      .selectFrom('book_metadata')
      .select(['book_pk', 'genres', 'manga', 'black_and_white', 'year', 'chapter', 'updated_at'])
      .execute()
    expect(rows.map(row => ({ ...row, manga: Boolean(row.manga) }))).toEqual([
      { book_pk: one, genres: '["Sea"]', manga: true, black_and_white: null, year: 1999, chapter: 2.5, updated_at: 6 },
    ])
  })
})
