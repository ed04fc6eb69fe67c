import type { EntityEvent } from '@octavo/contract/event'
import type { Audience, Happening } from './happening'
import type { Schema } from './schema'
import { TABLES } from './tables'

/** By event: the table whose row it is about. The table's registry entry decides who may receive it. */
const SUBJECTS: { readonly [Type in EntityEvent['type']]: keyof Schema } = {
  book_created: 'books',
  book_updated: 'books',
  book_deleted: 'books',
  series_created: 'series',
  series_updated: 'series',
  series_deleted: 'series',
  series_metadata_updated: 'series',
  series_bulk_purged: 'series',
  cover_updated: 'covers',
  library_created: 'libraries',
  library_updated: 'libraries',
  library_deleted: 'libraries',
  library_names_updated: 'libraries',
  collection_created: 'curated_lists',
  collection_updated: 'curated_lists',
  collection_deleted: 'curated_lists',
  readlist_created: 'curated_lists',
  readlist_updated: 'curated_lists',
  readlist_deleted: 'curated_lists',
  read_progress_updated: 'read_progress',
  read_progress_deleted: 'read_progress',
  series_progress_updated: 'series_progress',
}

/** By a changed field that each reader has for themselves: its table. */
const OWN_FIELDS: Readonly<Record<string, keyof Schema>> = {
  marks: 'marks',
  rating: 'ratings',
  readHistory: 'readings',
  wantToRead: 'want_to_read',
}

/**
 * Checks that an event names everything its receivers depend on: the library of a row that is seen with its book, series
 * or library; the user of a row that belongs to one.
 * @throws Error if it would reach others: a mistake of its publisher
 */
export function checkAudience(happening: Happening): void {
  for (const table of subjectsOf(happening)) {
    for (const key of requiredOf(table)) {
      if (happening.to[key] === undefined) throw new Error(`An event about ${table} must name its audience by ${key}`)
    }
  }
}

function subjectsOf({ channel, event }: Happening): readonly (keyof Schema)[] {
  if (channel === 'scan') return ['scans']
  if (channel !== 'entity') return []
  const fields = 'fields' in event ? (event.fields ?? []) : []
  return [SUBJECTS[event.type], ...fields.flatMap(field => OWN_FIELDS[field] ?? [])]
}

function requiredOf(table: keyof Schema): readonly (keyof Audience)[] {
  const { seenWith, references } = TABLES[table]
  const isInLibrary = seenWith === 'book' || seenWith === 'series' || seenWith === 'library'
  const owner = references?.user_pk
  const isOfUser = owner?.to === 'users' && owner.gone === 'drop'
  return [...(isInLibrary ? (['libraryPk'] as const) : []), ...(isOfUser ? (['userPk'] as const) : [])]
}
