import type { BookBulkAction, SeriesBulkAction } from '@octavo/contract/bulk-edit'
import { manyEdits } from '../../catalogue/editing'

type NamesAction = Extract<BookBulkAction, { readonly type: 'genres' | 'tags' }>

/** What an action makes of one book; null for one that starts tasks. */
export function bookEditOf(
  action: BookBulkAction,
  includeLocked: boolean,
): ((state: manyEdits.BookState) => manyEdits.BookEdit) | null {
  const isBound = !includeLocked
  switch (action.type) {
    case 'edit':
      return () => ({ ...action.changes, isBound })
    case 'locks':
      return () => ({ locks: action.locks })
    case 'genres':
      return ({ values }) => ({ genres: namesOf(values.genres, action), isBound })
    case 'tags':
      return ({ values }) => ({ subjects: namesOf(values.subjects, action), isBound })
    case 'reset':
      return () => ({ resets: includeLocked ? 'all' : 'unlocked' })
    default:
      return null
  }
}

/** What an action makes of one series; null for one that starts tasks. */
export function seriesEditOf(
  action: SeriesBulkAction,
  includeLocked: boolean,
): ((state: manyEdits.SeriesState) => manyEdits.SeriesEdit) | null {
  const isBound = !includeLocked
  switch (action.type) {
    case 'edit':
      return () => ({ ...action.changes, isBound })
    case 'locks':
      return () => ({ locks: action.locks })
    case 'genres':
      return ({ values }) => ({ genres: namesOf(values.genres, action), isBound })
    case 'tags':
      return ({ values }) => ({ tags: namesOf(values.tags, action), isBound })
    case 'reset':
      return () => ({ resets: includeLocked ? 'all' : 'unlocked' })
    default:
      return null
  }
}

function namesOf(names: readonly string[], { replace, add, remove }: NamesAction): string[] {
  return manyEdits.changedNames(replace ?? names, { add, remove })
}

/** What rules may have to say for an action: see names-by-rules. */
export function namingOf(action: BookBulkAction | SeriesBulkAction) {
  if (action.type === 'reset') return { title: null }
  return action.type === 'locks' ? { locks: action.locks } : {}
}

/** Characters of actions, as JSON, that one transaction carries out: 500 names for each of 20 books would take most of a second. */
const OF_ONE_TRANSACTION = 4_000

/** Books or series that one transaction edits: the more an action writes to each, the fewer. */
export function rowsAtOnce(action: string, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(OF_ONE_TRANSACTION / action.length)))
}
