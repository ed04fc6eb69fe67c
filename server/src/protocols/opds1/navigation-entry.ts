import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import { timestamp } from '../../kernel/clock'
import { type CoverModel, type Item, type Named, type SeriesModel, type ShelfOf, tree } from '../read-model'
import type { Addresses } from './addresses'
import { bookEntry } from './book-entry'
import { type Entry, type FeedKind, link, urn } from './feed'
import { element, type Markup, textElement } from './xml'

interface NavigationEntry {
  readonly id: string
  readonly title: string
  /** A description of its target. */
  readonly content: string
  readonly updatedAt: number
  readonly href: string
  readonly kind: FeedKind
  /** What the link is, when it is more than a part of the catalogue. */
  readonly rel?: string
  readonly covers?: readonly Markup[]
}

/** An entry that leads to another feed. */
export function navigationEntry(entry: NavigationEntry): Entry {
  const { id, title, content, updatedAt, href, kind, rel = 'subsection', covers = [] } = entry
  const markup = element(
    'entry',
    {},
    textElement('id', urn(id)),
    // Atom wants one, and apps show it.
    textElement('title', title.trim() || '?'),
    textElement('updated', timestamp(updatedAt)),
    textElement('content', content, { type: 'text' }),
    link(rel, href, OPDS_MEDIA_TYPES[kind]),
    ...covers,
  )
  return { updatedAt, markup }
}

/** What has a shelf of its own. */
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

export function itemEntry(item: Item, streaming: boolean, addresses: Addresses): Entry {
  return item.kind === 'book' ? bookEntry(item.book, streaming, addresses) : seriesEntry(item.series, addresses)
}

/** Width of the large cover in pixels. */
const LARGE = 800

/** Cover and small cover, as OPDS names them; Readium knows the small one by another name. */
export function coverLinks(of: 'books' | 'series', id: string, cover: CoverModel, addresses: Addresses): Markup[] {
  const small = addresses.cover(of, id, cover)
  return [
    link('http://opds-spec.org/image', addresses.cover(of, id, cover, LARGE), 'image/jpeg'),
    link('http://opds-spec.org/image/thumbnail', small, 'image/jpeg'),
    link('http://opds-spec.org/image-thumbnail', small, 'image/jpeg'),
  ]
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
