import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import { DEFAULT_PAGE_SIZE } from '@octavo/contract/paging'
import { timestamp } from '../../kernel/clock'
import type { Addresses } from './addresses'
import { document, element, linksOf, type Markup, textElement } from './xml'

export type FeedKind = 'navigation' | 'acquisition'

export interface Feed {
  readonly kind: FeedKind
  /** Without `urn:uuid:`. */
  readonly id: string
  readonly title: string
  readonly subtitle?: string
  readonly entries: readonly Entry[]
  /** Epoch milliseconds; for a feed without entries. */
  readonly updatedAt: number
  /** Address of the feed, without page. */
  readonly self: string
  /** Address and kind of the parent feed. */
  readonly up?: { readonly href: string; readonly kind: FeedKind }
  readonly paging?: Paging
  readonly facets?: readonly Facet[]
}

/** A facet: another order or part of a feed. */
export interface Facet {
  readonly group: string
  readonly title: string
  readonly href: string
  readonly isActive: boolean
  readonly count: number | null
}

export interface Paging {
  /** 1-based. */
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** Default page size. */
  readonly usualSize?: number
}

export interface Entry {
  readonly updatedAt: number
  readonly markup: Markup
}

const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:dcterms': 'http://purl.org/dc/terms/',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
}

/** The ids are not valid UUID URNs, but reading apps have stored this form. */
export function urn(id: string): string {
  return `urn:uuid:${id}`
}

/**
 * The feed as an Atom document. The server is the default author: RFC 4287 requires one for each entry or for the whole
 * feed.
 */
export function feedDocument(feed: Feed, addresses: Addresses, serverName: string): string {
  const updatedAt = feed.entries.reduce((latest, entry) => Math.max(latest, entry.updatedAt), feed.updatedAt)
  return document(
    element(
      'feed',
      NAMESPACES,
      textElement('id', urn(feed.id)),
      textElement('title', feed.title),
      textElement('subtitle', feed.subtitle),
      textElement('updated', timestamp(updatedAt)),
      element('author', {}, textElement('name', serverName)),
      link('start', addresses.catalog, OPDS_MEDIA_TYPES.navigation, { title: 'Home' }),
      link('search', addresses.searchDescription, OPDS_MEDIA_TYPES.search, { title: 'Search' }),
      feed.up ? link('up', feed.up.href, OPDS_MEDIA_TYPES[feed.up.kind]) : null,
      ...(feed.facets ?? []).map(facetLink(feed.kind)),
      ...(feed.paging ? pagingMarkup(feed, feed.paging) : [link('self', feed.self, OPDS_MEDIA_TYPES[feed.kind])]),
      ...feed.entries.map(entry => entry.markup),
    ),
  )
}

export function link(
  rel: string,
  href: string,
  type: string,
  more?: Readonly<Record<string, string | number | null | undefined>>,
): Markup {
  return linksOf(rel, type)(href, more)
}

function facetLink(kind: FeedKind) {
  return ({ group, title, href, isActive, count }: Facet) =>
    link('http://opds-spec.org/facet', href, OPDS_MEDIA_TYPES[kind], {
      title,
      'opds:facetGroup': group,
      'opds:activeFacet': isActive ? 'true' : null,
      'thr:count': count,
    })
}

/** Links between the pages (RFC 5005) and the position of this one (OpenSearch 1.1, counted from 1). */
function pagingMarkup(feed: Feed, { page, pageSize, total, usualSize = DEFAULT_PAGE_SIZE }: Paging): Markup[] {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const size = pageSize === usualSize ? '' : `&pageSize=${pageSize}`
  const joint = feed.self.includes('?') ? '&' : '?'
  const to = (rel: string, number: number) =>
    link(
      rel,
      number === 1 && size === '' ? feed.self : `${feed.self}${joint}page=${number}${size}`,
      OPDS_MEDIA_TYPES[feed.kind],
    )
  const numbers = {
    'opensearch:totalResults': total,
    'opensearch:itemsPerPage': pageSize,
    'opensearch:startIndex': Math.min((page - 1) * pageSize + 1, Number.MAX_SAFE_INTEGER),
  }
  return [
    to('self', page),
    to('first', 1),
    ...(page > 1 ? [to('previous', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1)] : []),
    to('last', last),
    ...Object.entries(numbers).map(([name, value]) => element(name, {}, String(value) as Markup)),
  ]
}
