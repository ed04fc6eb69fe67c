import type { ReadingDirection } from '../../../api/types'
import { draftOf, type NamingDraft } from './naming/naming-draft.rules'

export const libraryKinds = ['comics', 'manga', 'books', 'mixed'] as const
/** What a new library contains: a choice of settings, each of which can still be changed. */
export type LibraryKind = (typeof libraryKinds)[number]

interface KindSettings {
  readonly direction: ReadingDirection
  readonly naming: Partial<NamingDraft>
}

const BY_FOLDER: Partial<NamingDraft> = { series: 'series_volume', book: 'smart', number: 'smart' }

const SETTINGS: Readonly<Record<LibraryKind, KindSettings>> = {
  comics: { direction: 'ltr', naming: BY_FOLDER },
  manga: { direction: 'rtl', naming: BY_FOLDER },
  // Novels: no series but those that files name, and no number but theirs. Folders are authors.
  books: {
    direction: 'ltr',
    naming: { series: 'calibre', calibreMode: 'from_metadata', book: 'metadata_first', number: 'metadata' },
  },
  mixed: { direction: 'ltr', naming: BY_FOLDER },
}

interface Draft {
  readonly direction: ReadingDirection
  readonly naming: NamingDraft
}

const usual = (kind: LibraryKind): Draft => {
  const { direction, naming } = SETTINGS[kind]
  return { direction, naming: { ...draftOf(undefined), ...naming } }
}

/** The settings after another kind was chosen. What somebody has changed since the last choice stays. */
export function afterKind(draft: Draft, last: LibraryKind, now: LibraryKind): Draft {
  const [from, to] = [usual(last), usual(now)]
  const names = Object.keys(to.naming) as (keyof NamingDraft)[]
  const untouched = names.filter(name => draft.naming[name] === from.naming[name])
  return {
    direction: draft.direction === from.direction ? to.direction : draft.direction,
    naming: { ...draft.naming, ...Object.fromEntries(untouched.map(name => [name, to.naming[name]])) },
  }
}
