import type { RecommendationCauseDto } from '@octavo/contract/recommendation'
import type { Seed, SharedName } from './recommendations.queries'

type Kind = RecommendationCauseDto['kind']

/** Weights: how much a common value of each kind tells about two series. */
const WEIGHT: Readonly<Record<Kind, number>> = { author: 3, collection: 2.5, tag: 1, genre: 0.8 }

/** A value that a candidate shares with a seed. */
export interface Link {
  readonly seriesPk: number
  readonly seed: Seed
  readonly kind: Kind
  readonly name: string
  /** Number of series that have it: the fewer, the higher its weight. */
  readonly count: number
}

export interface Ranked {
  readonly seriesPk: number
  /** 0 to 1. */
  readonly score: number
  readonly seed: Seed
  readonly kind: Kind
  readonly names: readonly string[]
  readonly basedOn: readonly string[]
}

/** Links of candidates by the names that they share with seeds. */
export function linksOf(
  rows: readonly { readonly series_pk: number; readonly facet_pk: number }[],
  names: readonly SharedName[],
  seeds: readonly Seed[],
): readonly Link[] {
  const seedOf = new Map(seeds.map(seed => [seed.pk, seed]))
  const byFacet = Map.groupBy(names, ({ facet_pk }) => facet_pk)
  return rows.flatMap(({ series_pk, facet_pk }) =>
    (byFacet.get(facet_pk) ?? []).flatMap(({ seed_pk, kind, name, count }): Link[] => {
      const seed = seedOf.get(seed_pk)
      return seed ? [{ seriesPk: series_pk, seed, kind, name, count: Number(count) }] : []
    }),
  )
}

/** The best candidates, each with the seed and the kind that contribute most. */
export function rank(links: readonly Link[], most: number): readonly Ranked[] {
  const ranked = [...Map.groupBy(links, ({ seriesPk }) => seriesPk)].map(([seriesPk, some]) => {
    const best = strongest(some)
    return {
      seriesPk,
      weight: some.reduce((sum, link) => sum + weightOf(link), 0),
      seed: best.seed,
      kind: best.kind,
      names: [
        ...new Set(some.filter(each => each.seed === best.seed && each.kind === best.kind).map(each => each.name)),
      ],
      basedOn: [...new Set(some.map(each => each.seed.title))],
    }
  })
  return ranked
    .sort((a, b) => b.weight - a.weight || a.seriesPk - b.seriesPk)
    .slice(0, most)
    .map(({ weight, ...each }) => ({ ...each, score: weight / (weight + HALF) }))
}

/** The weight at which the score is half its maximum. */
const HALF = 3

function weightOf({ seed, kind, count }: Link): number {
  // Unrated counts as a mild like.
  const liking = 0.5 + (seed.rating ?? 60) / 100
  return (WEIGHT[kind] * liking) / Math.log2(2 + count)
}

function strongest(links: readonly Link[]): Link {
  const groups = Map.groupBy(links, ({ seed, kind }) => `${seed.pk} ${kind}`)
  const sum = (some: readonly Link[]) => some.reduce((all, link) => all + weightOf(link), 0)
  const [best] = [...groups.values()].sort((a, b) => sum(b) - sum(a))
  const [first] = best ?? links
  if (!first) throw new Error('a candidate has a link')
  return first
}
