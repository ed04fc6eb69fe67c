import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import { timestamp } from '../../kernel/clock'
import { type Named, type SeriesModel, type ShelfOf, tree } from '../read-model'
import type { Addresses } from './addresses'
import { coverLinks } from './cover-links'
import { type Entry, type FeedKind, link, urn } from './feed'
import { element, linksOf, type Markup, textElement } from './xml'

interface NavigationEntry {
  readonly id: string
  readonly title: string
  /** A description of its target. */
  readonly content: string
  readonly updatedAt: number
  readonly href: string
  readonly kind: FeedKind
  /** The relation of the link, if it is more than a subsection. */
  readonly rel?: string
  readonly covers?: readonly Markup[]
}

const SUBSECTION = 'subsection'
const PARTS = {
  navigation: linksOf(SUBSECTION, OPDS_MEDIA_TYPES.navigation),
  acquisition: linksOf(SUBSECTION, OPDS_MEDIA_TYPES.acquisition),
}

/** An entry that links to another feed. */
export function navigationEntry(entry: NavigationEntry): Entry {
  const { id, title, content, updatedAt, href, kind, rel = SUBSECTION, covers = [] } = entry
  const markup = element(
    'entry',
    {},
    textElement('id', urn(id)),
    // Required by Atom, and shown by apps.
    textElement('title', title.trim() || '?'),
    textElement('updated', timestamp(updatedAt)),
    textElement('content', content, { type: 'text' }),
    rel === SUBSECTION ? PARTS[kind](href) : link(rel, href, OPDS_MEDIA_TYPES[kind]),
    ...covers,
  )
  return { updatedAt, markup }
}

/** Entities with their own shelf. */
export function holderEntry(
  of: ShelfOf['of'],
  { id, name, updatedAt }: Named & { readonly updatedAt: number },
  content: string,
  kind: FeedKind,
  addresses: Addresses,
): Entry {
  const shelf = { of, id }
  return navigationEntry({ id: tree.idOf(shelf), title: name, content, updatedAt, href: addresses.shelf(shelf), kind })
}

export function seriesEntry(series: SeriesModel, addresses: Addresses): Entry {
  const shelf = { of: 'series', id: series.id } as const
  return navigationEntry({
    id: tree.idOf(shelf),
    title: series.title,
    content: series.summary || counted(series.bookCount, 'book', 'books'),
    updatedAt: series.updatedAt,
    href: addresses.shelf(shelf),
    kind: 'acquisition',
    covers: coverLinks('series', series.id, series.cover, addresses),
  })
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
