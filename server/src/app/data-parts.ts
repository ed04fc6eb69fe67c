import { PRESETS_PART } from '../features/finding/filter-presets'
import { avatarPart } from '../features/people/avatars'
import { PREFERENCES_PART } from '../features/people/preferences'
import { COLLECTIONS_PART, READ_LISTS_PART } from '../features/reading/curated-lists'
import { HISTORY_PART } from '../features/reading/history'
import { MARKS_PART } from '../features/reading/marks'
import { reports } from '../features/reading/progress'
import { RATINGS_PART } from '../features/reading/ratings'
import { SESSIONS_PART } from '../features/reading/sessions'
import { WANT_TO_READ_PART } from '../features/reading/want-to-read'
import type { AnyDataPart } from '../platform/data-part'

/** All data of a person, in import order: readings before the queue, since finished books leave the queue. */
export const dataParts = (deps: Parameters<typeof avatarPart>[0]): readonly AnyDataPart[] => [
  reports.PLACES_PART,
  HISTORY_PART,
  SESSIONS_PART,
  RATINGS_PART,
  MARKS_PART,
  WANT_TO_READ_PART,
  COLLECTIONS_PART,
  READ_LISTS_PART,
  PREFERENCES_PART,
  PRESETS_PART,
  avatarPart(deps),
]
