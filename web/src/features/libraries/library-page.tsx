import { IconBookOff, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '../../messages'
import { CardSkeleton } from '../../ui/card-skeleton'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Trouble } from '../../ui/trouble'
import { VirtualGrid } from '../../ui/virtual-grid'
import { BookCard } from '../books'
import { useActiveScans } from '../scans'
import { SeriesCard } from '../series'
import { useLibraries } from './libraries.queries'
import classes from './library-page.module.css'
import { LibraryPicker } from './library-picker'
import { LibraryToolbar } from './library-toolbar'
import { type ListState, readListState, wholeState } from './list-state'
import { usePagedList } from './use-paged-list'

/** One library, or all of them: series or books, in any order, looked through by text. */
export function LibraryPage() {
  const { libraryId = null } = useParams({ strict: false })
  const state = wholeState(readListState(useSearch({ strict: false })))
  const navigate = useNavigate()
  const library = useLibraries().data?.find(one => one.id === libraryId)
  const title = libraryId ? (library?.name ?? '') : t('libraries.all')
  usePageTitle(title || undefined)
  const list = usePagedList({ kind: state.show, libraryId, sort: state.sort, q: state.q })
  useTopWhenChanged(`${libraryId} ${state.show} ${state.sort} ${state.q}`)

  const change = (part: ListState) => {
    const search = readListState({ ...state, ...part } as Record<string, unknown>)
    void navigate({ to: '.', search, replace: true, resetScroll: false, viewTransition: false })
  }
  return (
    <Page
      title={title || '\u00a0'}
      line={
        list.total === null
          ? '\u00a0'
          : t(list.kind === 'series' ? 'series.count' : 'books.count', { count: list.total })
      }
      aside={<LibraryPicker libraryId={libraryId} />}
    >
      <LibraryToolbar state={state} onChange={change} />
      {list.error && list.total === null ? (
        <Trouble error={list.error} onRetry={list.retry} />
      ) : list.total === 0 ? (
        <EmptyList text={state.q} />
      ) : (
        <div className={classes.list} data-waiting={list.waiting}>
          <VirtualGrid
            key={list.key}
            label={title}
            total={list.total ?? 0}
            look={state.view}
            onRange={list.onRange}
            keyAt={index => list.itemAt(index)?.item.id ?? null}
            renderItem={(index, hints) => {
              const found = list.itemAt(index)
              const look = state.view === 'list' ? 'row' : 'card'
              if (!found) return <CardSkeleton look={state.view} />
              return found.kind === 'series' ? (
                <SeriesCard key={found.item.id} series={found.item} place="library" look={look} {...hints} />
              ) : (
                <BookCard key={found.item.id} book={found.item} place="library" look={look} {...hints} />
              )
            }}
          />
        </div>
      )}
    </Page>
  )
}

function EmptyList({ text }: { readonly text: string }) {
  const scanning = useActiveScans().length > 0
  if (text) {
    return (
      <NoticePage level={2} icon={<IconSearchOff size={34} stroke={1.5} />} title={t('libraries.nothingFound')}>
        {t('libraries.nothingFoundText', { text })}
      </NoticePage>
    )
  }
  return (
    <NoticePage
      level={2}
      icon={<IconBookOff size={34} stroke={1.5} />}
      title={scanning ? t('home.scanningTitle') : t('home.noBooksTitle')}
    >
      {scanning ? t('home.scanningText') : t('home.noBooksText')}
    </NoticePage>
  )
}

/** Another order or text starts at the top; coming back to the page does not. */
function useTopWhenChanged(key: string): void {
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key])
}
