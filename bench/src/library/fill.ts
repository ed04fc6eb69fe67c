import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, connect, migrate, type Tx } from '../../../server/src/db'
import { bookStore } from '../../../server/src/features/catalogue/books'
import { createLibrary, findLibrary, libraryStore } from '../../../server/src/features/catalogue/libraries'
import { saveMetadata } from '../../../server/src/features/catalogue/metadata'
import { savePages } from '../../../server/src/features/catalogue/pages'
import { insertSeries, refreshSeries } from '../../../server/src/features/catalogue/series'
import { systemClock } from '../../../server/src/kernel/clock'
import { SYSTEM_VIEWER } from '../../../server/src/kernel/viewer'
import { addMany } from './fill-many'
import { seriesTitle } from './invented'
import {
  BOOKS_A_SERIES,
  inventedAnalysis,
  inventedBook,
  inventedMetadata,
  inventedPages,
  type Place,
} from './invented-book'

const SERIES_A_TRANSACTION = 50
/** Series that are written by store functions; more of them are rows like these. */
const WRITTEN = 200
/** The last statements behind a million books take minutes, where one of a server has seconds. */
const STATEMENT_MS = 1_800_000

const SUMS = { books: BOOKS_A_SERIES, volumes: BOOKS_A_SERIES, maxVolume: BOOKS_A_SERIES, maxChapter: null }

/**
 * Fills an empty database with books that have no files: 2,000 by the functions that a scan writes with, more of them as
 * rows like those.
 */
export async function fill(options: { databaseUrl: string | null; dataDir: string; books: number }): Promise<void> {
  const connection = await connect({ ...options, databaseTimeoutMs: STATEMENT_MS })
  try {
    await migrate(connection)
    const library = await makeLibrary(connection, join(options.dataDir, 'empty-library'))
    const count = options.books / BOOKS_A_SERIES
    const written = Math.min(count, WRITTEN)
    for (let from = 0; from < written; from += SERIES_A_TRANSACTION) {
      const to = Math.min(written, from + SERIES_A_TRANSACTION)
      await connection.write(async tx => {
        for (let index = from; index < to; index++) await addSeries(tx, library, index)
      })
    }
    if (count > written) {
      await addMany(connection, { from: written, to: count }, (index, seriesPk) => {
        return { places: placesOf(library, index, seriesPk), now: momentOf(index) }
      })
    }
    await connection.write(tx => libraryStore.refreshLibraryCounts(tx, library.libraryPk))
  } finally {
    await connection.close()
  }
  await vacuum(options)
}

/** After many rows were written: what autovacuum does within some minutes. Nothing on SQLite. */
export async function vacuum({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): Promise<void> {
  if (databaseUrl === null) return
  const connection = await connect({ databaseUrl, dataDir, databaseTimeoutMs: STATEMENT_MS })
  try {
    await connection.reader.run('vacuum analyze', [])
  } finally {
    await connection.close()
  }
}

type Target = Pick<Place, 'libraryPk' | 'folderPk'>

async function makeLibrary({ reader, write }: Connection, folder: string): Promise<Target> {
  mkdirSync(folder, { recursive: true })
  const scans = {
    request: async () => undefined,
    cancel: async () => undefined,
    rename: async () => undefined,
    announce: () => undefined,
  }
  const schedules = { check: () => undefined, follow: async () => undefined, announce: () => undefined }
  const folderRules = { dataDir: '/nowhere', roots: [] }
  const id = await createLibrary({ reader, write, now: systemClock, scans, schedules, folderRules }, SYSTEM_VIEWER, {
    name: 'Invented',
    path: folder,
  })
  const { pk, folders } = await findLibrary(reader, SYSTEM_VIEWER, id)
  return { libraryPk: pk, folderPk: folders[0]?.pk ?? 0 }
}

async function addSeries(tx: Tx, library: Target, seriesIndex: number): Promise<void> {
  const now = momentOf(seriesIndex)
  const title = seriesTitle(seriesIndex)
  const { pk: seriesPk } = await insertSeries(tx, { libraryPk: library.libraryPk, path: title, title }, SUMS, now)
  const places = placesOf(library, seriesIndex, seriesPk)
  await bookStore.insertBooks(tx, places.map(inventedBook), now)
  const rows = await tx.run<{ pk: number }>(keysSql(tx), [seriesPk])
  for (const [at, place] of places.entries()) {
    const bookPk = rows[at]?.pk
    if (bookPk === undefined) throw new Error(`Series ${title} misses a book`)
    await bookStore.saveAnalyses(tx, [inventedAnalysis(bookPk, place)], now)
    await savePages(tx, [{ bookPk, facts: { pages: inventedPages(), epub: null } }])
    await saveMetadata(tx, bookPk, inventedMetadata(place), { chapter: null, locks: 0 }, now)
  }
  await refreshSeries(tx, [seriesPk], now)
}

function momentOf(seriesIndex: number): number {
  return Date.UTC(2024, 0, 1) + seriesIndex * 1000
}

function placesOf(library: Target, seriesIndex: number, seriesPk: number): Place[] {
  return Array.from({ length: BOOKS_A_SERIES }, (_, at) => ({ ...library, seriesPk, seriesIndex, number: at + 1 }))
}

function keysSql(tx: Tx): string {
  return `select pk from books where series_pk = ${tx.dialect.kind === 'postgres' ? '$1' : '?'} and not deleted order by number`
}
