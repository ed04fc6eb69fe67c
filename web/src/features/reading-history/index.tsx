import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { loadHistoryMessages } from './messages'

const BookHistory = lazyPart(() => import('./book-history'), loadHistoryMessages)

type Props = { readonly book: { readonly id: string; readonly title: string } }

/** How often a book was read, and where devices are in it, as a part of its page that comes after it. */
export function HistoryOfBook({ book }: Props) {
  return (
    <Suspense fallback={null}>
      <BookHistory book={book} />
    </Suspense>
  )
}
