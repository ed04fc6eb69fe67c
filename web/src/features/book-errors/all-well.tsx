import { IconCheck, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Cover } from '../../ui/cover'
import { NoticePage } from '../../ui/notice-page'
import { ta } from '../admin/messages'
import { bookRowQuery } from '../books'
import { bookCover } from '../books/book-facts'
import { bookTitle } from '../books/book-title'
import classes from './all-well.module.css'

const fan = 5

/** No book has errors: shows the newest books and the good news. */
export function AllWell({ ignored }: { readonly ignored: boolean }) {
  const books = useQuery(bookRowQuery('recently-added')).data ?? []
  const shown = books.filter(book => book.coverVersion).slice(0, fan)
  if (ignored) {
    return (
      <NoticePage level={2} icon={<IconEyeOff size={34} stroke={1.5} />} title={ta('errors.noneIgnoredTitle')}>
        {ta('errors.noneIgnoredText')}
      </NoticePage>
    )
  }
  return (
    <div className={classes.well}>
      {shown.length >= 3 && (
        <div className={classes.fan} aria-hidden>
          {shown.map((book, index) => (
            <span
              key={book.id}
              className={classes.card}
              style={{ '--turn': index - (shown.length - 1) / 2 } as CSSProperties}
            >
              <Cover src={bookCover(book)} thumbHash={book.thumbHash} title={bookTitle(book)} eager />
            </span>
          ))}
          <span className={classes.tick}>
            <IconCheck size={22} stroke={2.4} />
          </span>
        </div>
      )}
      <h2>{ta('errors.noneTitle')}</h2>
      <p>{ta('errors.noneText')}</p>
    </div>
  )
}
