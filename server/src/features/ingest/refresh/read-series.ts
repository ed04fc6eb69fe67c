import { dirname } from 'node:path'
import { sourceOrder } from '@octavo/contract/source-names'
import type { Reader } from '../../../db'
import type { FolderFile, SeriesFile } from '../../../formats/facts'
import { sourcesOf } from '../../../formats/metadata-sources'
import { isLocked, SERIES_LOCKS } from '../../../kernel/field-locks'
import type { ParserPool } from '../../../workers/pool.types'
import { lockedFields } from '../../catalogue/metadata'
import { chosenFile, merged, type SeriesChange, seriesChange } from './file-fields.rules'
import { booksOfSeries, type RefreshedBook, type RefreshedSeries } from './refresh.queries'

/** A book after reading its file; `after` is null if it has no metadata, before and now. */
export interface ReadBook extends RefreshedBook {
  readonly after: RefreshedBook['stored']
  /** The file's values, regardless of locks. */
  readonly fresh: RefreshedBook['stored']
  readonly isChanged: boolean
}

export interface ReadSeries extends SeriesChange {
  readonly series: RefreshedSeries
  readonly books: readonly ReadBook[]
  /** The current series.json of its folder. */
  readonly folder: FolderFile
  /** Sentences about unreadable files, whose known values stay. */
  readonly failures: readonly string[]
}

export interface ReadDeps {
  readonly reader: Reader
  readonly pool: ParserPool
}

/** Reads the metadata in the files of a series, and computes the changes. Writes nothing. */
export async function readSeries(
  { reader, pool }: ReadDeps,
  series: RefreshedSeries,
  {
    chosen,
    atOnce,
    most = Number.POSITIVE_INFINITY,
    signal,
  }: {
    readonly chosen: readonly string[]
    readonly atOnce: number
    /** Maximum number of books to read; the others count as unchanged. */
    readonly most?: number
    readonly signal?: AbortSignal
  },
): Promise<ReadSeries> {
  const known = await booksOfSeries(reader, series.pk)
  const books: ReadBook[] = known.map(book => ({ ...book, after: book.stored, fresh: book.said, isChanged: false }))
  const failures: string[] = []
  let file: SeriesFile | null = null
  const places = known.slice(0, most).entries()
  const sources = sourcesOf(series.metadata_sources)
  const readNext = async () => {
    for (const [place, book] of places) {
      signal?.throwIfAborted()
      const facts = await pool.analyze({ path: book.file, thumbnailTarget: null, sources })
      if (dirname(book.path) === series.path) file ??= facts.seriesFile ?? null
      if (facts.metadata) {
        const fresh = merged(book.said, facts.metadata, chosen)
        const after = book.stored ? lockedFields.withLockedFields(book.stored, fresh, book.locks) : fresh
        const isChanged = !isSame(after, book.stored) || !isSame(fresh, book.said)
        books[place] = { ...book, after, fresh, isChanged }
      } else if (facts.format === null || facts.errors.some(({ errorType }) => errorType === 'metadata')) {
        failures.push(`${book.path}: ${facts.errors[0]?.message ?? 'The file cannot be read.'}`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readNext))
  const changes = books.map(({ stored, after }) => ({ before: stored, after }))
  const taken = file && chosenFile(file, series.file_metadata, chosen)
  const folder = { folder: series.path, file: taken, isFirst: sourceOrder(sources)[0] === 'series_json' }
  const change = seriesChange(series, { books: changes, folder }, unlocked(series, chosen))
  return { series, books, folder, failures, ...change }
}

function isSame(a: object | null, b: object | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Unlocked fields of a series. */
function unlocked({ locks }: RefreshedSeries, fields: readonly string[]): string[] {
  return fields.filter(field => {
    const name = SERIES_LOCKS.find(lock => lock === (field === 'authors' ? 'authorsJsonLock' : field))
    return name === undefined || !isLocked(SERIES_LOCKS, locks, name)
  })
}
