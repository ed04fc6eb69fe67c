import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'

const BookHistory = lazyPart(() => import('./book-history'))

type Props = { readonly book: { readonly id: string; readonly title: string } }

/** Readings of a book and places of devices, as a lazy part of its page. */
export function HistoryOfBook({ book }: Props) {
  return (
    <Suspense fallback={null}>
      <BookHistory book={book} />
    </Suspense>
  )
}
