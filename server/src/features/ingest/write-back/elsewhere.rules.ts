import type { EmbeddedMetadata, Identifier } from '../../../formats/facts'
import { knownName } from '../../../formats/writing/identifiers'
import type { MetadataField } from '../../../formats/writing/plan-document'
import { externalOfFiles } from '../../catalogue/external'
import type { OwnElsewhere, OwnId, OwnLink } from './own-elsewhere.queries'

export const NOTHING_ELSEWHERE: OwnElsewhere = { ids: [], links: [] }

/** What a book has at other sites: what its file says, except of sources that a person has set or deleted. */
export function wantedElsewhere(said: EmbeddedMetadata, { ids, links }: OwnElsewhere) {
  const webLinks = linksOf(said, links)
  const cleared: readonly MetadataField[] = [
    ...(ids.length > 0 ? (['identifiers'] as const) : []),
    ...(links.length > 0 ? (['webLinks'] as const) : []),
  ]
  return { values: { identifiers: idsOf(said, ids), web: webLinks[0] ?? null, webLinks }, cleared }
}

/** Ids of the file, except of sources that a person has set. The ISBN is a separate field. */
function idsOf({ identifiers, isbns }: EmbeddedMetadata, own: readonly OwnId[]): readonly Identifier[] {
  const spoken = new Set(own.map(({ source }) => knownName(source)))
  const ofFile = identifiers.filter(({ source, of }) => of === 'book' && !spoken.has(knownName(source)))
  const set = own
    .filter(({ source, external_id, removed }) => !removed && !(source === 'isbn' && isbns.includes(external_id)))
    .map(({ source, external_id: id }) => ({ source, id, of: 'book' as const }))
  return [...ofFile, ...set]
}

/**
 * Addresses of the file in their order. One that a person has set takes the place of the first of its source; those of a source
 * that a person has deleted go.
 */
function linksOf({ web, webLinks }: EmbeddedMetadata, own: readonly OwnLink[]): readonly string[] {
  const wanted = new Map(own.map(link => [link.source, link]))
  const links: string[] = []
  const add = (link: string) => {
    const isThere = links.some(one => addressOf(one) === addressOf(link))
    if (!isThere) links.push(link)
  }
  for (const link of webLinks.length === 0 && web !== null ? [web] : webLinks) {
    const source = externalOfFiles.pageOf(link, 'book')?.source
    const set = source === undefined ? undefined : wanted.get(source)
    if (set?.removed) continue
    if (set !== undefined && wanted.delete(set.source)) add(addressOf(link) === set.url ? link : set.url)
    else add(link)
  }
  for (const { url, removed } of wanted.values()) if (!removed) add(url)
  return links
}

/** As it is stored. */
function addressOf(link: string): string {
  return externalOfFiles.pageOf(link, 'book')?.url ?? link
}
