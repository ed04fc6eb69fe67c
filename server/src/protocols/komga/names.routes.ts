import type { KomgaAuthorDto } from '@octavo/contract/komga'
import * as contract from '@octavo/contract/komga-account'
import type { KomgaNamesQuery } from '@octavo/contract/komga-query'
import { sharingByName } from '../../features/people/sharing-tags'
import type { Binder } from '../../http/bind'
import { JSON_TYPE } from '../../http/reply-cache'
import type { Viewer } from '../../kernel/viewer'
import { items } from '../read-model'
import { askedBy, conditionsOfQuery } from './conditions.rules'
import { envelope, pageOf } from './komga-page'
import { cacheFacts, type ListDeps } from './lists'

interface NamesCall {
  readonly viewer: Viewer
  readonly request: Request
  readonly url: URL
  readonly query: KomgaNamesQuery
}
type Of = 'series' | 'books'

/** Komga's roles of authors, in its order. */
const ROLES = ['writer', 'penciller', 'inker', 'colorist', 'letterer', 'cover', 'editor', 'translator']

/** Names of series and books, for filter panels of apps. */
export function namesRoutes(binder: Binder, { reader, replies }: ListDeps): void {
  async function valuesOf({ viewer, query }: NamesCall, of: Of, field: string): Promise<string[]> {
    const asked = askedBy(of, null, conditionsOfQuery(of, { library_id: query.library_id }))
    const list = {
      condition: asked.condition,
      text: null,
      listId: of === 'series' ? query.collection_id : query.read_list_id,
      series: of === 'books' ? query.series_id : undefined,
    }
    const found = asked.isNothing
      ? []
      : await items.valuesOf({ reader, viewer }, of, list, { field, contains: query.search })
    return found.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  }
  const answer = (call: NamesCall, make: () => Promise<string>) => {
    const { viewer, url, query } = call
    const address = url.pathname + url.search + cacheFacts(viewer, query.collection_id ?? query.read_list_id)
    return replies.reply(call, address, async () => ({ body: await make(), mediaType: JSON_TYPE }))
  }

  for (const [route, of, field] of [
    [contract.komgaListGenres, 'series', 'genre'],
    [contract.komgaListSeriesTags, 'series', 'tag'],
    [contract.komgaListBookTags, 'books', 'tag'],
    [contract.komgaListLanguages, 'series', 'language'],
    [contract.komgaListPublishers, 'series', 'publisher'],
    [contract.komgaListReleaseDates, 'series', 'year'],
    [contract.komgaListAgeRatings, 'series', 'ageRating'],
    [contract.komgaListAuthorNames, 'series', 'author'],
  ] as const) {
    binder.bind(route, call => answer(call, async () => JSON.stringify(await valuesOf(call, of, field))))
  }
  binder.bind(contract.komgaListTags, call =>
    answer(call, async () => {
      const [series, books] = await Promise.all([
        valuesOf(call, 'series', 'tag'),
        call.viewer.permissions.has('books-read') ? valuesOf(call, 'books', 'tag') : [],
      ])
      return JSON.stringify([...new Set([...series, ...books])].sort((a, b) => a.localeCompare(b)))
    }),
  )
  // Only administrators see sharing.
  binder.bind(contract.komgaListSharingLabels, ({ viewer }) =>
    viewer.permissions.has('system-admin') ? sharingByName.tagNames(reader) : [],
  )
  binder.bind(contract.komgaListAuthorRoles, () => ROLES)

  const authorsOf = async (call: NamesCall): Promise<KomgaAuthorDto[]> =>
    (await valuesOf(call, 'series', 'author')).map(name => ({ name, role: call.query.role ?? 'writer' }))
  binder.bind(contract.komgaListAuthors, call => answer(call, async () => JSON.stringify(await authorsOf(call))))
  binder.bind(contract.komgaPageAuthors, call =>
    answer(call, async () => {
      const all = await authorsOf(call)
      const { page, pageSize } = pageOf(call.query)
      const shown = all.slice((page - 1) * pageSize, page * pageSize)
      return envelope(
        shown.map(author => JSON.stringify(author)),
        { query: call.query, total: all.length },
      )
    }),
  )
}
