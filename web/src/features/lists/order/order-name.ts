import { t } from '../../../messages'
import { fieldLabel } from '../../../messages/field-label'
import { fieldOfSort } from '../question/fields'
import type { ListKind } from '../question/question'
import { RANDOM, readSort } from '../question/sort.rules'

export const orderName = (sort: string): string =>
  sort === RANDOM ? t('order.random') : fieldLabel(fieldOfSort(sort), 'sort')

/** The label of the sort button: "Title", or "Added, Title". */
export function orderWords(sort: string, kind: ListKind): string {
  return (readSort(sort, kind) ?? []).map(key => orderName(key.field)).join(', ')
}
