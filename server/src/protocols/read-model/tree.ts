import type { Permission } from '@octavo/contract/access'
import type { Viewer } from '../../kernel/viewer'
import type { Shelf, ShelfName, ShelfOf } from './shelf'

/** A section of the catalogue's start page. */
export interface Section {
  /** Below the root of the catalogue. */
  readonly path: string
  /** Never changes: apps have stored it. */
  readonly id: string
  readonly title: string
  readonly about: string
  readonly leadsTo: 'books' | 'series' | 'navigation'
  /** Its OPDS relation. */
  readonly rel: string
  readonly needs: Permission
}

const SUBSECTION = 'subsection'
const section = (
  [path, title, about, leadsTo, needs]: readonly [string, string, string, Section['leadsTo'], Permission],
  more: Partial<Section> = {},
): Section => ({ path, id: `octavo-${path}`, title, about, leadsTo, needs, rel: SUBSECTION, ...more })

const SECTIONS: readonly Section[] = [
  section(['libraries', 'All Libraries', 'Browse by library and series', 'navigation', 'libraries-read']),
  section(['keep-reading', 'Keep Reading', 'Books you have started', 'books', 'books-read']),
  section(['on-deck', 'On Deck', 'The next book of each series you follow', 'books', 'books-read']),
  section(['recent', 'Recent Additions', 'The newest books', 'books', 'books-read'], {
    rel: 'http://opds-spec.org/sort/new',
  }),
  section(['new-series', 'New Series', 'The newest series', 'series', 'series-read']),
  section(['updated-series', 'Updated Series', 'Series with the latest changes', 'series', 'series-read']),
  section(['series', 'All Series', 'Every series, by title', 'series', 'series-read']),
  section(['collections', 'Collections', 'Series that belong together', 'navigation', 'collections-read']),
  section(['readlists', 'Reading Lists', 'Books in reading order', 'navigation', 'readlists-read']),
  section(['want-to-read', 'Want to Read', 'Series and books in your queue', 'books', 'books-read']),
  section(['presets', 'Saved Filters', 'Filters that you or others have saved', 'navigation', 'series-read']),
  section(['names/genre', 'Genres', 'Series by genre', 'navigation', 'series-read'], { id: 'octavo-genres' }),
  section(['names/tag', 'Tags', 'Series by tag', 'navigation', 'series-read'], { id: 'octavo-tags' }),
  section(['names/author', 'People', 'Series by writer, artist and others', 'navigation', 'series-read'], {
    id: 'octavo-people',
  }),
  section(['names/publisher', 'Publishers', 'Series by publisher', 'navigation', 'series-read'], {
    id: 'octavo-publishers',
  }),
]

/** The sections that somebody may open. */
export function sectionsFor({ permissions }: Pick<Viewer, 'permissions'>): readonly Section[] {
  return SECTIONS.filter(({ needs }) => permissions.has(needs))
}

/** The section with this path. */
export function sectionAt(path: string): Section {
  const found = SECTIONS.find(each => each.path === path)
  if (!found) throw new Error(`there is no section ${path}`)
  return found
}

const OWN_PATHS: Readonly<Record<ShelfName, string>> = {
  'keep-reading': 'keep-reading',
  'on-deck': 'on-deck',
  'new-books': 'recent',
  'new-series': 'new-series',
  'updated-series': 'updated-series',
  'all-series': 'series',
  'want-to-read': 'want-to-read',
}
const PATHS: Readonly<Record<ShelfOf['of'], string>> = {
  library: 'libraries',
  series: 'series',
  collection: 'collections',
  'read-list': 'readlists',
  'saved-filter': 'presets',
  genre: 'names/genre',
  tag: 'names/tag',
  author: 'names/author',
  publisher: 'names/publisher',
}

/** The path of a shelf below the root of the catalogue. */
export function pathOf(name: ShelfName | ShelfOf): string {
  return typeof name === 'string' ? OWN_PATHS[name] : `${PATHS[name.of]}/${name.id}`
}

/** Never changes: apps have stored it. */
export function idOf(name: ShelfName | ShelfOf): string {
  if (typeof name === 'string') return sectionAt(OWN_PATHS[name]).id
  const noun = { 'read-list': 'readlist', 'saved-filter': 'preset' }[name.of as string] ?? name.of
  return `${noun}-${name.id}`
}

export function titleOf(shelf: Shelf): string {
  return shelf.title ?? (typeof shelf.name === 'string' ? sectionAt(OWN_PATHS[shelf.name]).title : '')
}

/** The path of a shelf's section; empty for the start. */
export function parentOf({ name, library }: Pick<Shelf, 'name' | 'library'>): string {
  if (typeof name === 'string') return ''
  if (name.of === 'series') return library ? `${PATHS.library}/${library.id}` : ''
  return PATHS[name.of]
}

/** The title of a choice whose value is one of our words. */
export const CHOICE_TITLES: Readonly<Record<string, string>> = {
  sort: 'Sort',
  status: 'Read status',
  library: 'Library',
  language: 'Language',
  number: 'Number',
  title: 'Title',
  newest: 'Newest first',
  updated: 'Last updated',
  released: 'Release date',
  read: 'Last read',
  unread: 'Unread',
  in_progress: 'In progress',
}
