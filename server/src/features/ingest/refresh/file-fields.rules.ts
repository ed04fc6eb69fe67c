import type { DryRunSeriesDelta } from '@octavo/contract/library-job'
import type { EmbeddedMetadata, SeriesFile } from '../../../formats/facts'

type Key = keyof EmbeddedMetadata

/** Series fields that come from files, with the book metadata behind them. */
const KEYS: Readonly<Record<string, readonly Key[]>> = {
  titleSort: ['titleSort', 'seriesTitleSort'],
  alternateTitles: ['otherTitles'],
  summary: ['summary', 'review', 'notes'],
  authors: ['authors'],
  year: ['year', 'month', 'day', 'seriesYear'],
  totalVolumeCount: ['count'],
  externalRatings: ['communityRating'],
  tags: ['tags'],
  genres: ['genres'],
  ageRating: ['ageRating'],
  language: ['languageIso'],
  readingDirection: ['readingDirection', 'manga'],
  publisher: ['publisher', 'imprint', 'edition'],
  externalIds: ['isbns', 'identifiers'],
  externalLinks: ['web', 'webLinks'],
  characters: ['characters', 'mainCharacterOrTeam'],
  teams: ['teams'],
  locations: ['locations', 'universes'],
  storyArcs: ['storyArcs', 'seriesGroups', 'alternateSeries', 'alternateNumber', 'alternateCount', 'reprints'],
}

/** Columns of the series' own row. */
export interface SeriesFields {
  readonly summary: string | null
  readonly publisher: string | null
  readonly year: number | null
  readonly readingDirection: string | null
  readonly status: string | null
  readonly totalVolumeCount: number | null
}

/** Fields taken from the first book in reading order with metadata. */
const OF_FIRST_BOOK = {
  ageRating: 'ageRating',
  language: 'languageIso',
  externalLinks: 'web',
  externalRatings: 'communityRating',
} as const satisfies Record<string, keyof EmbeddedMetadata>

/** Fields that combine the values of all books. */
const OF_ALL_BOOKS = {
  authors: 'authors',
  tags: 'tags',
  genres: 'genres',
  externalIds: 'isbns',
  alternateTitles: 'otherTitles',
  characters: 'characters',
  teams: 'teams',
  locations: 'locations',
  storyArcs: 'storyArcs',
} as const satisfies Record<string, keyof EmbeddedMetadata>

const OF_SERIES = ['summary', 'publisher', 'year', 'readingDirection', 'status', 'totalVolumeCount'] as const

/** The chosen fields that no file can have. */
export function fieldsBeyondFiles(chosen: readonly string[]): string[] {
  return chosen.filter(field => !(field in KEYS))
}

/** A book's metadata with the chosen fields replaced by its file's current values. Fields missing in the file stay. */
export function merged(
  stored: EmbeddedMetadata | null,
  fresh: EmbeddedMetadata,
  chosen: readonly string[],
): EmbeddedMetadata {
  if (stored === null) return fresh
  const taken = chosen.flatMap(field => KEYS[field] ?? []).filter(key => !isEmpty(fresh[key]))
  return {
    ...stored,
    ...Object.fromEntries(taken.map(key => [key, fresh[key]])),
    saidBy: tellers(stored, fresh, taken),
  }
}

/** Sources of the taken values that differ from the main source. */
function tellers(stored: EmbeddedMetadata, fresh: EmbeddedMetadata, taken: readonly Key[]): EmbeddedMetadata['saidBy'] {
  const unchanged = Object.entries(stored.saidBy).filter(([key]) => !taken.some(each => each === key))
  const now = taken.map(key => [key, fresh.saidBy[key] ?? fresh.source] as const)
  return Object.fromEntries([...unchanged, ...now.filter(([, source]) => source !== stored.source)])
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A book's metadata before and after, in reading order. */
export interface BookChange {
  readonly before: EmbeddedMetadata | null
  readonly after: EmbeddedMetadata | null
}

export interface SeriesChange {
  /** The new columns of the series' own row. */
  readonly fields: SeriesFields
  readonly changes: DryRunSeriesDelta['changes']
}

/** The new values of a series, from its books. */
export function seriesChange(
  before: SeriesFields,
  { books, folder }: { readonly books: readonly BookChange[]; readonly folder: SaidByFolder },
  chosen: readonly string[],
): SeriesChange {
  const first = books.find(book => book.after !== null)?.after ?? null
  const oldFirst = books.find(book => book.before !== null)?.before ?? null
  const fields = { ...before }
  const changes: DryRunSeriesDelta['changes'] = {}
  const note = (field: string, old: unknown, now: unknown) => {
    if (!isEmpty(now) && JSON.stringify(old ?? null) !== JSON.stringify(now))
      changes[field] = { before: old, after: now }
  }
  for (const field of chosen) {
    if (isOneOf(OF_SERIES, field)) {
      const now = saidOf(field, folder, first) ?? before[field]
      note(field, before[field], now)
      Object.assign(fields, { [field]: now })
    } else if (field in OF_FIRST_BOOK) {
      const key = OF_FIRST_BOOK[field as keyof typeof OF_FIRST_BOOK]
      note(field, oldFirst?.[key] ?? null, first?.[key] ?? null)
    } else if (field in OF_ALL_BOOKS) {
      const key = OF_ALL_BOOKS[field as keyof typeof OF_ALL_BOOKS]
      note(field, union(books, 'before', key), union(books, 'after', key))
    }
  }
  return { fields, changes }
}

/** The values of a series.json, and whether it overrides the books. */
export interface SaidByFolder {
  readonly file: SeriesFile | null
  readonly isFirst: boolean
}

/** Members of a series.json by field. */
const OF_FOLDER: Readonly<Record<string, readonly (keyof SeriesFile)[]>> = {
  summary: ['summary'],
  publisher: ['publisher', 'imprint'],
  year: ['year'],
  status: ['status'],
  totalVolumeCount: ['totalIssues'],
  ageRating: ['ageRating'],
  externalIds: ['identifiers'],
  externalLinks: ['webLinks'],
}

/** A series.json with the chosen fields replaced by its current values; `stored` is its record, JSON. */
export function chosenFile(file: SeriesFile, stored: string | null, chosen: readonly string[]): SeriesFile {
  const unchanged = Object.entries(OF_FOLDER).flatMap(([field, members]) => (chosen.includes(field) ? [] : members))
  const was: Readonly<Record<string, unknown>> = stored === null ? {} : JSON.parse(stored)
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : null)
  const before: Readonly<Record<string, unknown>> = {
    ...{ identifiers: [], webLinks: [], ...was },
    ...{ totalIssues: was.totalVolumeCount, ageRating: text(was.ageRating) },
  }
  return { ...file, ...Object.fromEntries(unchanged.map(member => [member, before[member] ?? null])) }
}

function saidOf(
  field: (typeof OF_SERIES)[number],
  { file, isFirst }: SaidByFolder,
  first: EmbeddedMetadata | null,
): string | number | null {
  const ofFolder = {
    ...{ summary: file?.summary, publisher: file?.publisher, year: file?.year, status: file?.status },
    ...{ totalVolumeCount: file?.totalIssues, readingDirection: null },
  }[field]
  const ofBook = {
    ...{ summary: first?.summary, publisher: first?.publisher, year: first?.seriesYear ?? first?.year, status: null },
    ...{ totalVolumeCount: null, readingDirection: first?.readingDirection },
  }[field]
  return (isFirst ? (ofFolder ?? ofBook) : (ofBook ?? ofFolder)) ?? null
}

function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value)
}

/** The values of all books without duplicates, in order of first occurrence. */
function union(books: readonly BookChange[], when: 'before' | 'after', key: keyof EmbeddedMetadata): unknown[] {
  const values = books.flatMap(book => (book[when]?.[key] ?? []) as unknown[])
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()]
}
