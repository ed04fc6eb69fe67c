import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Segmented } from '../../ui/segmented'
import { toast } from '../../ui/toast'
import { useDraggedRow } from '../../ui/use-dragged-row'
import { LeaveChoice } from './leave-choice'
import { tw } from './messages'
import { type QueueSort, queueQuery } from './queue.queries'
import classes from './queue-page.module.css'
import { type QueueEntry, QueueRow, titleOf } from './queue-row'

/** The user's queue in its own order: changed by dragging, by buttons, or by keys on the grip. */
export function QueuePage() {
  usePageTitle(t('wantToRead.title'))
  const [sort, setSort] = useState<QueueSort>('custom')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(queueQuery(sort))
  const loaded = data?.pages.flatMap(page => page.items)
  const total = data?.pages[0]?.total ?? 0
  const { entries, move, said, saveOrder } = useOrder(loaded ?? [], total)
  const { list, dragged, handle } = useDraggedRow(move, saveOrder)
  const isOwn = sort === 'custom'
  return (
    <Page
      narrow
      title={t('wantToRead.title')}
      aside={
        total > 1 && (
          <Segmented
            label={tw('queue.sort')}
            value={sort}
            onChange={setSort}
            choices={[
              { value: 'custom', label: tw('queue.own') },
              { value: 'newest', label: tw('queue.newest') },
              { value: 'oldest', label: tw('queue.oldest') },
            ]}
          />
        )
      }
    >
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && total === 0 && (
        <NoticePage level={2} icon={<IconBookmark size={34} stroke={1.5} />} title={tw('queue.empty')}>
          {tw('queue.emptyText')}
        </NoticePage>
      )}
      <ol ref={list} className={classes.list} aria-label={t('wantToRead.title')}>
        {entries.map((entry, index) => (
          <QueueRow
            key={entry.id}
            entry={entry}
            isFirst={index === 0}
            isLast={index === entries.length - 1}
            isDragged={dragged === index}
            handle={isOwn ? handle(index) : null}
            onMove={to => {
              move(index, to === 'top' ? 0 : index + to)
              saveOrder()
            }}
          />
        ))}
      </ol>
      <p className={classes.said} role="status">
        {said}
      </p>
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {tw('queue.moreEntries')}
          </Button>
        </div>
      )}
      {data && (
        <div className={classes.choice}>
          <LeaveChoice />
        </div>
      )}
    </Page>
  )
}

/** The order during a change: shown at once, and sent when the row is dropped. */
function useOrder(loaded: readonly QueueEntry[], total: number) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const [said, setSaid] = useState('')
  const save = useMutation({
    mutationFn: (ids: readonly string[]) => api.put('/api/v1/want-to-read/order', { body: { ids: [...ids] } }),
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.wantToRead })
      setOrder(null)
    },
  })
  const places = new Map(order?.map((id, place) => [id, place]))
  const entries = order ? loaded.toSorted((a, b) => (places.get(a.id) ?? total) - (places.get(b.id) ?? total)) : loaded
  const move = (from: number, to: number) => {
    const entry = entries[from]
    if (!entry || to < 0 || to >= entries.length) return
    const next = entries.toSpliced(from, 1).toSpliced(to, 0, entry)
    setOrder(next.map(({ id }) => id))
    setSaid(tw('queue.moved', { title: titleOf(entry), place: to + 1, total }))
  }
  const saveOrder = () =>
    setOrder(current => {
      if (current) save.mutate(current)
      return current
    })
  return { entries, move, said, saveOrder }
}
