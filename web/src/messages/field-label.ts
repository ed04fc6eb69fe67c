import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { EditNameOf } from '@octavo/contract/fields'
import type { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { t } from './index'

type Books = typeof BOOK_FIELD_REGISTRY
type Series = typeof SERIES_FIELD_REGISTRY
type FieldName = (keyof Books | keyof Series | EditNameOf<Books> | EditNameOf<Series>) & string

/** The key of a field's label: a field without one does not compile. */
export const labelKey = (field: FieldName): Parameters<typeof t>[0] => `field.${field}`

/** The label of a field, or a screen's own label for it. An unknown field is shown by name. */
export function fieldLabel(field: string, screen?: 'column' | 'edit' | 'sort'): string {
  return (screen && labelUnder(`${screen}.${field}`)) ?? labelUnder(`field.${field}`) ?? field
}

/** A missing key is returned as its text. */
function labelUnder(key: string): string | undefined {
  const text = t(key as 'field.title')
  return text === key ? undefined : text
}
