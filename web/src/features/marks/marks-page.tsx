import { Button } from '@mantine/core'
import { MARK_COLORS } from '@octavo/contract/mark-limits'
import { IconDownload, IconHighlight } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '../../api/client'
import type { MarkColor, MyMarkDto } from '../../api/types'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { QuietSelect } from '../../ui/quiet-select'
import { Segmented } from '../../ui/segmented'
import { SearchField } from '../lists/search-field'
import { MarkForm } from './mark-form'
import { MarkRow } from './mark-row'
import { type MarkFilter, type MarkSort, myMarksQuery } from './marks.queries'
import classes from './marks-page.module.css'
import { tm } from './messages'

type Shown = 'all' | 'bookmarks' | 'highlights' | 'notes'
const KINDS: Readonly<Record<Shown, MarkFilter>> = {
  all: {},
  bookmarks: { kind: 'bookmark' },
  highlights: { kind: 'highlight' },
  notes: { hasNote: true },
}
const SORTS = ['newest', 'oldest', 'place'] as const
const COLORS = ['all', ...MARK_COLORS] as const

/** All marks of the user, in all books. */
export function MarksPage() {
  usePageTitle(tm('marks.title'))
  const [shown, setShown] = useState<Shown>('all')
  const [color, setColor] = useState<MarkColor | 'all'>('all')
  const [sort, setSort] = useState<MarkSort>('newest')
  const [q, setQ] = useState('')
  const [edited, setEdited] = useState<MyMarkDto | null>(null)
  const filter: MarkFilter = { ...KINDS[shown], ...(color !== 'all' && { color }), ...(q.trim() && { q }) }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...myMarksQuery(filter, sort),
    placeholderData: keepPreviousData,
  })
  const marks = data?.pages.flatMap(page => page.data) ?? []
  const total = data?.pages[0]?.total ?? 0
  const isFiltered = Object.keys(filter).length > 0
  const isEmpty = data !== undefined && total === 0 && !isFiltered
  return (
    <Page
      narrow
      title={tm('marks.title')}
      aside={
        total > 0 && (
          <div className={classes.exports}>
            {(['markdown', 'json'] as const).map(format => (
              <Button
                key={format}
                component="a"
                variant="default"
                leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
                href={addressOf('/api/v1/user/marks/export', { query: { ...filter, format } })}
                download
              >
                {tm(format === 'json' ? 'marks.exportJson' : 'marks.exportMarkdown')}
              </Button>
            ))}
          </div>
        )
      }
    >
      <div className={classes.filters}>
        <SearchField text={q} onText={setQ} label={tm('marks.search')} />
        <QuietSelect
          label={tm('marks.color')}
          value={color}
          onChange={setColor}
          choices={COLORS.map(value => ({
            value,
            label: value === 'all' ? tm('marks.allColors') : tm(`marks.color.${value}`),
          }))}
        />
        <QuietSelect
          label={tm('marks.sort')}
          value={sort}
          onChange={setSort}
          choices={SORTS.map(value => ({ value, label: tm(`marks.${value}`) }))}
        />
      </div>
      <div className={classes.kinds}>
        <Segmented
          label={tm('marks.kind')}
          value={shown}
          onChange={setShown}
          choices={(['all', 'bookmarks', 'highlights', 'notes'] as const).map(value => ({
            value,
            label: tm(value === 'notes' ? 'marks.withNote' : `marks.${value}`),
          }))}
        />
        <p className={classes.count} role="status">
          {data ? tm('marks.count', { count: total }) : ''}
        </p>
      </div>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <NoticePage level={2} icon={<IconHighlight size={34} stroke={1.5} />} title={tm('marks.empty')}>
          {tm('marks.emptyText')}
        </NoticePage>
      )}
      {data && total === 0 && isFiltered && <p className={classes.none}>{tm('marks.noHits')}</p>}
      <ol className={classes.list} aria-label={tm('marks.title')}>
        {marks.map((mark, at) => (
          <MarkRow
            key={mark.id}
            mark={mark}
            head={marks[at - 1]?.bookId !== mark.bookId}
            onEdit={() => setEdited(mark)}
          />
        ))}
      </ol>
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {tm('marks.more')}
          </Button>
        </div>
      )}
      <Dialog title={edited ? tm(`marks.${edited.kind}`) : ''} opened={edited !== null} onClose={() => setEdited(null)}>
        {edited && <MarkForm mark={edited} onDone={() => setEdited(null)} />}
      </Dialog>
    </Page>
  )
}
