import { BOOK_ARRANGEMENT, BOOK_FIELD_REGISTRY } from './book-fields'
import { arranged, type LockOf, lockNames } from './fields'
import { SERIES_FIELD_REGISTRY } from './series-fields'
import * as z from './zod'

/** A locked field keeps its value regardless of files and providers. */
function locks<Name extends string>(names: readonly Name[]) {
  return z.object(Object.fromEntries(names.map(name => [name, z.boolean()])) as Record<Name, z.ZodBoolean>)
}

export type SeriesLockName = LockOf<typeof SERIES_FIELD_REGISTRY>
export const SERIES_LOCKS = lockNames(SERIES_FIELD_REGISTRY)

/** Locks of books have the names of their fields. */
export type BookLockName = `${LockOf<typeof BOOK_FIELD_REGISTRY>}Lock`
export const BOOK_LOCKS = arranged<LockOf<typeof BOOK_FIELD_REGISTRY>>(
  lockNames(BOOK_FIELD_REGISTRY),
  BOOK_ARRANGEMENT.locks,
).map((name): BookLockName => `${name}Lock`)

export const MetadataLocks = locks(SERIES_LOCKS).meta({ id: 'MetadataLocks' })
export type MetadataLocks = z.infer<typeof MetadataLocks>

export const BookMetadataLocks = locks(BOOK_LOCKS).meta({ id: 'BookMetadataLocks' })
export type BookMetadataLocks = z.infer<typeof BookMetadataLocks>
