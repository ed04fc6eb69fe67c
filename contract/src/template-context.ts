import type { BookExternalIdDto, BookExternalLinkDto } from './external'
import { BOOK_FORMATS } from './formats'
import type { FullBookResponse } from './full-book'
import type { FullSeriesResponse } from './full-series'
import { Int32, Int64, nullable, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

/** A book's locks for templates, by the interface's names. */
export const BOOK_CONTEXT_LOCKS = [
  ...(['authorsJsonLock', 'awardsJsonLock', 'blackAndWhiteLock', 'bookTypeLock', 'chapterLock', 'countLock'] as const),
  ...(['coverLock', 'customMetadataLock', 'dayLock', 'editionLock', 'formatDetailLock', 'genreLock'] as const),
  ...(['imprintLock', 'isbnsLock', 'languageIsoLock', 'mangaLock', 'monthLock', 'numberLock'] as const),
  ...(['originalTitleLock', 'originalYearLock', 'publisherLock', 'seriesPositionLock', 'seriesTotalLock'] as const),
  ...(['subjectsLock', 'subtitleLock', 'summaryLock', 'titleLock', 'titleSortLock', 'translatorLock'] as const),
  ...(['volumeLock', 'yearLock'] as const),
] as const
type BookContextLock = (typeof BOOK_CONTEXT_LOCKS)[number]

/** Those of a series, by its own lock names. */
const SERIES_CONTEXT_LOCKS = {
  ageRatingLock: 'ageRating',
  authorsJsonLock: 'authorsJsonLock',
  coverLock: 'cover',
  customMetadataLock: 'customMetadata',
  genresLock: 'genres',
  imprintLock: 'imprint',
  languageLock: 'language',
  publisherLock: 'publisher',
  readingDirectionLock: 'readingDirection',
  statusLock: 'status',
  summaryLock: 'summary',
  tagsLock: 'tags',
  titleLock: 'title',
  titleSortLock: 'titleSort',
  totalChapterCountLock: 'totalChapterCount',
  totalVolumeCountLock: 'totalVolumeCount',
  yearLock: 'year',
} as const
type SeriesContextLock = keyof typeof SERIES_CONTEXT_LOCKS

function flags<Name extends string>(names: readonly Name[]) {
  const shape = Object.fromEntries(names.map(name => [name, z.boolean().optional()]))
  return shape as Record<Name, z.ZodOptional<z.ZodBoolean>>
}

const text = nullable(z.string())
const whole = nullable(Int32)
const double = nullable(z.number().meta({ format: 'double' }))
const float = nullable(z.number().meta({ format: 'float' }))
const yesNo = nullable(z.boolean())
const names = z.array(z.string()).optional()
const custom = nullable(z.record(z.string(), z.unknown()))

export const AuthorContextDto = z
  .object({ name: z.string(), role: text, sortName: text })
  .meta({ id: 'AuthorContextDto' })
export const BookAwardContextDto = z
  .object({ name: z.string(), category: text, won: yesNo, year: whole })
  .meta({ id: 'BookAwardContextDto' })
export const ExternalLinkContextDto = z
  .object({ source: z.string(), url: z.string(), externalId: text })
  .meta({ id: 'ExternalLinkContextDto' })
export const ExternalRatingContextDto = z
  .object({ source: z.string(), rating: z.number().meta({ format: 'double' }), votes: whole })
  .meta({ id: 'ExternalRatingContextDto' })
export const ExternalIdContextDto = z
  .object({ id: z.string(), url: text, hash: text })
  .meta({ id: 'ExternalIdContextDto' })
export const AlternateTitleContextDto = z
  .object({ label: z.string(), title: z.string() })
  .meta({ id: 'AlternateTitleContextDto' })

/** A book for templates: `{{metadata.<field>}}`. */
export const BookMetadataContextDto = z
  .object({
    authors: z.array(AuthorContextDto).optional(),
    awards: z.array(BookAwardContextDto).optional(),
    blackAndWhite: yesNo,
    bookType: text,
    chapter: float,
    count: whole,
    day: whole,
    edition: text,
    externalLinks: z.array(ExternalLinkContextDto).optional(),
    formatDetail: text,
    genre: text,
    genres: names,
    imprint: text,
    isbns: text,
    languageIso: text,
    manga: yesNo,
    month: whole,
    number: double,
    originalTitle: text,
    originalYear: whole,
    publisher: text,
    seriesPosition: double,
    seriesTotal: whole,
    subjects: names,
    subtitle: text,
    summary: text,
    tags: names,
    title: text,
    titleSort: text,
    translator: text,
    volume: whole,
    year: whole,
    ...flags(BOOK_CONTEXT_LOCKS),
  })
  .meta({ id: 'BookMetadataContextDto' })
export type BookMetadataContextDto = z.infer<typeof BookMetadataContextDto>

export const MetadataContextDto = z
  .object({
    ageRating: whole,
    alternateTitles: z.array(AlternateTitleContextDto).optional(),
    authors: z.array(AuthorContextDto).optional(),
    externalLinks: z.array(ExternalLinkContextDto).optional(),
    externalRatings: z.array(ExternalRatingContextDto).optional(),
    genres: names,
    imprint: text,
    language: text,
    publisher: text,
    readingDirection: text,
    status: text,
    summary: text,
    tags: names,
    title: text,
    titleSort: text,
    totalChapterCount: float,
    totalVolumeCount: whole,
    year: whole,
    ...flags(Object.keys(SERIES_CONTEXT_LOCKS) as SeriesContextLock[]),
  })
  .meta({ id: 'MetadataContextDto' })

const externalIds = z.record(z.string(), ExternalIdContextDto).optional()

export const SeriesContextDto = z
  .object({
    type: z.string().meta({ description: 'Always `series`' }),
    seriesId: nullable(Uuid),
    bookCount: Int64,
    metadata: MetadataContextDto.optional(),
    externalIds,
    customMetadata: custom,
  })
  .meta({ id: 'SeriesContextDto' })
export type SeriesContextDto = z.infer<typeof SeriesContextDto>

export const BookContextDto = z
  .object({
    type: z.string().meta({ description: 'Always `book`' }),
    bookId: Uuid,
    seriesId: Uuid,
    libraryId: Uuid,
    fileFormat: z.enum(BOOK_FORMATS),
    fileSize: Int64,
    pageCount: Int32,
    metadata: BookMetadataContextDto.optional(),
    externalIds,
    customMetadata: custom,
    series: SeriesContextDto,
  })
  .meta({ id: 'BookContextDto' })
export type BookContextDto = z.infer<typeof BookContextDto>

interface IdOfContext {
  readonly source: string
  readonly externalId: string
  readonly externalUrl?: string | null | undefined
  readonly metadataHash?: string | null | undefined
}

/** By source, without a prototype: a source may have any name. */
function idsOf(ids: readonly IdOfContext[]) {
  return Object.fromEntries(
    ids.map(({ source, externalId, externalUrl = null, metadataHash = null }) => {
      return [source, { id: externalId, url: externalUrl, hash: metadataHash }]
    }),
  )
}

const nameOf = ({ name }: { readonly name: string }) => name
const linkOf = ({
  sourceName: source,
  url,
  externalId = null,
}: Pick<BookExternalLinkDto, 'sourceName' | 'url' | 'externalId'>) => {
  return { source, url, externalId }
}

/** A series for templates. */
export function seriesContextOf(series: FullSeriesResponse): SeriesContextDto {
  const { customMetadata = null, locks, createdAt: _created, updatedAt: _updated, authors, ...values } = series.metadata
  const locked = Object.entries(SERIES_CONTEXT_LOCKS).map(([name, lock]) => [name, locks[lock]] as const)
  return {
    type: 'series',
    seriesId: series.id,
    bookCount: series.bookCount,
    metadata: {
      ...values,
      authors: authors ?? [],
      genres: series.genres.map(nameOf),
      tags: series.tags.map(nameOf),
      alternateTitles: series.alternateTitles.map(({ label, title }) => ({ label, title })),
      externalLinks: series.externalLinks.map(linkOf),
      externalRatings: series.externalRatings.map(({ sourceName: source, rating, voteCount: votes = null }) => {
        return { source, rating, votes }
      }),
      ...(Object.fromEntries(locked) as Record<SeriesContextLock, boolean>),
    },
    externalIds: idsOf(series.externalIds),
    customMetadata,
  }
}

/** The data of a book's context. */
export interface BookOfContext {
  readonly book: FullBookResponse
  /** With its fraction, which the book's own number lacks. */
  readonly number: number | null
  readonly links: readonly BookExternalLinkDto[]
  readonly ids: readonly BookExternalIdDto[]
  readonly series: FullSeriesResponse
}

/** A book as templates see it, with its series. */
export function bookContextOf({ book, number, links, ids, series }: BookOfContext): BookContextDto {
  const { metadata: m } = book
  const locked = BOOK_CONTEXT_LOCKS.map(name => [name, m.locks[name]] as const)
  const awards = m.awards ?? []
  return {
    type: 'book',
    ...{ bookId: book.id, seriesId: book.seriesId, libraryId: book.libraryId },
    ...{ fileFormat: book.fileFormat, fileSize: book.fileSize, pageCount: book.pageCount },
    metadata: {
      authors: m.authors ?? [],
      awards,
      blackAndWhite: m.blackAndWhite ?? null,
      bookType: m.bookType ?? null,
      chapter: m.chapter ?? null,
      count: m.count ?? null,
      day: m.day ?? null,
      edition: m.edition ?? null,
      externalLinks: links.map(linkOf),
      formatDetail: m.formatDetail ?? null,
      genre: m.genre ?? null,
      genres: book.genres.map(nameOf),
      imprint: m.imprint ?? null,
      isbns: m.isbns ?? null,
      languageIso: m.languageIso ?? null,
      manga: m.manga ?? null,
      month: m.month ?? null,
      number,
      originalTitle: m.originalTitle ?? null,
      originalYear: m.originalYear ?? null,
      publisher: m.publisher ?? null,
      seriesPosition: m.seriesPosition ?? null,
      seriesTotal: m.seriesTotal ?? null,
      subjects: m.subjects ?? [],
      subtitle: m.subtitle ?? null,
      summary: m.summary ?? null,
      tags: book.tags.map(nameOf),
      title: book.title,
      titleSort: m.titleSort ?? null,
      translator: m.translator ?? null,
      volume: m.volume ?? null,
      year: m.year ?? null,
      ...(Object.fromEntries(locked) as Record<BookContextLock, boolean>),
    },
    externalIds: idsOf(ids),
    customMetadata: m.customMetadata ?? null,
    series: seriesContextOf(series),
  }
}

export const getBookContext = route({
  id: 'get_book_template_context',
  method: 'get',
  path: '/api/v1/books/{book_id}/template-context',
  tag: 'Books',
  summary: 'A book as templates see it',
  access: 'books-read',
  params: z.object({ book_id: Uuid }),
  status: 200,
  payload: json(BookContextDto),
  errors: [404],
})

export const getSeriesContext = route({
  id: 'get_series_template_context',
  method: 'get',
  path: '/api/v1/series/{series_id}/template-context',
  tag: 'Series',
  summary: 'A series as templates see it',
  access: 'series-read',
  params: z.object({ series_id: Uuid }),
  status: 200,
  payload: json(SeriesContextDto),
  errors: [404],
})
