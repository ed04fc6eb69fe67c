import { Button } from '@mantine/core'
import { IconCopyCheck, IconSearch, IconWand } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SeriesDuplicateGroup } from '../../api/types'
import { t } from '../../messages'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { ta } from '../admin/messages'
import { BookGroup } from './book-group'
import {
  bookGroupsQuery,
  type Certainty,
  duplicateSearchQuery,
  seriesDuplicatesQuery,
  useDismiss,
  useFindDuplicates,
} from './duplicates.queries'
import classes from './duplicates-page.module.css'
import { Group, Part } from './group-frame'
import { KeepButton } from './keep-button'
import { Regroupings } from './regroupings'
import { RuleDialog } from './rule-dialog'

const seriesOnPage = 20

/** Duplicate books, likely duplicate series, and past merges. */
export function DuplicatesPage() {
  usePageTitle(ta('admin.section.duplicates'))
  const proved = useQuery(bookGroupsQuery('proved', 1))
  const likely = useQuery(bookGroupsQuery('likely', 1))
  const series = useQuery(seriesDuplicatesQuery)
  const search = useQuery(duplicateSearchQuery)
  const find = useFindDuplicates()
  const [byRule, setByRule] = useState(false)
  const all = [proved, likely, series]
  const failed = all.find(one => one.error && !one.data)?.error
  const books = (proved.data?.total ?? 0) + (likely.data?.total ?? 0)
  const isKnown = all.every(one => one.data) && search.data !== undefined
  const none = isKnown && books === 0 && series.data?.duplicates.length === 0
  const look = (
    <Button
      variant={books > 0 ? 'default' : 'filled'}
      leftSection={<IconSearch size={18} stroke={1.8} />}
      loading={find.isPending}
      onClick={() => find.mutate()}
    >
      {ta('duplicates.find')}
    </Button>
  )
  return (
    <Page
      wide
      title={ta('admin.section.duplicates')}
      line={ta('duplicates.text')}
      aside={
        !none && (
          <div className={classes.actions}>
            {look}
            {books > 0 && (
              <Button leftSection={<IconWand size={18} stroke={1.8} />} onClick={() => setByRule(true)}>
                {ta('duplicates.byRule')}
              </Button>
            )}
          </div>
        )
      }
    >
      {failed && <ErrorNotice error={failed} onRetry={() => all.forEach(one => void one.refetch())} />}
      {none && (
        <NoticePage
          level={2}
          icon={<IconCopyCheck size={34} stroke={1.5} />}
          title={ta(search.data === false ? 'duplicates.notYet' : 'duplicates.noneTitle')}
          actions={look}
        >
          {ta('duplicates.noneText')}
        </NoticePage>
      )}
      {byRule && <RuleDialog onClose={() => setByRule(false)} />}
      <div className={classes.parts}>
        <Books title={ta('duplicates.books')} certainty="proved" />
        <Books title={ta('duplicates.likelyBooks')} certainty="likely" />
        <Series groups={series.data?.duplicates ?? []} />
        <Regroupings />
      </div>
    </Page>
  )
}

function Books({ title, certainty }: { readonly title: string; readonly certainty: Certainty }) {
  const [page, setPage] = useState(1)
  const { data } = useQuery({ ...bookGroupsQuery(certainty, page), placeholderData: keepPreviousData })
  const pages = Math.max(1, data?.totalPages ?? 1)
  return (
    <Part
      {...{ title, page: Math.min(page, pages), pages, onPage: setPage, wide: true }}
      groups={data?.data ?? []}
      total={data?.total ?? 0}
    >
      {group => <BookGroup key={group.id} group={group} />}
    </Part>
  )
}

function Series({ groups }: { readonly groups: readonly SeriesDuplicateGroup[] }) {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(groups.length / seriesOnPage))
  const here = Math.min(page, pages)
  return (
    <Part
      {...{ title: ta('duplicates.series'), page: here, pages, onPage: setPage, total: groups.length }}
      groups={groups.slice((here - 1) * seriesOnPage, here * seriesOnPage)}
    >
      {group => <SeriesGroup key={group.id} group={group} />}
    </Part>
  )
}

function SeriesGroup({ group }: { readonly group: SeriesDuplicateGroup }) {
  const dismiss = useDismiss('series', group.id)
  const mergeInto = (id: string, libraryId: string) => ({
    kind: 'series' as const,
    targetId: id,
    otherIds: group.members.filter(other => other.id !== id && other.libraryId === libraryId).map(other => other.id),
  })
  return (
    <Group
      title={group.members[0]?.title ?? group.matchKey}
      line={group.matchType === 'title' ? ta('duplicates.byTitle') : ta('duplicates.byId', { id: group.matchKey })}
      pending={dismiss.isPending}
      onDismiss={() => dismiss.mutate()}
    >
      {group.members.map(series => (
        <li key={series.id} className={classes.member}>
          <div>
            <Link className={classes.name} to="/series/$seriesId" params={{ seriesId: series.id }}>
              {series.title}
            </Link>
            <p id={`${series.id}-place`}>
              {dotted([series.libraryName, t('books.count', { count: series.bookCount })])}
            </p>
            {mergeInto(series.id, series.libraryId).otherIds.length > 0 ? (
              <KeepButton
                merge={mergeInto(series.id, series.libraryId)}
                title={series.title}
                describedBy={`${series.id}-place`}
              />
            ) : (
              <p className={classes.hint}>{ta('duplicates.otherLibrary')}</p>
            )}
          </div>
        </li>
      ))}
    </Group>
  )
}
