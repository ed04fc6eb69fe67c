import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'

type Mark = 'read' | 'unread'

/** Marks a book as read or unread, with a way back. */
export function useMarkBook(book: Pick<BookDto, 'id' | 'title'>) {
  return useMark(`/books/${book.id}`, book.title)
}

/** Marks every book of a series. */
export function useMarkSeries(series: Pick<SeriesDto, 'id' | 'title'>) {
  return useMark(`/series/${series.id}`, series.title)
}

function useMark(path: string, title: string) {
  const send = (mark: Mark) => api.post(`${path}/${mark}`)
  return useMutation({
    mutationFn: send,
    onSuccess: (_, mark) => {
      freshenProgress()
      const opposite: Mark = mark === 'read' ? 'unread' : 'read'
      toast({
        message: t(mark === 'read' ? 'progress.markedRead' : 'progress.markedUnread', { title }),
        undo: { label: t('action.undo'), run: () => void send(opposite).then(freshenProgress, complain) },
      })
    },
    onError: complain,
  })
}

/** Every list shows progress: all of them are asked anew when next looked at. */
export function freshenProgress(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.books })
  void queryClient.invalidateQueries({ queryKey: queryKeys.series })
}

function complain(error: unknown): void {
  toast({ message: errorSentence(error), tone: 'bad' })
}
