import { CreateAlternateTitleRequest } from '@octavo/contract/alternate-title'
import { PatchBookMetadataRequest } from '@octavo/contract/book-metadata'
import type { KomgaBookMetadataUpdate, KomgaSeriesMetadataUpdate } from '@octavo/contract/komga-metadata'
import { BOOK_AUTHOR_ROLES } from '@octavo/contract/metadata-words'
import { PatchSeriesMetadataRequest } from '@octavo/contract/series-metadata'
import { z } from 'zod'
import { parseInput } from '../../http/input'
import { AppError } from '../../kernel/app-error'
import type { bookParts } from '../read-model'
import { authorDto, DIRECTIONS } from './dtos'

const STATUSES = { ENDED: 'ended', ONGOING: 'ongoing', ABANDONED: 'abandoned', HIATUS: 'hiatus' } as const
const OTHER_TITLES = z.array(CreateAlternateTitleRequest)

/** Translates a Komga edit of a series to our edit. @throws UnprocessableEntity, like our own edits */
export function seriesEditOf(given: KomgaSeriesMetadataUpdate) {
  const { status, readingDirection, alternateTitles } = given
  const direction = Object.entries(DIRECTIONS).find(([, theirs]) => theirs === readingDirection)?.[0]
  const edit = {
    ...definedOf({
      status: status && STATUSES[status],
      title: given.title,
      titleSort: given.titleSort,
      summary: given.summary,
      readingDirection: readingDirection === null ? null : direction,
      publisher: given.publisher,
      ageRating: given.ageRating,
      language: given.language,
      genres: given.genres,
      tags: given.tags,
      totalVolumeCount: given.totalBookCount,
    }),
    locks: definedOf({
      status: given.statusLock,
      title: given.titleLock,
      titleSort: given.titleSortLock,
      summary: given.summaryLock,
      readingDirection: given.readingDirectionLock,
      publisher: given.publisherLock,
      ageRating: given.ageRatingLock,
      language: given.languageLock,
      genres: given.genresLock,
      tags: given.tagsLock,
      totalVolumeCount: given.totalBookCountLock,
      alternateTitles: given.alternateTitlesLock ?? (alternateTitles === undefined ? undefined : true),
    }),
  }
  const titles = alternateTitles === undefined ? undefined : parseInput(OTHER_TITLES, alternateTitles ?? [], 'body')
  return {
    ...parseInput(PatchSeriesMetadataRequest, edit, 'body'),
    ...(titles && { restores: { alternateTitles: titles } }),
  }
}

/** The same for a book, whose people are known: Komga's writer may be an author of ours. */
export function bookEditOf(given: KomgaBookMetadataUpdate, people: readonly bookParts.PersonModel[]) {
  const edit = {
    ...definedOf({
      title: given.title,
      summary: given.summary,
      number: numberOf(given),
      subjects: given.tags,
      isbns: given.isbn,
      authors: given.authors?.map(author => personOf(author, people)) ?? given.authors,
    }),
    ...dateOf(given.releaseDate),
    locks: definedOf({
      titleLock: given.titleLock,
      summaryLock: given.summaryLock,
      numberLock: given.numberSortLock ?? given.numberLock,
      subjectsLock: given.tagsLock,
      isbnsLock: given.isbnLock,
      authorsJsonLock: given.authorsLock,
      yearLock: given.releaseDateLock,
      monthLock: given.releaseDateLock,
      dayLock: given.releaseDateLock,
    }),
  }
  return parseInput(PatchBookMetadataRequest, edit, 'body')
}

const ROLES: ReadonlySet<string> = new Set(BOOK_AUTHOR_ROLES)

function personOf(
  { name, role }: { readonly name: string; readonly role: string },
  people: readonly bookParts.PersonModel[],
) {
  const same = people.find(person => person.name === name.trim() && authorDto(person).role === role)
  if (same) return same
  const ours = role === 'cover' ? 'cover_artist' : role.toLowerCase()
  return { name, role: ROLES.has(ours) ? ours : 'contributor', sortName: null }
}

/** Ours is a number: the sort number, or the text's. @throws BadRequest for a text that is not a number */
function numberOf({ number, numberSort }: KomgaBookMetadataUpdate): number | null | undefined {
  if (numberSort !== undefined || number === undefined) return numberSort
  if (number === null || number.trim() === '') return null
  const amount = Number(number)
  if (!Number.isFinite(amount)) throw new AppError('BadRequest', 'number: a book has a number, such as 12 or 12.5')
  return amount
}

/** @throws BadRequest for an invalid date */
function dateOf(text: string | null | undefined) {
  if (text === undefined) return {}
  if (text === null || text === '') return { year: null, month: null, day: null }
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  if (year === undefined) throw new AppError('BadRequest', 'releaseDate: a date such as 2001-02-03')
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** Leaves out absent fields. */
function definedOf<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
}
