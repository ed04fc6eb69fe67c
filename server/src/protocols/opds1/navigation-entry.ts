import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import type { LibraryRow } from '../../features/catalogue/libraries'
import type { SeriesRow } from '../../features/catalogue/series'
import type { PresetRow } from '../../features/finding/filter-presets'
import { timestamp } from '../../kernel/clock'
import type { Addresses } from './addresses'
import { type Entry, type FeedKind, link, urn } from './feed'
import { element, type Markup, textElement } from './xml'

export interface NavigationEntry {
  readonly id: string
  readonly title: string
  /** A description of its target. */
  readonly content: string
  readonly updatedAt: number
  readonly href: string
  readonly kind: FeedKind
  /** What the link is, when it is more than a part of the catalogue. */
  readonly rel?: string
  readonly thumbnail?: string
}

/** An entry that leads to another feed. */
export function navigationEntry(entry: NavigationEntry): Entry {
  const { id, title, content, updatedAt, href, kind, rel = 'subsection', thumbnail } = entry
  const markup = element(
    'entry',
    {},
    textElement('id', urn(id)),
    textElement('title', title),
    textElement('updated', timestamp(updatedAt)),
    textElement('content', content, { type: 'text' }),
    link(rel, href, OPDS_MEDIA_TYPES[kind]),
    ...(thumbnail ? coverLinks(thumbnail, thumbnail) : []),
  )
  return { updatedAt, markup }
}

export function libraryEntry(library: LibraryRow, addresses: Addresses): Entry {
  return navigationEntry({
    id: `library-${library.id}`,
    title: library.name,
    content: counted(library.series_count, 'series', 'series'),
    updatedAt: library.updated_at,
    href: addresses.library(library.id),
    kind: 'navigation',
  })
}

export function seriesEntry(series: SeriesRow, addresses: Addresses): Entry {
  return navigationEntry({
    id: `series-${series.id}`,
    title: series.title,
    content: series.summary || counted(series.book_count, 'book', 'books'),
    updatedAt: series.updated_at,
    href: addresses.series(series.id),
    kind: 'acquisition',
    thumbnail: addresses.seriesThumbnail(series),
  })
}

export function presetEntry(preset: PresetRow, addresses: Addresses): Entry {
  return navigationEntry({
    id: `preset-${preset.id}`,
    title: preset.name,
    content: preset.target === 'books' ? 'A saved filter of books' : 'A saved filter of series',
    updatedAt: preset.updated_at,
    href: addresses.preset(preset.id),
    kind: presetKind(preset),
  })
}

export function presetKind({ target }: PresetRow): FeedKind {
  return target === 'books' ? 'acquisition' : 'navigation'
}

/** Cover and small cover, as OPDS names them. */
export function coverLinks(image: string, thumbnail: string): Markup[] {
  return [
    link('http://opds-spec.org/image', image, 'image/jpeg'),
    link('http://opds-spec.org/image/thumbnail', thumbnail, 'image/jpeg'),
  ]
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
