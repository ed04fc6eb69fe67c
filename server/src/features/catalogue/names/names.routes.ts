import * as contract from '@octavo/contract/facet'
import * as changes from '@octavo/contract/facet-change'
import type { GenreDto } from '@octavo/contract/genre'
import * as genres from '@octavo/contract/genres'
import type { PageQuery } from '@octavo/contract/paging'
import * as tags from '@octavo/contract/tags'
import { atOneRevision, type Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { timestamp } from '../../../kernel/clock'
import { momentOfId } from '../../../kernel/ids'
import type { Viewer } from '../../../kernel/viewer'
import { facetPages } from '../facets'
import {
  addNameAlias,
  cleanUpNames,
  deleteName,
  mergeNames,
  type NameDeps,
  removeNameAlias,
  updateName,
} from './change-names'
import { changesOf } from './changes.queries'
import { facetDetail, facetView } from './names.view'
import { undoChange } from './undo-change'

interface NameList {
  readonly kind: string
  readonly q?: string | undefined
  readonly sort?: (typeof contract.FACET_SORTS)[number]
}

/** Genres, tags, people and other names: lists, one name with its aliases, and changes. */
export function nameRoutes(binder: Binder, deps: NameDeps): void {
  const { reader } = deps

  binder.bind(genres.listGenres, ({ viewer, query, url }) => plainPage(reader, viewer, 'genre', query, url))
  binder.bind(tags.listTags, ({ viewer, query, url }) => plainPage(reader, viewer, 'tag', query, url))
  binder.bind(genres.cleanupGenres, ({ viewer }) => cleanUpNames(deps, viewer, 'genre', false))
  binder.bind(tags.cleanupTags, ({ viewer }) => cleanUpNames(deps, viewer, 'tag', false))
  binder.bind(genres.deleteGenre, async ({ viewer, params }) => {
    await deleteName(deps, viewer, { kind: 'genre', facet_id: params.genre_id })
    return null
  })
  binder.bind(tags.deleteTag, async ({ viewer, params }) => {
    await deleteName(deps, viewer, { kind: 'tag', facet_id: params.tag_id })
    return null
  })

  binder.bind(contract.listFacets, async ({ viewer, params, query, url }) => {
    const { page, pageSize } = query
    const one = atOneRevision(reader)
    const listed = await indexOf(one, viewer, { kind: params.kind, ...query })
    const index = query.name === undefined ? listed : await facetPages.facetNamed(one, listed, params.kind, query.name)
    const { pks, counts } = slice(index, query)
    const rows = await facetPages.facetsByKeys(one, viewer, [...pks])
    const countOf = new Map(Array.from(pks, (pk, at) => [pk, counts[at] ?? 0]))
    const data = rows.map(row => facetView(row, countOf.get(row.pk) ?? 0))
    return envelope(url, page, pageSize, index.pks.length, data)
  })
  binder.bind(contract.listFacetGroups, async ({ viewer, params, query }) => [
    ...(await indexOf(atOneRevision(reader), viewer, { kind: params.kind, q: query.q })).letters,
  ])
  binder.bind(contract.cleanUpFacets, ({ viewer, params, body }) =>
    cleanUpNames(deps, viewer, params.kind, body.dryRun ?? false),
  )

  const detail = (viewer: Viewer, params: { readonly kind: string; readonly facet_id: string }) =>
    facetDetail(reader, viewer, params)
  binder.bind(contract.getFacet, ({ viewer, params }) => detail(viewer, params))
  binder.bind(contract.updateFacet, async ({ viewer, params, body }) => {
    await updateName(deps, viewer, params, body)
    return detail(viewer, params)
  })
  binder.bind(contract.deleteFacet, async ({ viewer, params }) => {
    await deleteName(deps, viewer, params)
    return null
  })
  binder.bind(contract.mergeFacets, ({ viewer, params, body }) => mergeNames(deps, viewer, params, body))
  binder.bind(changes.listFacetChanges, async ({ params }) => ({ changes: await changesOf(reader, params) }))
  binder.bind(changes.undoFacetChange, ({ viewer, params }) => undoChange(deps, viewer, params, params.change_id))
  binder.bind(contract.addFacetAlias, async ({ viewer, params, body }) => {
    await addNameAlias(deps, viewer, params, body.name)
    return detail(viewer, params)
  })
  binder.bind(contract.removeFacetAlias, async ({ viewer, params }) => {
    await removeNameAlias(deps, viewer, params, params.alias_id)
    return null
  })
}

async function indexOf(
  reader: Reader,
  viewer: Viewer,
  { kind, q, sort = 'name' }: NameList,
): Promise<facetPages.FacetIndex> {
  const index =
    sort === 'count'
      ? await facetPages.facetsByCount(reader, viewer, kind)
      : await facetPages.facetIndex(reader, viewer, kind)
  return q ? facetPages.facetsWith(reader, index, kind, q) : index
}

function slice({ pks, counts }: facetPages.FacetIndex, { page, pageSize }: PageQuery) {
  const from = (page - 1) * pageSize
  return { pks: pks.subarray(from, from + pageSize), counts: counts.subarray(from, from + pageSize) }
}

/** A page of genres or tags, in the format of other servers. */
async function plainPage(reader: Reader, viewer: Viewer, kind: string, query: PageQuery, url: URL) {
  const one = atOneRevision(reader)
  const index = await facetPages.facetIndex(one, viewer, kind)
  const { pks, counts } = slice(index, query)
  const countOf = new Map(Array.from(pks, (pk, at) => [pk, counts[at] ?? 0]))
  const rows = await facetPages.facetsByKeys(one, viewer, [...pks])
  const data = rows.map(({ pk, id, name }): GenreDto => {
    return { id, name, createdAt: timestamp(momentOfId(id)), seriesCount: countOf.get(pk) ?? 0 }
  })
  return envelope(url, query.page, query.pageSize, index.pks.length, data)
}
