import type { BookDto, BookMetadataDto, FullBookResponse } from '../../api/types'
import { currentLanguage, currentLocale, formatDate, formatNumber, formatSize, t } from '../../messages'
import type { Fact } from '../../ui/facts'
import { filterLinks } from '../lists/filter-links'
import { ageFact, storyFacts } from '../lists/story-facts'

/** The first few people of a book in one line. */
export function bookPeople(metadata: BookMetadataDto | null, most: number): string | null {
  if (!metadata) return null
  const authors = metadata.authors?.map(author => author.name) ?? []
  const names = authors.length > 0 ? authors : metadata.writers
  return [...new Set(names)].slice(0, most).join(', ') || null
}

type Names = Pick<FullBookResponse, 'genres' | 'tags'> | undefined

export function bookDetails(book: BookDto, metadata: BookMetadataDto | null, names: Names): Fact[] {
  return [
    { name: t('books.format'), value: book.fileFormat.toUpperCase() },
    { name: t('books.size'), value: formatSize(book.fileSize) },
    { name: t('books.pagesLabel'), value: book.pageCount > 0 ? formatNumber(book.pageCount) : null },
    { name: t('books.direction'), value: directionName(book.readingDirection) },
    { name: t('books.language'), value: languageName(metadata?.languageIso) },
    { name: t('books.publisher'), value: publisher(metadata) },
    { name: t('books.published'), value: publishedOn(metadata) },
    ageFact(metadata?.ageRating),
    { name: t('books.isbn'), value: metadata?.isbns },
    { name: t('books.added'), value: formatDate(book.createdAt) },
    { name: t('books.library'), value: book.libraryName },
    ...titleFacts(metadata),
    ...peopleFacts(metadata),
    ...storyFacts(metadata),
    {
      name: t('books.genres'),
      value: filterLinks(
        'genre',
        names?.genres.map(genre => genre.name),
      ),
    },
    {
      name: t('books.tags'),
      value: filterLinks(
        'tag',
        names?.tags.map(tag => tag.name),
      ),
    },
    { name: t('books.path'), value: book.path ? <code>{book.path}</code> : null, wide: true },
  ]
}

function peopleFacts(metadata: BookMetadataDto | null): Fact[] {
  if (!metadata) return []
  const authors = metadata.authors?.map(author => author.name) ?? []
  return [
    { name: t('people.writers'), value: names(metadata.writers.length > 0 ? metadata.writers : authors) },
    { name: t('people.pencillers'), value: names(metadata.pencillers) },
    { name: t('people.inkers'), value: names(metadata.inkers) },
    { name: t('people.colorists'), value: names(metadata.colorists) },
    { name: t('people.letterers'), value: names(metadata.letterers) },
    { name: t('people.coverArtists'), value: names(metadata.coverArtists) },
    { name: t('people.editors'), value: names(metadata.editors) },
    { name: t('people.translators'), value: names(metadata.translator?.split(', ') ?? []) },
  ]
}

function titleFacts(metadata: BookMetadataDto | null): Fact[] {
  return [
    { name: t('books.subtitle'), value: metadata?.subtitle },
    { name: t('books.originalTitle'), value: metadata?.originalTitle },
    { name: t('books.edition'), value: metadata?.edition },
  ]
}

const names = (people: readonly string[]) => filterLinks('author', people)

function publisher(metadata: BookMetadataDto | null) {
  const link = filterLinks('publisher', [metadata?.publisher])
  if (!metadata?.imprint) return link
  return (
    <>
      {link} {metadata.imprint}
    </>
  )
}

function directionName(direction: string | null | undefined): string | null {
  switch (direction) {
    case 'ltr':
    case 'rtl':
    case 'ttb':
    case 'webtoon':
      return t(`direction.${direction}`)
    default:
      return null
  }
}

function languageName(tag: string | null | undefined): string | null {
  if (!tag) return null
  try {
    return new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

function publishedOn(metadata: BookMetadataDto | null): string | null {
  if (!metadata?.year) return null
  if (!metadata.month) return String(metadata.year)
  const date = new Date(Date.UTC(metadata.year, metadata.month - 1, metadata.day ?? 1))
  return new Intl.DateTimeFormat(currentLocale(), {
    year: 'numeric',
    month: 'long',
    ...(metadata.day ? { day: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(date)
}
