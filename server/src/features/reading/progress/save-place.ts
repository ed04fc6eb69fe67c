import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import type { DeviceReport } from './device-places.rules'
import type { ReadableBook } from './progress.queries'
import type { Place } from './progress.rules'
import type { ProgressDeps } from './progress-deps'
import { publishOutcome } from './publish-progress'
import { type Outcome, recordPlace } from './record-place'

/**
 * Records the place of a request, and publishes it.
 * @throws Conflict if a newer reading is known
 */
export async function savePlace(
  { write, clock }: Pick<ProgressDeps, 'write' | 'clock'>,
  viewer: Viewer,
  book: ReadableBook,
  report: DeviceReport & { readonly place: Place | null },
): Promise<Outcome> {
  const outcome = await write(
    async tx => {
      const recorded = await recordPlace(tx, { ...report, user: viewer.userPk, book }, clock())
      publishOutcome(tx, viewer, book, recorded)
      return recorded
    },
    { short: true },
  )
  if (outcome.kind === 'outdated') {
    throw refused('Conflict', 'changed_since', 'A newer place in this book is already saved')
  }
  return outcome
}
