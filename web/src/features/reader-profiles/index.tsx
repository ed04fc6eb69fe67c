import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'

const Part = lazyPart(() => import('./reader-profiles'))

/** Reader settings, as a part of the profile page. */
export function ReaderProfilesPart() {
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  )
}
