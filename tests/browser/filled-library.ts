// A library that no folder holds: thousands of books written by the functions that a scan writes with.
import { join } from 'node:path'
import { connect, migrate } from '../../server/src/db'
import { bookStore } from '../../server/src/features/catalogue/books'
import { createLibrary, findLibrary, libraryStore } from '../../server/src/features/catalogue/libraries'
import { saveMetadata } from '../../server/src/features/catalogue/metadata'
import { insertSeries, refreshSeries } from '../../server/src/features/catalogue/series'
import { emptyMetadata } from '../../server/src/formats/empty-metadata'
import type { EmbeddedMetadata } from '../../server/src/formats/facts'
import { systemClock } from '../../server/src/kernel/clock'
import { searchText } from '../../server/src/kernel/search-words'
import { sortKey } from '../../server/src/kernel/text'
import { SYSTEM_VIEWER } from '../../server/src/kernel/viewer'

export const SERIES = 600
export const BOOKS_EACH = 5
const GENRES = ['Horror', 'Comedy', 'Drama', 'Western', 'Mystery', 'Romance', 'Crime'] as const
const BEGINNINGS = [
  '2001',
  'Amber',
  'Birch',
  'Cedar',
  'Dune',
  'Élan',
  'Fable',
  'Kraken',
  'Moon',
  'Zebra',
  '漢字',
  'ひかり',
]

export const genreOf = (series: number): string => GENRES[series % GENRES.length] ?? GENRES[0]
export const seriesName = (series: number): string =>
  `${BEGINNINGS[series % BEGINNINGS.length]} ${String(series).padStart(3, '0')}`
/** How many series a sentence holds for. */
export const seriesWhere = (holds: (series: number) => boolean): number =>
  Array.from({ length: SERIES }, (_, series) => series).filter(holds).length

/** Fills an empty data folder. */
export async function fillDatabase(dataDir: string, folder: string): Promise<void> {
  const connection = await connect({ databaseUrl: null, dataDir })
  try {
    await migrate(connection)
    const { reader, write } = connection
    const scans = {
      request: async () => undefined,
      cancel: async () => undefined,
      rename: async () => undefined,
      announce: () => undefined,
    }
    const schedules = { check: () => undefined, follow: async () => undefined, announce: () => undefined }
    const deps = { reader, write, now: systemClock, scans, schedules, folderRules: { dataDir, roots: [] } }
    const id = await createLibrary(deps, SYSTEM_VIEWER, { name: 'Filled', path: folder })
    const library = await findLibrary(reader, SYSTEM_VIEWER, id)
    const place = { libraryPk: library.pk, folderPk: library.folders[0]?.pk ?? 0 }
    await write(async tx => {
      for (let series = 0; series < SERIES; series++) await addSeries(tx, place, series)
      await libraryStore.refreshLibraryCounts(tx, library.pk)
    })
  } finally {
    await connection.close()
  }
}

type Tx = Parameters<Parameters<Awaited<ReturnType<typeof connect>>['write']>[0]>[0]

async function addSeries(tx: Tx, place: { libraryPk: number; folderPk: number }, series: number): Promise<void> {
  const now = Date.UTC(2024, 0, 1) + series * 86_400_000
  const title = seriesName(series)
  const sums = { books: BOOKS_EACH, volumes: BOOKS_EACH, maxVolume: BOOKS_EACH, maxChapter: null }
  const { pk: seriesPk } = await insertSeries(tx, { libraryPk: place.libraryPk, path: title, title }, sums, now)
  const books = Array.from({ length: BOOKS_EACH }, (_, at): bookStore.NewBook => {
    const name = `${title} v${at + 1}`
    return {
      ...place,
      seriesPk,
      path: join(title, `${name}.cbz`),
      fileName: `${name}.cbz`,
      format: 'cbz',
      stamp: { size: 1000 + series, modifiedMs: now, inode: series * BOOKS_EACH + at + 1 },
      names: {
        title: name,
        sortKey: sortKey(name),
        searchText: searchText(name),
        number: at + 1,
        volume: at + 1,
        chapter: null,
      },
    }
  })
  await bookStore.insertBooks(tx, books, now)
  const rows = await tx.run<{ pk: number }>('select pk from books where series_pk = ?', [seriesPk])
  for (const { pk } of rows) await saveMetadata(tx, pk, metadataOf(series), { chapter: null, locks: 0 }, now)
  await refreshSeries(tx, [seriesPk], now)
}

function metadataOf(series: number): EmbeddedMetadata {
  return {
    ...emptyMetadata('comicinfo'),
    publisher: series % 2 ? 'Odd House' : 'Even House',
    year: 1990 + (series % 30),
    languageIso: 'en',
    genres: [genreOf(series)],
  }
}
