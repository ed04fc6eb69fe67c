import { Button } from '@mantine/core'
import { IconPlaylist } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isNotFound } from '../../api/client'
import type { BookDto, ReadListEntryDto, SeriesDto } from '../../api/types'
import { Detail, dotted } from '../../ui/detail'
import { DetailSkeleton } from '../../ui/detail-skeleton'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import { lazyPart } from '../../ui/lazy-part'
import { NotFoundPage } from '../../ui/not-found-page'
import { NoticePage } from '../../ui/notice-page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { Summary } from '../../ui/summary'
import { toast } from '../../ui/toast'
import { BookCard } from '../books'
import { SeriesCard } from '../series'
import classes from './curated-lists.module.css'
import { curatedListQuery, entriesQuery, entryWords, firstUndecided, membersQuery } from './curated-lists.queries'
import { listLine } from './curated-lists-page'
import { ListActions } from './list-actions'
import { type CuratedList, type ListKind, listKind } from './list-kind'
import { listCover } from './lists.queries'
import { tl } from './messages'

const ChooseBookDialog = lazyPart(() => import('./choose-book-dialog'))

/** A collection or reading list: its description and members. */
export function CuratedListPage() {
  const { kind: word, listId } = useParams({ from: '/app/lists/$kind/$listId' })
  const kind = listKind(word)
  return kind ? <One key={listId} kind={kind} listId={listId} /> : <NotFoundPage />
}

function One({ kind, listId }: { readonly kind: ListKind; readonly listId: string }) {
  const list = useQuery(curatedListQuery(kind, listId))
  // Also while it is shown: somebody has deleted it, or stopped sharing it.
  if (isNotFound(list.error)) return <NotFoundPage />
  if (list.data) return <ListView kind={kind} list={list.data} />
  if (list.error) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} level={1} />
  return <DetailSkeleton />
}

type Props = { readonly kind: ListKind; readonly list: CuratedList }

function ListView({ kind, list }: Props) {
  usePageTitle(list.name)
  const isArranged = kind === 'readlists' && list.ordered && !list.automatic
  return (
    <Detail
      id={list.id}
      cover={listCover(kind, list)}
      thumbHash={null}
      title={list.name}
      over={
        <Link to="/lists/$kind" params={{ kind }}>
          {tl(`curated.kind.${kind}`)}
        </Link>
      }
      line={listLine(kind, list)}
      actions={<ListActions kind={kind} list={list} />}
    >
      {list.summary && <Summary text={list.summary} />}
      {isArranged ? <Entries list={list} /> : <Members kind={kind} list={list} />}
    </Detail>
  )
}

function usePage() {
  const { page = 1 } = useSearch({ from: '/app/lists/$kind/$listId' })
  const navigate = useNavigate({ from: '/lists/$kind/$listId' })
  const toPage = (next: number) => {
    void navigate({ search: next > 1 ? { page: next } : {} })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  return { page, toPage }
}

function Members({ kind, list }: Props) {
  const { page, toPage } = usePage()
  const found = useQuery(membersQuery(kind, list.id, page))
  if (found.error && !found.data) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
  if (found.data?.total === 0) return <Empty />
  return (
    <section className={classes.section} aria-label={list.name}>
      <ul className={classes.cards}>
        {found.data?.data.map((item, at) => (
          <li key={item.id}>
            {kind === 'collections' ? (
              <SeriesCard series={item as SeriesDto} place="search" eager={at < 12} />
            ) : (
              <BookCard book={item as BookDto} place="search" eager={at < 12} />
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} pages={found.data?.totalPages ?? 0} onPage={toPage} />
    </section>
  )
}

/** A reading list in its order, with sections and missing books. */
function Entries({ list }: Pick<Props, 'list'>) {
  const { page, toPage } = usePage()
  const found = useQuery(entriesQuery(list.id, page))
  const [missing, setMissing] = useState<ReadListEntryDto | null>(null)
  const toMatch = useMutation({
    mutationFn: () => firstUndecided(list.id),
    onSuccess: found => {
      setMissing(found)
      if (!found) toast({ message: tl('curated.matchNone') })
    },
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
  if (found.error && !found.data) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
  if (found.data?.total === 0) return <Empty />
  return (
    <section className={classes.section} aria-label={list.name}>
      {'undecidedCount' in list && list.undecidedCount > 0 && (
        <Button variant="default" loading={toMatch.isPending} onClick={() => toMatch.mutate()}>
          {tl('curated.match', { count: list.undecidedCount })}
        </Button>
      )}
      <ol className={classes.rows}>
        {found.data?.data.map(entry => {
          const { name, line } = entryWords(entry)
          return (
            <li key={entry.id}>
              {entry.section && <h2 className={classes.heading}>{entry.section}</h2>}
              {entry.book ? (
                <BookCard book={entry.book} place="search" look="row" eager={false} />
              ) : (
                <div className={classes.row} data-wanted>
                  <span className={classes.rowWords}>
                    <span>{name}</span>
                    <span className={classes.line}>
                      {dotted([line, tl(entry.undecided ? 'curated.unclear' : 'curated.missing')])}
                    </span>
                  </span>
                  {list.mayEdit && (
                    <Button
                      variant="default"
                      aria-label={tl('curated.chooseBookFor', { name })}
                      onClick={() => setMissing(entry)}
                    >
                      {tl('curated.chooseBook')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {missing && (
        <Suspense>
          <ChooseBookDialog listId={list.id} entry={missing} onClose={() => setMissing(null)} />
        </Suspense>
      )}
      <Pager page={page} pages={found.data?.totalPages ?? 0} onPage={toPage} />
    </section>
  )
}

function Empty() {
  return (
    <NoticePage level={2} icon={<IconPlaylist size={34} stroke={1.5} />} title={tl('curated.empty')}>
      {tl('curated.emptyText')}
    </NoticePage>
  )
}
