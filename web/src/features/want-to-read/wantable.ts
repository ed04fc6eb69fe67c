import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'

/** A series or book that may be in the queue. */
export type Wantable = { readonly kind: 'series' | 'book'; readonly id: string; readonly title: string }

/** Every list says what is wanted. */
export function freshenWanted(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.books })
  void queryClient.invalidateQueries({ queryKey: queryKeys.series })
  void queryClient.invalidateQueries({ queryKey: queryKeys.wantToRead })
}
