import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, SeriesDto } from '../../api/types'
import { patiently, t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import type { Mark, Marked } from './mark-many'

/** Marks a book as read or unread, with an undo. */
export function useMarkBook(book: Pick<BookDto, 'id' | 'title'>) {
  return useMark('books', book)
}

/** Marks every book of a series. */
export function useMarkSeries(series: Pick<SeriesDto, 'id' | 'title'>) {
  return useMark('series', series)
}

function useMark(kind: Marked, { id, title }: { readonly id: string; readonly title: string }) {
  return useMarkMany(kind, mark => t(mark === 'read' ? 'progress.markedRead' : 'progress.markedUnread', { title }), [
    id,
  ])
}

/** Marks several at once: with one message and one undo. */
export function useMarkMany(
  kind: Marked,
  message: (mark: Mark) => string,
  ids: readonly string[],
  onDone: () => void = () => undefined,
) {
  return useMutation({
    mutationFn: async (mark: Mark) => (await patiently(() => import('./mark-many'))).markMany(kind, ids, mark),
    onSuccess: (undoMark, mark) => {
      const action = undoMark && {
        label: t('action.undo'),
        run: () => void undoMark().catch(complain).then(freshenProgress),
      }
      toast({ message: message(mark), action: action ?? undefined })
      onDone()
    },
    onError: complain,
    onSettled: freshenProgress,
  })
}

/** Every list shows progress: all of them are invalidated. */
export function freshenProgress(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.books })
  void queryClient.invalidateQueries({ queryKey: queryKeys.series })
}

function complain(error: unknown): void {
  toast({ message: errorSentence(error), tone: 'bad' })
}
