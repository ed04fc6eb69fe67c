import { type BookAuthorDto, type BookAuthorRole, type BookMetadataDto, BookTypeDto } from '@octavo/contract/book'
import { BOOK_AUTHOR_ROLES } from '@octavo/contract/metadata-words'

import type { Contributor } from '../../../formats/facts'
import { timestamp } from '../../../kernel/clock'
import { valuesOf } from '../../../kernel/field-columns'
import type { MetadataRow } from './metadata.queries'
import { OWN_COLUMNS } from './own-columns'

/** A row as the contract shows it. */
export function metadataView(row: MetadataRow, bookId: string): BookMetadataDto {
  const authors = (JSON.parse(row.authors) as Contributor[]).map(authorView)
  const genres = JSON.parse(row.genres) as string[]
  const isbns = JSON.parse(row.isbns) as string[]
  const { bookType: type, ...own } = valuesOf(OWN_COLUMNS, row)
  const bookType = BookTypeDto.options.find(known => known === type)
  const named = (role: BookAuthorRole) => authors.filter(author => author.role === role).map(author => author.name)
  return {
    id: row.id,
    bookId,
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
    ...own,
    seriesTotal: own.seriesTotal ?? row.count,
    ...(bookType && { bookType }),
    awards: row.awards ? JSON.parse(row.awards) : null,
    customMetadata: row.custom_metadata ? JSON.parse(row.custom_metadata) : null,
    writers: named('writer'),
    pencillers: named('penciller'),
    inkers: named('inker'),
    colorists: named('colorist'),
    letterers: named('letterer'),
    coverArtists: named('cover_artist'),
    editors: named('editor'),
  }
}

/** A file may name any role; one that the contract does not know is a contribution. */
function authorView({ name, role, sortName }: Contributor): BookAuthorDto {
  const known = BOOK_AUTHOR_ROLES.find(each => each === role)
  return { name, role: known ?? 'contributor', sortName }
}

/** Parts that are not known count as the first. */
function releaseDate({ year, month, day }: MetadataRow): string | null {
  if (year === null) return null
  const date = Date.UTC(year, (month ?? 1) - 1, day ?? 1)
  return Number.isNaN(date) ? null : timestamp(date)
}
