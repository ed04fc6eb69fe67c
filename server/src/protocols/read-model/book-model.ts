import type { BookAuthorDto } from '@octavo/contract/book'
import type { BookRow } from '../../features/catalogue/books'
import type { MetadataRow } from '../../features/catalogue/metadata'
import { sentFile } from '../../features/catalogue/pages'
import { places } from '../../features/reading/progress'
import type { Named } from './asked'

/** A book for protocols. Texts are never empty: missing ones are null. */
export interface BookModel {
  readonly pk: number
  readonly id: string
  /** The file name if it has no title. */
  readonly title: string
  readonly titleSort: string | null
  readonly library: Named
  readonly series: Named
  /** Number in its series, with fractions. */
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
  readonly summary: string | null
  readonly authors: readonly PersonModel[]
  readonly publisher: string | null
  readonly imprint: string | null
  /** BCP 47. */
  readonly language: string | null
  readonly released: PartialDate | null
  readonly isbns: readonly string[]
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  readonly web: string | null
  readonly direction: ReadingDirection
  readonly pageCount: number
  /** Whether its pages are images: an EPUB's pages are positions in its text. */
  readonly hasPages: boolean
  readonly cover: CoverModel
  readonly file: FileModel
  readonly state: 'waiting' | 'ready' | 'error'
  readonly problem: string | null
  /** Its file is missing. */
  readonly isMissing: boolean
  readonly progress: ProgressModel | null
  /** Bits of the locked fields. */
  readonly locks: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface PersonModel {
  readonly name: string
  /** One of the contract's roles: author, writer, penciller and so on. */
  readonly role: string
  readonly sortName: string | null
}

/** Roles that count as author. */
export const AUTHOR_ROLES: ReadonlySet<string> = new Set(['author', 'co_author', 'writer'])

export interface PartialDate {
  readonly year: number
  readonly month: number | null
  readonly day: number | null
}

export type ReadingDirection = 'ltr' | 'rtl' | 'ttb' | 'webtoon'

/** A JPEG; drawn if there is no picture. */
export interface CoverModel {
  /** Version of the picture: an address with it never changes its content. Null for a drawn one. */
  readonly version: string | null
}

export interface FileModel {
  /** File name on disk. */
  readonly name: string
  /** File name of the download: a folder of images is sent as an archive. */
  readonly sentName: string
  /** Below the folder of its library. */
  readonly path: string
  readonly format: string
  readonly mediaType: string
  readonly size: number
  /** Size of the download; null if unknown in advance. */
  readonly length: number | null
  readonly hash: string
  /** KOReader's partial MD5. */
  readonly partialHash: string | null
}

/** The viewer's place. */
export interface ProgressModel {
  /** 1-based. */
  readonly page: number
  /** Of the book, from 0 to 1. */
  readonly share: number | null
  readonly isCompleted: boolean
  readonly startedAt: number
  readonly updatedAt: number
  readonly completedAt: number | null
}

export function bookModel(row: BookRow, metadata: (MetadataRow & { readonly locks: number }) | null): BookModel {
  const sentName = sentFile.downloadName(row.file_name)
  return {
    pk: row.pk,
    id: row.id,
    title: row.title || row.file_name,
    titleSort: row.title_sort,
    library: { id: row.library_id, name: row.library_name },
    series: { id: row.series_id, name: row.series_title },
    number: row.number,
    volume: row.volume,
    chapter: row.chapter,
    summary: (row.summary ?? metadata?.summary) || null,
    authors: peopleOf(metadata?.authors ?? null),
    publisher: metadata?.publisher || null,
    imprint: metadata?.imprint || null,
    language: languageOf(metadata?.language_iso),
    released: releaseOf(metadata),
    isbns: textsOf(metadata?.isbns ?? null),
    genres: textsOf(metadata?.genres ?? null),
    tags: textsOf(metadata?.tags ?? null),
    web: metadata?.web || null,
    direction: directionOf(row.series_reading_direction ?? row.default_reading_direction),
    pageCount: row.page_count,
    hasPages: row.file_format !== 'epub' && row.analyzed && row.page_count > 0,
    cover: { version: row.cover_version },
    file: {
      name: row.file_name,
      sentName,
      path: row.path,
      format: row.file_format,
      mediaType: sentFile.fileMediaType(row.file_name, row.file_format),
      size: row.file_size,
      length: sentName === row.file_name ? row.file_size : null,
      hash: row.file_hash,
      partialHash: row.reader_sync_hash,
    },
    state: row.analysis_error === null ? (row.analyzed ? 'ready' : 'waiting') : 'error',
    problem: row.analysis_error,
    isMissing: row.deleted,
    progress: progressOf(row),
    locks: metadata?.locks ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function progressOf(row: BookRow): ProgressModel | null {
  const { progress_page: page, progress_started_at: startedAt, progress_updated_at: updatedAt } = row
  if (page === null || startedAt === null || updatedAt === null) return null
  return {
    page,
    share: places.shownPercentage(row.file_format, row.progress_percentage, page, row.page_count),
    isCompleted: Boolean(row.progress_completed),
    startedAt,
    updatedAt,
    completedAt: row.progress_completed_at,
  }
}

export function peopleOf(json: string | null): readonly PersonModel[] {
  const people = json === null || json === '[]' ? [] : (JSON.parse(json) as Partial<BookAuthorDto>[])
  return people.flatMap(({ name, role, sortName }) =>
    name ? [{ name, role: role ?? 'author', sortName: sortName ?? null }] : [],
  )
}

export function directionOf(stored: string): ReadingDirection {
  return stored === 'rtl' || stored === 'ttb' || stored === 'webtoon' ? stored : 'ltr'
}

export function textsOf(json: string | null): readonly string[] {
  return json === null || json === '[]' ? [] : [...new Set(JSON.parse(json) as string[])].filter(text => text !== '')
}

/** A language tag as other apps accept it; null if invalid. */
export function languageOf(text: string | null | undefined): string | null {
  try {
    return (text && Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0]) || null
  } catch {
    return null
  }
}

/** The known part of the date. */
function releaseOf(metadata: MetadataRow | null): PartialDate | null {
  const { year = null, month = null, day = null } = metadata ?? {}
  if (year === null || year < 1 || year > 9999) return null
  return { year, month: month || null, day: month && day ? day : null }
}
