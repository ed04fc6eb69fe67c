import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { type FieldRegistry, lockedFields } from '@octavo/contract/fields'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'

/** Names of locks that differ from their fields'. */
export const LOCKED_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  [BOOK_FIELD_REGISTRY, SERIES_FIELD_REGISTRY].flatMap((registry: FieldRegistry) =>
    lockedFields(registry).filter(([lock, field]) => lock !== field),
  ),
)
