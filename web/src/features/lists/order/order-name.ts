import { t } from '../../../messages'
import type { ListKind } from '../question/question'
import { readSort } from '../question/sort.rules'

export const orderName = (field: string): string => t(`order.${field}` as 'order.title')

/** What the button of the order says: "Title", or "Added, Title". */
export function orderWords(sort: string, kind: ListKind): string {
  return (readSort(sort, kind) ?? []).map(key => orderName(key.field)).join(', ')
}
