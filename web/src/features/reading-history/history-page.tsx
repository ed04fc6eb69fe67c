import { Button } from '@mantine/core'
import { IconHistory, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client'
import type { ReadingDto } from '../../api/types'
import { formatDate } from '../../messages'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Cover } from '../../ui/cover'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { toast } from '../../ui/toast'
import touch from '../../ui/touch.module.css'
import { bookCover } from '../books'
import { recordedTitle } from '../books/recorded-title'
import classes from './history.module.css'
import { freshenHistory, historyOnPage, historyQuery } from './history.queries'
import { th } from './messages'

/** The user's finished and abandoned readings, newest first. */
export function HistoryPage() {
  usePageTitle(th('history.title'))
  const [page, setPage] = useState(1)
  const [asks, setAsks] = useState(false)
  const { data, error, refetch } = useQuery(historyQuery(page))
  const clear = useMutation({
    mutationFn: () => api.delete('/api/v1/user/read-history'),
    onSuccess: () => setAsks(false),
    onSettled: freshenHistory,
  })
  return (
    <Page
      narrow
      title={th('history.title')}
      aside={
        data &&
        data.total > 0 && (
          <Button variant="default" leftSection={<IconTrash size={18} stroke={1.7} />} onClick={() => setAsks(true)}>
            {th('history.clear')}
          </Button>
        )
      }
    >
      <ConfirmDialog
        title={th('history.clearAll')}
        confirmLabel={th('history.confirm')}
        opened={asks}
        pending={clear.isPending}
        error={clear.error}
        onConfirm={() => clear.mutate()}
        onClose={() => setAsks(false)}
      >
        <p>{th('history.clearAllText')}</p>
      </ConfirmDialog>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <NoticePage level={2} icon={<IconHistory size={34} stroke={1.5} />} title={th('history.empty')}>
          {th('history.emptyText')}
        </NoticePage>
      )}
      <ul className={classes.list} aria-label={th('history.title')}>
        {data?.data.map(reading => (
          <Reading key={reading.id} reading={reading} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / historyOnPage)} onPage={setPage} />
    </Page>
  )
}

function Reading({ reading }: { readonly reading: ReadingDto }) {
  const { id, bookId, seriesTitle, completed, page, endedAt, thumbHash } = reading
  const title = recordedTitle(reading.bookTitle, seriesTitle)
  const remove = useMutation({
    mutationFn: () =>
      api.delete('/api/v1/books/{book_id}/read-history/{completion_id}', {
        params: { book_id: bookId, completion_id: id },
      }),
    onSuccess: () => toast({ message: th('history.deleted') }),
    onError: failure => toast({ message: errorSentence(failure), tone: 'bad' }),
    onSettled: freshenHistory,
  })
  return (
    <li className={classes.row}>
      <span className={classes.cover}>
        <Cover
          src={bookCover({ id: bookId, coverVersion: reading.coverVersion })}
          thumbHash={thumbHash}
          title={title}
        />
      </span>
      <span className={classes.words}>
        <Link to="/books/$bookId" params={{ bookId }} className={touch.reach}>
          {title}
        </Link>
        <span>
          {dotted([
            completed ? th('history.finished') : th('history.abandoned', { page }),
            formatDate(endedAt),
            seriesTitle !== reading.bookTitle && seriesTitle,
          ])}
        </span>
      </span>
      <IconButton label={th('history.delete', { title })} onClick={() => remove.mutate()}>
        <IconTrash size={18} stroke={1.6} />
      </IconButton>
    </li>
  )
}
