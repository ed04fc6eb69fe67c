import { Link } from '@tanstack/react-router'
import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { Shelf, type ShelfLink } from '../../ui/shelf'
import { BookCard } from '../books'
import { readingState } from '../progress'
import { ContinueCard } from './continue-card'

const offlinePage: ShelfLink = props => <Link to="/offline" {...props} />

/** Without the server: what can be read on this device, first the books in progress. */
export function DeviceRows({ books }: { readonly books: readonly BookDto[] }) {
  const begun = books.filter(book => readingState(book) === 'reading')
  const others = books.filter(book => readingState(book) !== 'reading')
  return (
    <>
      {begun.length > 0 && (
        <Shelf title={t('home.continue')} wide link={others.length === 0 ? offlinePage : undefined}>
          {begun.map(book => (
            <ContinueCard key={book.id} book={book} eager />
          ))}
        </Shelf>
      )}
      {others.length > 0 && (
        <Shelf title={t('offline.available')} link={offlinePage}>
          {others.map(book => (
            <BookCard key={book.id} book={book} place="device" eager />
          ))}
        </Shelf>
      )}
    </>
  )
}
