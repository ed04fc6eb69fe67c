import { OPDS2_MEDIA_TYPES } from '@octavo/contract/opds2'
import { DEFAULT_PAGE_SIZE } from '@octavo/contract/paging'
import { timestamp } from '../../kernel/clock'
import type { Page } from '../read-model'
import type { Addresses } from './addresses'
import type { Publication } from './publication'

export interface Link {
  readonly href: string
  readonly title?: string
  readonly rel?: string
  readonly type?: string
  readonly templated?: boolean
  readonly properties?: { readonly numberOfItems?: number }
  readonly alternate?: readonly Link[]
}

/** A link to another feed. */
export interface Navigation extends Link {
  readonly title: string
}

export interface Group {
  readonly metadata: { readonly title: string; readonly numberOfItems?: number }
  readonly links?: readonly Link[]
  readonly navigation?: readonly Navigation[]
  readonly publications?: readonly Publication[]
}

export interface Feed {
  readonly title: string
  readonly subtitle?: string | undefined
  /** Epoch milliseconds. */
  readonly updatedAt?: number
  readonly self: string
  readonly up?: string
  readonly paging?: Page & { readonly total: number }
  readonly navigation?: readonly Navigation[]
  readonly publications?: readonly Publication[]
  readonly groups?: readonly Group[]
  readonly facets?: readonly { readonly metadata: { readonly title: string }; readonly links: readonly Link[] }[]
}

const TYPE = OPDS2_MEDIA_TYPES.feed

/** A link to another feed, as list item. */
export function navigation(
  title: string,
  href: string,
  more: { rel?: string; count?: number | null; cover?: string } = {},
): Navigation {
  const { rel = 'subsection', count = null, cover } = more
  return {
    // Apps show the title, and some require it.
    ...{ title: title.trim() || '?', href, rel, type: TYPE },
    ...(count !== null && { properties: { numberOfItems: count } }),
    ...(cover !== undefined && { alternate: [{ href: cover, rel: 'icon', type: 'image/jpeg' }] }),
  }
}

/** The feed as an OPDS 2.0 document, which has no empty lists: an empty feed has no groups. */
export function feedDocument(feed: Feed, addresses: Addresses) {
  const { title, subtitle, updatedAt, self, up, paging, navigation = [], publications = [], groups, facets = [] } = feed
  const isEmpty = navigation.length === 0 && publications.length === 0
  return {
    metadata: {
      title: title.trim() || '?',
      ...(subtitle && { subtitle }),
      ...(updatedAt !== undefined && updatedAt > 0 && { modified: timestamp(updatedAt) }),
      ...(paging && { numberOfItems: paging.total, itemsPerPage: paging.pageSize, currentPage: paging.page }),
    },
    links: [
      ...(paging ? pageLinks(self, paging) : [{ rel: 'self', href: self, type: TYPE }]),
      { rel: 'start', href: addresses.root, type: TYPE },
      ...(up ? [{ rel: 'up', href: up, type: TYPE }] : []),
      { rel: 'search', href: addresses.search, type: TYPE, templated: true },
      {
        ...{ rel: 'http://opds-spec.org/auth/document', href: addresses.authentication },
        type: OPDS2_MEDIA_TYPES.authentication,
      },
    ],
    ...(navigation.length > 0 && { navigation }),
    ...(publications.length > 0 && { publications }),
    ...((groups || isEmpty) && { groups: groups ?? [] }),
    ...(facets.length > 0 && { facets }),
  }
}

function pageLinks(self: string, { page, pageSize, total }: Page & { readonly total: number }): Link[] {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const size = pageSize === DEFAULT_PAGE_SIZE ? '' : `&pageSize=${pageSize}`
  const joint = self.includes('?') ? '&' : '?'
  const to = (rel: string, number: number) => {
    const href = number === 1 && size === '' ? self : `${self}${joint}page=${number}${size}`
    return { rel, href, type: TYPE }
  }
  return [
    to('self', page),
    to('first', 1),
    ...(page > 1 ? [to('previous', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1)] : []),
    to('last', last),
  ]
}
