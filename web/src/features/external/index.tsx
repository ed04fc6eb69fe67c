import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import type { Subject } from './external.queries'
import { loadExternalMessages } from './messages'

const ExternalPart = lazyPart(() => import('./external-part'), loadExternalMessages)

/** Rating and links of a series or book, as a part of its page that comes after it. */
export function RatingAndLinks({ of }: { readonly of: Subject }) {
  return (
    <Suspense fallback={null}>
      <ExternalPart of={of} />
    </Suspense>
  )
}
