import { type BookAuthorDto, type BookAuthorRole, type BookMetadataDto, BookTypeDto } from '@octavo/contract/book'
import type { FileFactsDto } from '@octavo/contract/file-facts'
import { BOOK_AUTHOR_ROLES } from '@octavo/contract/metadata-words'
import { BOOK_VALUE_COLUMNS } from '../../../db/schema/books'
import type { Contributor, MetadataSource, WideFacts } from '../../../formats/facts'
import { customMetadataOf } from '../../../formats/wide-facts'
import { timestamp } from '../../../kernel/clock'
import { valuesOf } from '../../../kernel/field-columns'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import type { LockedMetadata, MetadataRow } from './metadata.queries'
import { ownValues } from './own-values'

/** A row as the contract shows it. */
export function metadataView(row: LockedMetadata): BookMetadataDto {
  const authors = (JSON.parse(row.authors) as Contributor[]).map(authorView)
  const genres = JSON.parse(row.genres) as string[]
  const isbns = JSON.parse(row.isbns) as string[]
  const { titleSort: _, ...values } = valuesOf(BOOK_VALUE_COLUMNS, row)
  const bookType = BookTypeDto.options.find(known => known === row.book_type)
  const named = (role: BookAuthorRole) => authors.filter(author => author.role === role).map(author => author.name)
  return {
    id: row.id,
    bookId: row.book_id,
    title: row.title,
    series: row.series,
    number: row.number,
    volume: row.volume,
    chapter: row.chapter,
    count: row.count,
    summary: row.summary,
    publisher: row.publisher,
    imprint: row.imprint,
    genre: genres.length > 0 ? genres.join(', ') : null,
    languageIso: row.language_iso,
    formatDetail: row.format_detail,
    blackAndWhite: row.black_and_white,
    manga: row.manga,
    year: row.year,
    month: row.month,
    day: row.day,
    releaseDate: releaseDate(row),
    isbns: isbns.length > 0 ? isbns.join(', ') : null,
    authors,
    subjects: JSON.parse(row.tags) as string[],
    translator: named('translator').join(', ') || null,
    subtitle: row.subtitle,
    edition: row.edition,
    originalTitle: row.original_title,
    originalYear: row.original_year,
    ...ownValues(row),
    ...values,
    ...(bookType && { bookType }),
    customMetadata: customMetadataOf(row, isLocked(BOOK_LOCKS, row.locks, 'customMetadata')),
    ...fileFactsView(row),
    writers: named('writer'),
    pencillers: named('penciller'),
    inkers: named('inker'),
    colorists: named('colorist'),
    letterers: named('letterer'),
    coverArtists: named('cover_artist'),
    editors: named('editor'),
  }
}

/** File-only values, stored under the names of the contract. */
function fileFactsView({ age, facts, source }: MetadataRow): FileFactsDto {
  const stored: StoredFacts = facts === null ? {} : JSON.parse(facts)
  const { titleSort: _, calibre: _c, custom: _m, ...shown } = stored
  const { chapter: _n, seriesPosition: _p, seriesTotal: _t, awards: _a, ...said } = shown
  return { ...said, ...(age !== null && { ageRating: age }), source: source as MetadataSource }
}

/** The others are shown among the editable values. */
type StoredFacts = FileFactsDto &
  Partial<Pick<WideFacts, 'titleSort' | 'calibre' | 'custom' | 'chapter' | 'seriesPosition' | 'seriesTotal' | 'awards'>>

/** A file may name any role; roles unknown to the contract become contributor. */
function authorView({ name, role, sortName }: Contributor): BookAuthorDto {
  const known = BOOK_AUTHOR_ROLES.find(each => each === role)
  return { name, role: known ?? 'contributor', sortName }
}

/** Unknown parts count as the first. */
function releaseDate({ year, month, day }: MetadataRow): string | null {
  if (year === null) return null
  const date = Date.UTC(year, (month ?? 1) - 1, day ?? 1)
  return Number.isNaN(date) ? null : timestamp(date)
}
