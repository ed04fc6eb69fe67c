import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'

const BookMarks = lazyPart(() => import('./book-marks'))

/** The user's marks in a book, as a lazy part of its page. */
export function MarksOfBook({ bookId }: { readonly bookId: string }) {
  return (
    <Suspense fallback={null}>
      <BookMarks bookId={bookId} />
    </Suspense>
  )
}
