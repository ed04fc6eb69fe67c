import '../../ui/lost-focus'
import type { Subject } from './external.queries'
import { RatingPanel } from './rating-panel'
import { SitesPanel } from './sites-panel'

export default function ExternalPart({ of }: { readonly of: Subject }) {
  return (
    <>
      <RatingPanel of={of} />
      <SitesPanel of={of} />
    </>
  )
}
