import type {
  DuplicateGroup,
  ListDuplicatesResponse,
  ListSeriesDuplicatesResponse,
  SeriesDuplicateGroup,
} from '@octavo/contract/duplicate'
import { DUPLICATE_REASONS, type DuplicateBooksDto } from '@octavo/contract/duplicate-books'
import { timestamp } from '../../../kernel/clock'
import { FILLABLE, lockedOf } from './completeness.rules'
import type { bookGroups, seriesGroups } from './duplicates.queries'
import type { BookGroup, MemberBook, readersOf, resolutionsOf } from './group-books.queries'

export function booksView(found: Awaited<ReturnType<typeof bookGroups>>): ListDuplicatesResponse {
  const duplicates = found.map(
    ({ group, bookIds }): DuplicateGroup => ({
      id: group.id,
      fileHash: group.match_key,
      bookIds: [...bookIds],
      duplicateCount: bookIds.length,
      createdAt: timestamp(group.created_at),
      updatedAt: timestamp(group.updated_at),
    }),
  )
  const books = new Set(duplicates.flatMap(group => group.bookIds))
  return { duplicates, totalGroups: duplicates.length, totalDuplicateBooks: books.size }
}

export function seriesView(found: Awaited<ReturnType<typeof seriesGroups>>): ListSeriesDuplicatesResponse {
  const duplicates = found.map(
    ({ group, members }): SeriesDuplicateGroup => ({
      id: group.id,
      matchType: group.match_type,
      matchKey: group.match_key,
      libraryId: group.library_id,
      members: members.map(member => ({
        id: member.id,
        title: member.title,
        libraryId: member.library_id,
        libraryName: member.library_name,
        bookCount: member.book_count,
        updatedAt: timestamp(member.updated_at),
      })),
      duplicateCount: members.length,
      createdAt: timestamp(group.created_at),
      updatedAt: timestamp(group.updated_at),
    }),
  )
  const count = (matchType: string) => duplicates.filter(group => group.matchType === matchType).length
  return {
    duplicates,
    totalGroups: duplicates.length,
    totalDuplicateSeries: new Set(duplicates.flatMap(group => group.members.map(member => member.id))).size,
    externalIdGroups: count('external_id'),
    titleGroups: count('title'),
  }
}

/** A group with its books side by side. */
export function bookGroupView(
  group: BookGroup,
  books: readonly MemberBook[],
  resolutions: Awaited<ReturnType<typeof resolutionsOf>>,
  readers: Awaited<ReturnType<typeof readersOf>> | null,
): DuplicateBooksDto {
  const types = [group.match_type, ...(group.also?.split(',') ?? [])]
  return {
    id: group.id,
    certainty: group.match_type === 'content' ? 'proved' : 'likely',
    reasons: DUPLICATE_REASONS.filter(reason => types.includes(reason)),
    bookCount: group.count,
    books: books.map(book => ({
      ...{ id: book.id, title: book.name, seriesId: book.series_id, seriesName: book.series_title },
      ...{ libraryId: book.library_id, libraryName: book.library_name, path: book.path },
      ...{ coverVersion: book.cover_version, thumbHash: book.thumb_hash },
      ...{ fileFormat: book.file_format, fileSize: book.file_size, pageCount: book.page_count },
      width: resolutions.get(book.pk)?.width ?? null,
      height: resolutions.get(book.pk)?.height ?? null,
      metadataFields: book.filled,
      metadataTotal: FILLABLE.length,
      lockedFields: lockedOf(book.locks),
      createdAt: timestamp(book.created_at),
      readers: readers?.(book.pk) ?? null,
    })),
    updatedAt: timestamp(group.updated_at),
  }
}
