import { OWN_SOURCE, type RecommendationDto } from '@octavo/contract/recommendation'
import type { SeriesDto } from '@octavo/contract/series'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { textsByKeys } from '../../catalogue/items'
import { SERIES_VIEW } from '../../catalogue/series'
import { curatedLists } from '../../reading/curated-lists'
import { type Link, linksOf, type Ranked, rank } from './rank.rules'
import { namesOfSeeds, type Seed, seriesInLists, seriesWithNames } from './recommendations.queries'

const MOST = 24
/** Series per statement: rare names first. */
const MOST_CANDIDATES = 4000

/** Unread series similar to these, best first. */
export async function recommend(reader: Reader, viewer: Viewer, seeds: readonly Seed[]): Promise<RecommendationDto[]> {
  if (seeds.length === 0) return []
  const seedPks = seeds.map(({ pk }) => pk)
  const [names, lists] = await Promise.all([
    namesOfSeeds(reader, viewer, seedPks),
    curatedLists.visibleLists(reader, viewer, curatedLists.COLLECTION),
  ])
  const byHand = lists.filter(({ condition }) => condition === null)
  let room = MOST_CANDIDATES
  const facets = new Set<number>()
  for (const { facet_pk, count } of names) {
    if (facets.has(facet_pk)) continue
    room -= Number(count)
    if (room < 0) break
    facets.add(facet_pk)
  }
  const [rows, members] = await Promise.all([
    facets.size === 0 ? [] : seriesWithNames(reader, viewer, [...facets]),
    byHand.length === 0
      ? []
      : seriesInLists(
          reader,
          viewer,
          byHand.map(({ pk }) => pk),
          seedPks,
        ),
  ])
  const ofLists = members.flatMap(({ series_pk, list_pk, seed_pk }): Link[] => {
    const seed = seeds.find(({ pk }) => pk === seed_pk)
    const list = byHand.find(({ pk }) => pk === list_pk)
    return seed && list ? [{ seriesPk: series_pk, seed, kind: 'collection', name: list.name, count: 20 }] : []
  })
  const isSeed = new Set(seedPks)
  const links = [...linksOf(rows, names, seeds), ...ofLists].filter(({ seriesPk }) => !isSeed.has(seriesPk))
  const best = rank(links, MOST)
  const texts = await textsByKeys(
    reader,
    viewer,
    SERIES_VIEW,
    best.map(({ seriesPk }) => seriesPk),
  )
  return best.flatMap(each => {
    const text = texts.get(each.seriesPk)
    // Hidden meanwhile.
    return text === undefined ? [] : [view(each, JSON.parse(text) as SeriesDto)]
  })
}

function view(ranked: Ranked, series: SeriesDto): RecommendationDto {
  const { score, seed, kind, names, basedOn } = ranked
  return {
    externalId: series.id,
    source: OWN_SOURCE,
    sourcePlugin: 'Octavo',
    title: series.title,
    reason: `Because you read ${seed.title}: ${kind} ${names.join(', ')}`,
    score,
    basedOn: [...basedOn],
    codexSeriesId: series.id,
    inCodex: true,
    inLibrary: true,
    cause: { seriesId: seed.id, seriesTitle: seed.title, kind, names: [...names] },
    series,
  }
}
