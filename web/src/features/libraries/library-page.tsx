import { Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../messages'
import { CardSkeleton } from '../../ui/card-skeleton'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Trouble } from '../../ui/trouble'
import { VirtualGrid } from '../../ui/virtual-grid'
import { BookCard } from '../books'
import { EmptyList } from '../lists/empty-list'
import { FilterPlace } from '../lists/filter/filter-place'
import { lazyPart } from '../lists/lazy-part'
import { ListToolbar } from '../lists/list-toolbar'
import { MisfitNotice } from '../lists/misfit-notice'
import { useListAddress } from '../lists/use-list-address'
import { usePagedList } from '../lists/use-paged-list'
import { SeriesCard } from '../series'
import { useLibraries } from './libraries.queries'
import classes from './library-page.module.css'
import { LibraryPicker } from './library-picker'

const FilterChips = lazyPart(() => import('../lists/filter/filter-chips'))

/** One library, or all of them: series or books, in any order, filtered and looked through by text. */
export function LibraryPage() {
  const { libraryId, question, misfits, ask } = useListAddress()
  const { kind, condition, sort, text, view } = question
  const library = useLibraries().data?.find(one => one.id === libraryId)
  const title = libraryId ? (library?.name ?? '') : t('libraries.all')
  usePageTitle(title || undefined)
  const list = usePagedList({ kind, libraryId, condition, sort, text })
  const [filtering, setFiltering] = useState(false)
  useTopWhenChanged(JSON.stringify([libraryId, kind, condition, sort, text]))
  const look = view === 'list' ? 'list' : 'grid'

  return (
    <div className={classes.body}>
      <div className={classes.main}>
        <Page
          title={title || '\u00a0'}
          line={
            misfits.length > 0 || list.total === null
              ? '\u00a0'
              : t(list.kind === 'series' ? 'series.count' : 'books.count', { count: list.total })
          }
          aside={<LibraryPicker libraryId={libraryId} />}
        >
          <ListToolbar
            question={question}
            onAsk={ask}
            filtering={filtering}
            onFilter={() => setFiltering(!filtering)}
          />
          {condition && (
            <div className={classes.chips}>
              <Suspense>
                <FilterChips
                  kind={kind}
                  condition={condition}
                  onChange={condition => ask({ condition })}
                  onEdit={() => setFiltering(true)}
                />
              </Suspense>
            </div>
          )}
          {misfits.length > 0 ? (
            <MisfitNotice misfits={misfits} onGo={() => ask({})} />
          ) : list.error && list.total === null ? (
            <Trouble error={list.error} onRetry={list.retry} />
          ) : list.total === 0 ? (
            <EmptyList text={text} filtered={condition !== null} />
          ) : (
            <div className={classes.list} data-waiting={list.waiting}>
              <VirtualGrid
                key={list.key}
                label={title}
                total={list.total ?? 0}
                look={look}
                onRange={list.onRange}
                keyAt={index => list.itemAt(index)?.item.id ?? null}
                renderItem={(index, hints) => {
                  const found = list.itemAt(index)
                  if (!found) return <CardSkeleton look={look} />
                  const card = look === 'list' ? 'row' : 'card'
                  return found.kind === 'series' ? (
                    <SeriesCard key={found.item.id} series={found.item} place="library" look={card} {...hints} />
                  ) : (
                    <BookCard key={found.item.id} book={found.item} place="library" look={card} {...hints} />
                  )
                }}
              />
            </div>
          )}
        </Page>
      </div>
      <FilterPlace
        opened={filtering}
        question={question}
        libraryId={libraryId}
        total={list.waiting ? null : list.total}
        onAsk={ask}
        onClose={() => setFiltering(false)}
      />
    </div>
  )
}

/** Another question starts at the top; coming back to the page does not. */
function useTopWhenChanged(key: string): void {
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key])
}
