import type {
  DuplicateGroup,
  ListDuplicatesResponse,
  ListSeriesDuplicatesResponse,
  SeriesDuplicateGroup,
} from '@octavo/contract/duplicate'
import { timestamp } from '../../../kernel/clock'
import type { bookGroups, seriesGroups } from './duplicates.queries'

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
