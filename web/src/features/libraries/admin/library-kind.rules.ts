import type { ReadingDirection } from '../../../api/types'
import type { NamingDraft } from './naming/naming-draft.rules'

export const libraryKinds = ['comics', 'manga', 'books', 'mixed'] as const
/** What a new library contains: a choice of settings, each of which can still be changed. */
export type LibraryKind = (typeof libraryKinds)[number]

interface KindSettings {
  readonly direction: ReadingDirection
  readonly naming: Partial<NamingDraft>
}

const BY_FOLDER: Partial<NamingDraft> = { series: 'series_volume', book: 'smart', number: 'smart' }

export const kindSettings: Readonly<Record<LibraryKind, KindSettings>> = {
  comics: { direction: 'ltr', naming: BY_FOLDER },
  manga: { direction: 'rtl', naming: BY_FOLDER },
  // Novels: no series but those that files name, and no number but theirs. Folders are authors.
  books: {
    direction: 'ltr',
    naming: { series: 'calibre', calibreMode: 'from_metadata', book: 'metadata_first', number: 'metadata' },
  },
  mixed: { direction: 'ltr', naming: { ...BY_FOLDER, book: 'metadata_first' } },
}
