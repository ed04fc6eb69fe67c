import { Button } from '@mantine/core'
import { IconCopyCheck, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DuplicateGroup, SeriesDuplicateGroup } from '../../api/types'
import { formatSize, t } from '../../messages'
import { Cover } from '../../ui/cover'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { IconButton } from '../../ui/icon-button'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { ta } from '../admin/messages'
import { bookCover } from '../books/book-facts'
import {
  bookDuplicatesQuery,
  groupBooksQuery,
  seriesDuplicatesQuery,
  useDismiss,
  useFindDuplicates,
} from './duplicates.queries'
import classes from './duplicates-page.module.css'
import { MergeDialog } from './merge-dialog'

const groupsOnPage = 20

/** Books whose files are the same, and series that seem to be one. */
export function DuplicatesPage() {
  usePageTitle(ta('admin.section.duplicates'))
  const books = useQuery(bookDuplicatesQuery)
  const series = useQuery(seriesDuplicatesQuery)
  const find = useFindDuplicates()
  const failed = books.error ?? series.error
  const none = books.data?.duplicates.length === 0 && series.data?.duplicates.length === 0
  const look = (
    <Button leftSection={<IconSearch size={18} stroke={1.8} />} loading={find.isPending} onClick={() => find.mutate()}>
      {ta('duplicates.find')}
    </Button>
  )
  return (
    <Page wide title={ta('admin.section.duplicates')} line={ta('duplicates.text')} aside={!none && look}>
      {failed && !(books.data && series.data) && (
        <ErrorNotice error={failed} onRetry={() => [books, series].forEach(one => void one.refetch())} />
      )}
      {none && (
        <NoticePage
          level={2}
          icon={<IconCopyCheck size={34} stroke={1.5} />}
          title={ta('duplicates.noneTitle')}
          actions={look}
        >
          {ta('duplicates.noneText')}
        </NoticePage>
      )}
      <div className={classes.parts}>
        <Part title={ta('duplicates.books')} groups={books.data?.duplicates ?? []}>
          {group => <BookGroup key={group.id} group={group} />}
        </Part>
        <Part title={ta('duplicates.series')} groups={series.data?.duplicates ?? []}>
          {group => <SeriesGroup key={group.id} group={group} />}
        </Part>
      </div>
    </Page>
  )
}

type PartProps<G> = {
  readonly title: string
  readonly groups: readonly G[]
  readonly children: (group: G) => ReactNode
}

function Part<G>({ title, groups, children }: PartProps<G>) {
  const [page, setPage] = useState(1)
  if (groups.length === 0) return null
  const pages = Math.ceil(groups.length / groupsOnPage)
  const here = Math.min(page, pages)
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>
        {title} <span>{ta('duplicates.groups', { count: groups.length })}</span>
      </h2>
      <ul className={classes.groups}>{groups.slice((here - 1) * groupsOnPage, here * groupsOnPage).map(children)}</ul>
      <Pager page={here} pages={pages} onPage={setPage} />
    </section>
  )
}

function BookGroup({ group }: { readonly group: DuplicateGroup }) {
  const books = useQuery(groupBooksQuery(group.bookIds)).data
  const dismiss = useDismiss('books', group.id)
  const [first] = books ?? []
  return (
    <Group
      title={first?.title ?? '\u00a0'}
      line={dotted([ta('duplicates.copies', { count: group.bookIds.length }), first && formatSize(first.fileSize)])}
      pending={dismiss.isPending}
      onDismiss={() => dismiss.mutate()}
    >
      {books?.map(book => (
        <li key={book.id} className={classes.member}>
          <span className={classes.cover}>
            <Cover src={bookCover(book)} thumbHash={book.thumbHash} title={book.title} />
          </span>
          <div>
            <Link className={classes.name} to="/books/$bookId" params={{ bookId: book.id }}>
              {book.title}
            </Link>
            <p>{dotted([book.libraryName, book.seriesName])}</p>
            <p>
              {dotted([
                book.fileFormat.toUpperCase(),
                formatSize(book.fileSize),
                t('books.pages', { count: book.pageCount }),
              ])}
            </p>
            <p className={classes.path}>{book.path}</p>
            <KeepButton kind="books" kept={book} ids={books.map(({ id }) => id)} />
          </div>
        </li>
      ))}
    </Group>
  )
}

function SeriesGroup({ group }: { readonly group: SeriesDuplicateGroup }) {
  const dismiss = useDismiss('series', group.id)
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
            <p>{dotted([series.libraryName, t('books.count', { count: series.bookCount })])}</p>
            <KeepButton kind="series" kept={series} ids={group.members.map(({ id }) => id)} />
          </div>
        </li>
      ))}
    </Group>
  )
}

type KeepProps = {
  readonly kind: 'books' | 'series'
  readonly kept: { readonly id: string; readonly title: string }
  readonly ids: readonly string[]
}

/** Merges the others of a group into this one, after a look at what passes on. */
function KeepButton({ kind, kept, ids }: KeepProps) {
  const [opened, setOpened] = useState(false)
  const merge = { kind, keptId: kept.id, otherIds: ids.filter(id => id !== kept.id) }
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={classes.keep}
        aria-label={ta('duplicates.keepNamed', { title: kept.title })}
        onClick={() => setOpened(true)}
      >
        {ta('duplicates.keep')}
      </Button>
      {opened && <MergeDialog merge={merge} title={kept.title} onClose={() => setOpened(false)} />}
    </>
  )
}

type GroupProps = {
  readonly title: string
  readonly line: string
  readonly pending: boolean
  readonly onDismiss: () => void
  readonly children: ReactNode
}

function Group({ title, line, pending, onDismiss, children }: GroupProps) {
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        <div>
          <h3>{title}</h3>
          <p>{line}</p>
        </div>
        <IconButton label={ta('duplicates.dismissNamed', { title })} disabled={pending} onClick={onDismiss}>
          <IconX size={19} stroke={1.7} />
        </IconButton>
      </div>
      <ul className={classes.members}>{children}</ul>
    </li>
  )
}
