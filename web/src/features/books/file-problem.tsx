import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto } from '../../api/types'
import { problemSentence } from '../../messages/file-problems/file-problem'

/** What is wrong with the file of a book, in a sentence. */
export default function FileProblem({ book }: { readonly book: BookDto }) {
  const { fileProblem, analysisError } = book
  const errors = useQuery({
    queryKey: queryKeys.errorsOfBook(book.id),
    queryFn: () => api.get('/api/v1/books/{book_id}/errors', { params: { book_id: book.id } }),
    // The book itself has the reason of an error that concerns the whole file.
    enabled: !fileProblem,
  })
  const error = errors.data?.find(({ message }) => message === analysisError)
  const found = fileProblem ? { reason: fileProblem } : error && { ...error, reason: error.details.reason }
  return found ? problemSentence(found) : null
}
