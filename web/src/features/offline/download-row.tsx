import { IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { bookSource } from '../../api/book-source'
import type { DownloadedBook } from '../../device/downloads.types'
import { formatSize } from '../../messages'
import { Cover } from '../../ui/cover'
import { IconButton } from '../../ui/icon-button'
import { bookCover } from '../books/book-facts'
import { bookTitle } from '../books/book-title'
import { download, removeDownload } from './downloader'
import { to } from './messages'
import classes from './offline-page.module.css'

export function DownloadRow({ record }: { readonly record: DownloadedBook }) {
  const { book, state, done, total } = record
  const { id } = book
  const title = bookTitle(book)
  const source = bookSource(book)
  const isUnderway = state === 'waiting' || state === 'loading'
  return (
    <li className={classes.row}>
      <span className={classes.cover}>
        <Cover src={bookCover(book)} thumbHash={book.thumbHash} title={title} />
      </span>
      <div className={classes.words}>
        {state === 'done' ? (
          <Link to="/books/$bookId/read" params={{ bookId: id }}>
            {title}
          </Link>
        ) : (
          <strong>{title}</strong>
        )}
        {source !== null && <span>{source}</span>}
        <span>{stateOf(record)}</span>
        {isUnderway && total > 0 && <progress aria-label={title} value={done} max={total} />}
      </div>
      {state === 'failed' && (
        <IconButton label={to('offline.retryOf', { title })} onClick={() => void download([book])}>
          <IconRefresh size={20} stroke={1.7} />
        </IconButton>
      )}
      <IconButton
        label={isUnderway ? to('offline.cancelOf', { title }) : to('offline.removeOf', { title })}
        onClick={() => void removeDownload(id)}
      >
        {isUnderway ? <IconX size={20} stroke={1.7} /> : <IconTrash size={20} stroke={1.7} />}
      </IconButton>
    </li>
  )
}

function stateOf({ state, done, total, bytes, problem = '' }: DownloadedBook): string {
  if (state === 'done') return to('offline.done', { size: formatSize(bytes) })
  if (state === 'failed') return to('offline.failed', { problem })
  return state === 'waiting' || total === 0 ? to('offline.waiting') : to('offline.loading', { done, total })
}
