import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { useMay } from '../auth'
import type { Subject } from './external.queries'

const AddLinkDialog = lazyPart(() => import('./add-link-dialog'))

/** Links a series or book to its page at another site. */
export function useAddLink(of: Subject): {
  readonly ask: (() => void) | null
  readonly dialog: ReactNode
} {
  const may = useMay(of.kind === 'series' ? 'series-write' : 'books-write')
  const [opened, setOpened] = useState(false)
  return {
    ask: may ? () => setOpened(true) : null,
    dialog: opened && (
      <Suspense>
        <AddLinkDialog of={of} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
