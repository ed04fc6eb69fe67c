import { getProgression, updateProgression } from '@octavo/contract/publication'
import type { Binder } from '../../../http/bind'
import type { ProgressDeps } from './progress-deps'
import { progressionOf, saveProgression } from './progression'

/** The exact place in an ebook, in the format of reading apps. */
export function progressionRoutes(binder: Binder, deps: ProgressDeps): void {
  binder.bind(getProgression, ({ viewer, params }) => progressionOf(deps, viewer, params.book_id))

  binder.bind(updateProgression, async call => {
    await saveProgression(deps, call, call.params.book_id, call.body)
    return null
  })
}
