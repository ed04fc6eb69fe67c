import type { BookAuthorRole } from '@octavo/contract/book'
import { BOOK_AUTHOR_ROLES } from '@octavo/contract/metadata-words'
import { emptyMetadata } from '../../formats/empty-metadata'
import type { Contributor, EmbeddedMetadata } from '../../formats/facts'
import { embeddedOf, type MetadataRow, type OwnFields } from '../metadata'

/** What can be edited of a book, as it is. */
export interface BookValues {
  readonly title: string
  readonly titleSort: string | null
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
  readonly count: number | null
  readonly summary: string | null
  readonly publisher: string | null
  readonly imprint: string | null
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
  readonly languageIso: string | null
  readonly formatDetail: string | null
  readonly blackAndWhite: boolean | null
  readonly manga: boolean | null
  readonly subtitle: string | null
  readonly edition: string | null
  readonly originalTitle: string | null
  readonly originalYear: number | null
  readonly seriesPosition: number | null
  readonly seriesTotal: number | null
  readonly bookType: string | null
  readonly genres: readonly string[]
  readonly subjects: readonly string[]
  readonly isbns: readonly string[]
  readonly authors: readonly Contributor[]
  readonly awards: readonly object[]
  readonly customMetadata: Readonly<Record<string, unknown>> | null
}

/** What a book's own row says. */
export interface NamedBook {
  readonly title: string
  readonly title_sort: string | null
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

export function bookValues(book: NamedBook, row: MetadataRow | null): BookValues {
  const said = row ? embeddedOf(row) : emptyMetadata('person')
  const { count, summary, publisher, imprint, year, month, day } = said
  const { languageIso, formatDetail, blackAndWhite, manga, genres, tags, isbns } = said
  return {
    title: book.title,
    titleSort: book.title_sort,
    number: book.number,
    volume: book.volume,
    chapter: book.chapter,
    count,
    summary,
    publisher,
    imprint,
    year,
    month,
    day,
    languageIso,
    formatDetail,
    blackAndWhite: flag(blackAndWhite),
    manga: flag(manga),
    subtitle: row?.subtitle ?? null,
    edition: row?.edition ?? null,
    originalTitle: row?.original_title ?? null,
    originalYear: row?.original_year ?? null,
    seriesPosition: row?.series_position ?? null,
    seriesTotal: row?.series_total ?? count,
    bookType: row?.book_type ?? null,
    genres,
    subjects: tags,
    isbns,
    // A file may name any role; one that the contract does not know is a contribution.
    authors: said.authors.map(author => ({ ...author, role: knownRole(author.role) })),
    awards: row?.awards ? JSON.parse(row.awards) : [],
    customMetadata: row?.custom_metadata ? JSON.parse(row.custom_metadata) : null,
  }
}

/** SQLite has no booleans where a row is read by hand. */
function flag(value: boolean | number | null): boolean | null {
  return value === null ? null : Boolean(value)
}

function knownRole(role: string): BookAuthorRole {
  return BOOK_AUTHOR_ROLES.find(each => each === role) ?? 'contributor'
}

/** The values as the columns of a book's metadata; what only its file says stays. */
export function metadataOf(
  values: BookValues,
  row: MetadataRow | null,
): { readonly metadata: EmbeddedMetadata; readonly chapter: number | null; readonly own: OwnFields } {
  const { volume, count, summary, publisher, imprint, year, month, day } = values
  const { languageIso, formatDetail, blackAndWhite, manga, genres, subjects, isbns, authors } = values
  const said = row ? embeddedOf(row) : emptyMetadata('person')
  return {
    metadata: {
      ...said,
      ...{ volume, count, summary, publisher, imprint, year, month, day },
      ...{ languageIso, formatDetail, blackAndWhite, manga, genres, isbns, authors },
      tags: subjects,
    },
    chapter: values.chapter,
    own: {
      subtitle: values.subtitle,
      edition: values.edition,
      original_title: values.originalTitle,
      original_year: values.originalYear,
      series_position: values.seriesPosition,
      series_total: values.seriesTotal === count ? (row?.series_total ?? null) : values.seriesTotal,
      book_type: values.bookType,
      awards: values.awards.length > 0 ? JSON.stringify(values.awards) : null,
      custom_metadata: values.customMetadata && JSON.stringify(values.customMetadata),
    },
  }
}
