import type { BookDto } from '@octavo/contract/book'
import type { BookFullMetadata } from '@octavo/contract/full-book'
import { timestamp } from '../../../kernel/clock'
import { momentOfId } from '../../../kernel/ids'
import { bookLocksView } from './locks.view'
import type { LockedMetadata } from './metadata.queries'
import { metadataView } from './metadata.view'

/** Fields shown in addition to the file's metadata. */
type OfBook = Pick<BookDto, 'titleSort' | 'createdAt' | 'updatedAt'>

/** Metadata of a book with its locks; all fields are unknown if its file has none. */
export function fullMetadataView(row: LockedMetadata | undefined, book: OfBook): BookFullMetadata {
  const { titleSort, createdAt, updatedAt } = book
  if (!row) return { ...NOTHING, titleSort, createdAt, updatedAt }
  const { id: _id, bookId: _bookId, series: _series, pageCount: _pages, ...metadata } = metadataView(row)
  const together = (names: readonly string[]) => names.join(', ') || null
  return {
    ...metadata,
    titleSort,
    writer: together(metadata.writers),
    penciller: together(metadata.pencillers),
    inker: together(metadata.inkers),
    colorist: together(metadata.colorists),
    letterer: together(metadata.letterers),
    coverArtist: together(metadata.coverArtists),
    editor: together(metadata.editors),
    locks: bookLocksView(row.locks),
    createdAt: timestamp(momentOfId(row.id)),
    updatedAt: timestamp(row.updated_at),
  }
}

const NOTHING = {
  writers: [],
  pencillers: [],
  inkers: [],
  colorists: [],
  letterers: [],
  coverArtists: [],
  editors: [],
  locks: bookLocksView(0),
}
