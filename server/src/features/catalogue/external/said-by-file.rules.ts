import {
  type ExternalSubject,
  externalAddress,
  recognise,
  sourceName,
  webAddress,
} from '@octavo/contract/external-sources'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { LIMITS } from '../../../kernel/limits'
import type { ExternalId, ExternalLink } from './external.rules'
import type { ExternalRating } from './external.store'

type Facts = Pick<EmbeddedMetadata, 'identifiers' | 'webLinks' | 'communityRating' | 'source' | 'saidBy'>

export interface SaidByFile {
  readonly ids: readonly ExternalId[]
  readonly links: readonly ExternalLink[]
  readonly ratings: readonly ExternalRating[]
}

/**
 * The external data of a book's file, one entry per source: the first counts. A link of a known site also gives an id.
 */
export function saidByFile(facts: Facts): SaidByFile {
  const { communityRating: rating } = facts
  // Files rate with up to five stars.
  const ratings = rating === null ? [] : [{ source: facts.saidBy.communityRating ?? facts.source, rating: rating * 20 }]
  return { ...linked(facts, 'book'), ratings: ratings.map(each => ({ ...each, vote_count: null })) }
}

/** An address of a file as it is stored, with its source; null for one that is no web address. */
export function pageOf(link: string, of: ExternalSubject) {
  const url = webAddress(link)?.href
  const page = url === undefined ? null : recognise(url, of)
  return page && url !== undefined ? { ...page, url } : null
}

function linked(
  facts: Pick<Facts, 'identifiers' | 'webLinks'>,
  of: ExternalSubject,
): Pick<SaidByFile, 'ids' | 'links'> {
  const pages = facts.webLinks.flatMap(link => pageOf(link, of) ?? [])
  const ofPages = pages.flatMap(({ source, externalId, url }) =>
    externalId === null ? [] : [{ source, external_id: externalId, external_url: url }],
  )
  const links = pages.map(({ source, externalId, url }) => ({ source, url, external_id: externalId }))
  return { ids: firstOfEach([...idsOf(facts, of), ...ofPages]), links: firstOfEach(links) }
}

/** The same for a series: from the series.json in its folder, then its books. */
export function saidOfSeries(facts: Pick<Facts, 'identifiers' | 'webLinks'>): SaidByFile {
  return { ...linked(facts, 'series'), ratings: [] }
}

function idsOf({ identifiers }: Pick<Facts, 'identifiers'>, of: ExternalSubject): ExternalId[] {
  return identifiers
    .filter(each => each.of === of && each.id !== '')
    .map(({ source: given, id }) => {
      const source = sourceName(given).slice(0, 100)
      return { source, external_id: id, external_url: externalAddress(source, id, of) }
    })
}

function firstOfEach<T extends { readonly source: string }>(said: readonly T[]): readonly T[] {
  const first = new Map<string, T>()
  for (const each of said) if (each.source !== '' && !first.has(each.source)) first.set(each.source, each)
  return [...first.values()].slice(0, LIMITS.metadata.external)
}
