import type { bookStore } from '../../../server/src/features/catalogue/books'
import { emptyMetadata } from '../../../server/src/formats/empty-metadata'
import type { EmbeddedMetadata, PageEntry } from '../../../server/src/formats/facts'
import { searchText } from '../../../server/src/kernel/search-words'
import { sortKey } from '../../../server/src/kernel/text'
import { scattered, seriesTitle } from './invented'

export const BOOKS_A_SERIES = 10
const PAGES = 20
const PAGE_BYTES = 43_000
const FORMATS = ['cbz', 'cbz', 'cbz', 'cbr', 'epub', 'pdf'] as const
const SUMMARY =
  'A courier carries a letter through a city that forgets. Nobody reads the last page, they say, and those who did cannot tell.'

/** A book's number in its series and in the whole library. */
export interface Place {
  readonly libraryPk: number
  readonly folderPk: number
  readonly seriesPk: number
  readonly seriesIndex: number
  /** From 1. */
  readonly number: number
}

/** A book as the scan lists it. */
export function inventedBook(place: Place): bookStore.NewBook {
  const { libraryPk, folderPk, seriesPk, seriesIndex, number } = place
  const series = seriesTitle(seriesIndex)
  const format = formatOf(place)
  const fileName = `${series} v${String(number).padStart(2, '0')}.${format}`
  return {
    libraryPk,
    folderPk,
    seriesPk,
    path: `${series}/${fileName}`,
    fileName,
    format,
    stamp: stampOf(place),
    names: namesOf(place),
  }
}

/** What reading its file would have brought. */
export function inventedAnalysis(bookPk: number, place: Place): bookStore.Analysis {
  const index = indexOf(place)
  const hash = new Bun.CryptoHasher('sha256').update(String(index)).digest('hex')
  return {
    bookPk,
    stamp: stampOf(place),
    format: formatOf(place),
    fileHash: hash,
    pagesHash: hash.slice(32),
    readerSyncHash: hash.slice(0, 32),
    pageCount: PAGES + scattered(index, 5, 180),
    analyzed: true,
    error: null,
    thumbHash: Buffer.from(hash.slice(0, 42), 'hex').toString('base64'),
    coverVersion: hash.slice(0, 16),
    names: namesOf(place),
    summary: SUMMARY,
    releaseDate: (1980 + scattered(index, 6, 46)) * 10_000 + (1 + scattered(index, 7, 12)) * 100 + 1,
  }
}

export function inventedPages(): PageEntry[] {
  return Array.from({ length: PAGES }, (_, page) => ({
    name: `${String(page + 1).padStart(3, '0')}.jpg`,
    offset: 40 + page * (PAGE_BYTES + 40),
    storedSize: PAGE_BYTES,
    size: PAGE_BYTES,
    storage: 'stored',
    mediaType: 'image/jpeg',
    width: 1200,
    height: 1800,
  }))
}

export function inventedMetadata(place: Place): EmbeddedMetadata {
  return {
    ...emptyMetadata('comicinfo'),
    title: titleOf(place),
    series: seriesTitle(place.seriesIndex),
    number: String(place.number),
    volume: place.number,
    count: BOOKS_A_SERIES,
    summary: SUMMARY,
    publisher: 'Harbour House',
    year: 1980 + scattered(indexOf(place), 6, 46),
    languageIso: 'en',
    readingDirection: 'ltr',
    genres: ['Adventure', 'Mystery'],
    tags: ['pirates'],
    authors: [{ name: 'Ada Marlowe', role: 'writer', sortName: 'Marlowe, Ada' }],
  }
}

function indexOf({ seriesIndex, number }: Place): number {
  return seriesIndex * BOOKS_A_SERIES + number
}

function formatOf(place: Place): (typeof FORMATS)[number] {
  return FORMATS[scattered(indexOf(place), 8, FORMATS.length)] ?? 'cbz'
}

function titleOf({ seriesIndex, number }: Place): string {
  return `${seriesTitle(seriesIndex)} ${number}`
}

function stampOf(place: Place) {
  const index = indexOf(place)
  const modifiedMs = Date.UTC(2012, 0, 1) + scattered(index, 9, 400_000_000) * 1000
  return { size: PAGE_BYTES * PAGES + scattered(index, 10, 50_000), modifiedMs, inode: index + 100 }
}

function namesOf(place: Place) {
  const title = titleOf(place)
  return {
    title,
    sortKey: sortKey(title),
    searchText: searchText(title),
    number: place.number,
    volume: place.number,
    chapter: null,
  }
}
