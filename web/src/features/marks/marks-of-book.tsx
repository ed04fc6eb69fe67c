import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { loadMarkMessages } from './messages'

const BookMarks = lazyPart(() => import('./book-marks'), loadMarkMessages)

/** What somebody has marked in a book, as a part of its page that comes after it. */
export function MarksOfBook({ bookId }: { readonly bookId: string }) {
  return (
    <Suspense fallback={null}>
      <BookMarks bookId={bookId} />
    </Suspense>
  )
}
