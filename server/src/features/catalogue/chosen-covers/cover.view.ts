import type { CoverCrop, CoverDto } from '@octavo/contract/cover'
import { timestamp } from '../../../kernel/clock'
import type { CoverRow } from './chosen-covers.store'
import type { CoverSubject } from './cover-subject.queries'

const NOUNS = { book: 'books', series: 'series', library: 'libraries' } as const
const OWNERS = { book: 'bookId', series: 'seriesId', library: 'libraryId', name: 'facetId' } as const

/** All covers of a subject: the default one first, then the added ones. */
export function coversView(subject: CoverSubject, rows: readonly CoverRow[]): CoverDto[] {
  const added = rows.map(row => coverView(subject, row))
  return [usualView(subject, !added.some(({ isSelected }) => isSelected), rows), ...added]
}

export function coverView(subject: CoverSubject, row: CoverRow): CoverDto {
  return {
    ...placeOf(subject, row.id),
    source: row.source,
    isSelected: row.version === subject.version,
    width: row.width,
    height: row.height,
    crop: row.crop === null ? null : (JSON.parse(row.crop) as CoverCrop),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

/** The default cover, which has the id of its subject. */
function usualView(subject: CoverSubject, isSelected: boolean, rows: readonly CoverRow[]): CoverDto {
  const { usual } = subject
  // While a chosen cover is selected, the picture in the file is unknown.
  const source = subject.kind === 'book' && rows.length > 0 && !isSelected ? 'extracted' : usual
  return {
    ...placeOf(subject, subject.id),
    source,
    isSelected,
    width: null,
    height: null,
    crop: null,
    createdAt: timestamp(subject.createdAt),
    updatedAt: timestamp(subject.updatedAt),
  }
}

function placeOf({ kind, id, facetKind }: CoverSubject, coverId: string) {
  const noun = kind === 'name' ? `facets/${facetKind}` : NOUNS[kind]
  return {
    id: coverId,
    [OWNERS[kind]]: id,
    path: `/api/v1/${noun}/${id}/covers/${coverId}/image`,
  }
}
