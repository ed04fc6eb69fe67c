import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'

/** A series or book for the queue. */
export type Wantable = { readonly kind: 'series' | 'book'; readonly id: string; readonly title: string }

/** Every list shows what is in the queue. */
export function freshenWanted(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.books })
  void queryClient.invalidateQueries({ queryKey: queryKeys.series })
  void queryClient.invalidateQueries({ queryKey: queryKeys.wantToRead })
}
