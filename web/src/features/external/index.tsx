import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../../ui/lazy-part'
import { averageQuery, ratingQuery, type Subject, sitesQuery } from './external.queries'

const ExternalPart = lazyPart(() => import('./external-part'))

/** Rating and links of a series or book, as a part of its page: suspends until they are loaded. */
export function RatingAndLinks({ of }: { readonly of: Subject }) {
  return <ExternalPart of={of} />
}

/** Prefetches its data. */
export function useRatingAndLinks(of: Subject, enabled = true) {
  return [
    useQuery({ ...ratingQuery(of), enabled }),
    useQuery({ ...averageQuery(of), enabled }),
    useQuery({ ...sitesQuery(of), enabled }),
  ] as const
}
