import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { SeriesDto } from '../../api/types'
import { ErrorNotice } from '../../ui/error-notice'
import { tr } from './messages'
import { Preview, usePreview } from './preview'
import { RegroupForm } from './regroup-form'
import { SeriesPicker } from './series-picker'

type Props = { readonly bookIds: readonly string[]; readonly onDone: () => void; readonly onClose: () => void }

/** Chooses the series that books are moved to, in the library of the first book. */
export default function MoveBooksDialog({ bookIds, onDone, onClose }: Props) {
  const [target, setTarget] = useState<SeriesDto | null>(null)
  const firstId = bookIds[0] ?? ''
  const first = useQuery({
    queryKey: [...queryKeys.books, 'move', firstId],
    queryFn: ({ signal }) => api.get('/api/v1/books/{book_id}', { params: { book_id: firstId }, signal }),
  })
  const book = first.data?.book
  // Not offered if nothing would move: all books are in it.
  const own = usePreview(
    ['move', bookIds, book?.seriesId],
    book === undefined
      ? null
      : () => api.post('/api/v1/books/move/preview', { body: { bookIds: [...bookIds], seriesId: book.seriesId } }),
  )
  const isOneSeries = bookIds.length === 1 || own.data?.books === 0
  const body = target && { bookIds: [...bookIds], seriesId: target.id }
  const preview = usePreview(
    ['move', bookIds, target?.id],
    body && (() => api.post('/api/v1/books/move/preview', { body })),
  )
  return (
    <RegroupForm
      title={tr('regroup.moveTitle', { count: bookIds.length })}
      submit={tr('regroup.move')}
      done={tr('regroup.moved', { count: preview.data?.books ?? bookIds.length })}
      ready={body !== null && (preview.data?.books ?? 0) > 0 && !preview.isPlaceholderData}
      act={async () => {
        if (!body) return { regroupings: [] }
        return api.post('/api/v1/books/move', { body })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {first.error && <ErrorNotice error={first.error} onRetry={() => void first.refetch()} />}
      {book && (
        <SeriesPicker
          libraryId={book.libraryId}
          exceptId={isOneSeries ? book.seriesId : null}
          picked={target}
          onPick={setTarget}
        />
      )}
      <Preview preview={preview} target={target?.title ?? ''} />
    </RegroupForm>
  )
}
