import type { FacetDetailDto, FacetDto, FacetKindName } from '@octavo/contract/facet'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import { momentOfId } from '../../../kernel/ids'
import type { Viewer } from '../../../kernel/viewer'
import { facetPages } from '../facets'
import { rolesOf } from './roles.queries'

export function facetView(row: facetPages.FacetRow, seriesCount: number): FacetDto {
  const most = facetPages.MOST_BOOKS_COUNTED
  return {
    id: row.id,
    kind: row.kind as FacetKindName,
    name: row.name,
    sortName: row.sort_name,
    seriesCount,
    bookCount: Math.min(row.book_count, most),
    bookCountIsExact: row.book_count <= most,
    coverVersion: row.cover_version,
    thumbHash: row.thumb_hash,
    coverSeriesId: row.series_id,
  }
}

/**
 * One name with all details. People who see everything see unused names too.
 * @throws NotFound, also for a name that no visible series or book has
 */
export async function facetDetail(
  reader: Reader,
  viewer: Viewer,
  { kind, facet_id }: { readonly kind: string; readonly facet_id: string },
): Promise<FacetDetailDto> {
  const facts = await facetPages.findFacet(reader, kind, facet_id)
  const isThere =
    facts !== null && (viewer.visibility.kind === 'all' || (await facetPages.isFacetSeen(reader, viewer, facts.pk)))
  const [row] = facts && isThere ? await facetPages.facetsByKeys(reader, viewer, [facts.pk]) : []
  if (!facts || !row) throw notFound('Name')
  const aliases = await facetPages.aliasesOf(reader, facts.pk)
  const createdAt = momentOfId(facts.id)
  return {
    ...facetView(row, await facetPages.seriesOfFacet(reader, viewer, facts.pk)),
    bookCount: await facetPages.booksOfFacet(reader, viewer, facts),
    bookCountIsExact: true,
    description: facts.description,
    links: facts.links ? (JSON.parse(facts.links) as string[]) : [],
    aliases: aliases.map(({ id, name }) => ({ id, name })),
    roles: kind === 'author' ? await rolesOf(reader, viewer, facts) : [],
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(facts.updated_at ?? createdAt),
  }
}
