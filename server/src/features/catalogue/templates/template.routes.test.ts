import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { BookContextDto, SeriesContextDto } from '@octavo/contract/template-context'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { emptyMetadata } from '../../../formats/empty-metadata'
import { newId } from '../../../kernel/ids'
import { saveMetadata } from '../metadata'
import { templateRoutes } from './template.routes'

setDefaultTimeout(60_000)

/** The fields and lock flags of BookMetadataContextDto in reference/interface.md. */
const FIELDS =
  'authors awards blackAndWhite bookType chapter count day edition externalLinks formatDetail genre genres imprint isbns ' +
  'languageIso manga month number originalTitle originalYear publisher seriesPosition seriesTotal subjects subtitle summary ' +
  'tags title titleSort translator volume year'
const FLAGS =
  'authorsJsonLock awardsJsonLock blackAndWhiteLock bookTypeLock chapterLock countLock coverLock customMetadataLock dayLock ' +
  'editionLock formatDetailLock genreLock imprintLock isbnsLock languageIsoLock mangaLock monthLock numberLock ' +
  'originalTitleLock originalYearLock publisherLock seriesPositionLock seriesTotalLock subjectsLock subtitleLock summaryLock ' +
  'titleLock titleSortLock translatorLock volumeLock yearLock'

forEachDatabase('what templates see', database => {
  let gated: GatedApp
  let headers: Record<string, string> = {}
  const series = newId()
  const book = newId()
  const ask = async (path: string) => bodyOf<unknown>(await gated.ask('GET', `/api/v1/${path}`, { headers }))

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, { declare: binder => templateRoutes(binder, { reader }) })
    headers = await bearer(gated, await addUser(database.connection, 'Ada'))
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Saga', { id: series, book_count: 1, status: 'ended' })
      const bookPk = await insertBook(tx, { libraryPk, seriesPk }, 'Saga 1.5', { id: book, number: 1.5 })
      const metadata = { ...emptyMetadata('comicinfo' as const), year: 2012, genres: ['Fantasy', 'Space opera'] }
      const authors = [{ name: 'Fiona Staples', role: 'penciller' as const, sortName: null }]
      const webLinks = ['https://www.comics.org/issue/943312/']
      await saveMetadata(tx, bookPk, { ...metadata, authors, webLinks }, { chapter: null, locks: 0 }, 1)
    })
  })

  test('of a book has every field and every lock by the names of the interface, and its series', async () => {
    const context = BookContextDto.parse(await ask(`books/${book}/template-context`))
    expect(Object.keys(context.metadata ?? {}).toSorted()).toEqual(`${FIELDS} ${FLAGS}`.split(' ').toSorted())
    expect(context).toMatchObject({
      ...{ type: 'book', bookId: book, seriesId: series },
      metadata: {
        ...{ title: 'Saga 1.5', number: 1.5, year: 2012, genre: 'Fantasy, Space opera', yearLock: false },
        authors: [{ name: 'Fiona Staples', role: 'penciller' }],
        genres: ['Fantasy', 'Space opera'],
        externalLinks: [{ source: 'gcd', url: 'https://www.comics.org/issue/943312/', externalId: '943312' }],
      },
      externalIds: { gcd: { id: '943312', url: 'https://www.comics.org/issue/943312/' } },
      series: { type: 'series', seriesId: series, metadata: { title: 'Saga', status: 'ended', statusLock: false } },
    })
  })

  test('of a series is the same as in its books; a missing one is a 404', async () => {
    const context = SeriesContextDto.parse(await ask(`series/${series}/template-context`))
    const { series: ofBook } = BookContextDto.parse(await ask(`books/${book}/template-context`))
    expect(context).toEqual(ofBook)
    for (const path of [`series/${newId()}`, `books/${newId()}`]) {
      expect((await gated.ask('GET', `/api/v1/${path}/template-context`, { headers })).status).toBe(404)
    }
  })
})
