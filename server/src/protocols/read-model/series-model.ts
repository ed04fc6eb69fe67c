import type { LibraryRow } from '../../features/catalogue/libraries'
import type { SeriesRow } from '../../features/catalogue/series'
import type { Named } from './asked'
import {
  type CoverModel,
  directionOf,
  languageOf,
  type PersonModel,
  peopleOf,
  type ReadingDirection,
} from './book-model'

/** A series for protocols. */
export interface SeriesModel {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly titleSort: string | null
  readonly library: Named
  /** Below the folder of its library. */
  readonly path: string
  readonly summary: string | null
  readonly authors: readonly PersonModel[]
  readonly publisher: string | null
  readonly imprint: string | null
  readonly language: string | null
  readonly year: number | null
  /** ongoing, ended, hiatus, abandoned or unknown. */
  readonly status: string | null
  /** In years. */
  readonly ageRating: number | null
  readonly totalVolumes: number | null
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  readonly direction: ReadingDirection
  /** Whether its reading direction is set and differs from its library's. */
  readonly hasOwnDirection: boolean
  readonly cover: CoverModel
  readonly bookCount: number
  /** Numbers of books that the viewer has finished, and is reading. */
  readonly readCount: number
  readonly readingCount: number
  readonly lastReadAt: number | null
  readonly locks: number
  readonly isTitleLocked: boolean
  readonly isTitleSortLocked: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface NamesOfSeries {
  readonly genres: readonly { readonly name: string }[]
  readonly tags: readonly { readonly name: string }[]
}

export function seriesModel(row: SeriesRow, names: NamesOfSeries): SeriesModel {
  return {
    pk: row.pk,
    id: row.id,
    title: row.title,
    titleSort: row.title_sort,
    library: { id: row.library_id, name: row.library_name },
    path: row.path,
    summary: row.summary || null,
    authors: peopleOf(row.authors),
    publisher: row.publisher || null,
    imprint: row.imprint || null,
    language: languageOf(row.language),
    year: row.year,
    status: row.status,
    ageRating: row.age,
    totalVolumes: row.total_volume_count,
    genres: names.genres.map(({ name }) => name),
    tags: names.tags.map(({ name }) => name),
    direction: directionOf(row.reading_direction ?? row.default_reading_direction),
    hasOwnDirection: row.reading_direction !== null,
    cover: { version: row.cover_version },
    bookCount: row.book_count,
    readCount: row.completed_count ?? 0,
    readingCount: row.in_progress_count ?? 0,
    lastReadAt: row.last_read_at,
    locks: row.locks,
    isTitleLocked: row.title_locked,
    isTitleSortLocked: row.title_sort_locked,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A library for protocols. */
export interface LibraryModel extends Named {
  readonly pk: number
  readonly description: string | null
  readonly seriesCount: number
  readonly bookCount: number
  /** Its folders, visible only to those who manage libraries. */
  readonly paths: readonly string[]
  /** Of its scans: JSON of the schedule and of allowed formats, and excluded patterns, each line one. */
  readonly settings: {
    readonly scanning: string | null
    readonly formats: string | null
    readonly exclusions: string | null
  }
  readonly createdAt: number
  readonly updatedAt: number
}

export function libraryModel(row: LibraryRow): LibraryModel {
  return {
    pk: row.pk,
    id: row.id,
    name: row.name,
    description: row.description || null,
    seriesCount: row.series_count,
    bookCount: row.book_count,
    paths: row.folders.map(({ path }) => path),
    settings: { scanning: row.scanning_config, formats: row.allowed_formats, exclusions: row.excluded_patterns },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
