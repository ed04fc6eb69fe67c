import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { t } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { lazyPart } from '../../ui/lazy-part'
import { NotFoundPage } from '../../ui/not-found-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { useScrollBack } from '../../ui/use-scroll-back'
import type { ListHandle } from '../../ui/use-virtual-list'
import { CoverButton } from '../covers'
import { AlphabetRail } from '../lists/alphabet/alphabet-rail'
import { CoverSize, useCoverSize } from '../lists/cover-size'
import { EmptyList } from '../lists/empty-list'
import { FilterPlace } from '../lists/filter/filter-place'
import { InvalidAddressNotice } from '../lists/invalid-address-notice'
import { ListBody } from '../lists/list-body'
import { ListToolbar } from '../lists/list-toolbar'
import { alphabet } from '../lists/question/sort.rules'
import { useSelection } from '../lists/selection/use-selection'
import { saveColumns, useColumns } from '../lists/table/saved-columns'
import { useListAddress } from '../lists/use-list-address'
import { usePagedList } from '../lists/use-paged-list'
import { PresetsButton } from '../presets'
import { ExportButton } from '../series-exports'
import { useLibraries } from './libraries.queries'
import { LibraryLinks } from './library-links'
import classes from './library-page.module.css'

const FilterChips = lazyPart(() => import('../lists/filter/filter-chips'))
const ColumnsButton = lazyPart(() => import('../lists/table/columns-button'))
const LibraryAbsences = lazyPart(() => import('./admin/library-absences'))
const SelectionBar = lazyPart(() => import('../lists/selection/selection-bar'))

/** One library, or all of them. A missing or hidden one is an error, not an empty list. */
export function LibraryPage() {
  const { libraryId } = useListAddress().shown
  const { data, isFetching } = useLibraries()
  const gone = libraryId !== null && data !== undefined && !isFetching && data.every(one => one.id !== libraryId)
  return gone ? <NotFoundPage /> : <Shelves />
}

/** Series or books, sorted, filtered and searched. */
function Shelves() {
  const { shown, ask, showColumns } = useListAddress()
  // The toolbar answers at once; the list follows in the background.
  const { libraryId, question, problems, columns: chosen } = useDeferredValue(shown)
  const { kind, condition, sort, text, view } = question
  const libraries = useLibraries().data
  const library = libraries?.find(one => one.id === libraryId)
  const title = libraryId ? (library?.name ?? '') : t('libraries.all')
  usePageTitle(title || undefined)
  const asked = { kind, libraryId, condition, sort, text }
  const list = usePagedList(asked)
  const about = JSON.stringify(asked)
  const selection = useSelection(about, index => list.itemAt(index)?.item.id ?? null)
  const size = useCoverSize()
  const columns = useColumns(list.kind, list.kind === kind ? chosen : undefined)
  const chosenColumns = useColumns(shown.question.kind, shown.columns)
  const letters = alphabet(question)
  const handle = useRef<ListHandle>(null)
  const [filtering, setFiltering] = useState(false)
  const filterOpened = useDeferredValue(filtering)
  useScrollBack()
  useTopWhenChanged(about)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is focused within
    <div className={classes.body} data-filtering={filterOpened} onKeyDown={selection.onKeyDown}>
      <div className={classes.main}>
        <Page
          compact
          title={title || '\u00a0'}
          counts
          line={
            problems.length > 0 || list.total === null
              ? '\u00a0'
              : t(list.kind === 'series' ? 'series.count' : 'books.count', { count: list.total })
          }
          aside={
            <>
              {kind === 'series' && problems.length === 0 && libraries && (
                <ExportButton
                  list={{ libraryIds: libraryId ? [libraryId] : libraries.map(({ id }) => id), condition, text }}
                />
              )}
              {library && <CoverButton subject={{ kind: 'library', id: library.id, title: library.name }} />}
            </>
          }
        >
          <LibraryLinks libraryId={libraryId} />
          {library && library.absences.length > 0 && (
            <Suspense>
              <LibraryAbsences library={library} />
            </Suspense>
          )}
          <ListToolbar
            question={shown.question}
            onAsk={ask}
            filtering={filtering}
            onFilter={() => setFiltering(!filtering)}
            options={
              view === 'grid' ? (
                <CoverSize step={size.step} onChange={size.change} />
              ) : (
                view === 'table' && (
                  <Suspense>
                    <ColumnsButton
                      kind={shown.question.kind}
                      columns={chosenColumns}
                      onChange={now => showColumns(saveColumns(shown.question.kind, now))}
                    />
                  </Suspense>
                )
              )
            }
            saved={problems.length === 0 && <PresetsButton question={shown.question} library={library ?? null} />}
          />
          {shown.question.condition && (
            <div className={classes.chips}>
              <Suspense>
                <FilterChips
                  kind={shown.question.kind}
                  condition={shown.question.condition}
                  onChange={condition => ask({ condition })}
                  onEdit={() => setFiltering(true)}
                />
              </Suspense>
            </div>
          )}
          {problems.length > 0 ? (
            <InvalidAddressNotice problems={problems} onGo={() => ask({})} />
          ) : list.error && list.total === null ? (
            <ErrorNotice error={list.error} onRetry={list.retry} />
          ) : list.total === 0 ? (
            <EmptyList text={text} filtered={condition !== null} />
          ) : (
            <div className={classes.list} data-waiting={list.waiting} data-letters={letters !== null}>
              <ListBody
                label={title}
                question={question}
                list={list}
                scale={size.scale}
                columns={columns}
                onSort={sort => ask({ sort })}
                handle={handle}
                selection={selection}
              />
              {letters && <AlphabetRail list={asked} direction={letters} handle={handle} />}
            </div>
          )}
        </Page>
      </div>
      {selection.ids.size > 0 && (
        <Suspense>
          <SelectionBar
            kind={list.kind}
            ids={selection.ids}
            list={asked}
            total={list.waiting ? null : list.total}
            isReached={selection.isReached}
            onSelect={selection.set}
            onClear={selection.clear}
          />
        </Suspense>
      )}
      <FilterPlace
        opened={filterOpened}
        question={shown.question}
        libraryId={libraryId}
        total={list.waiting ? null : list.total}
        onAsk={ask}
        onClose={() => setFiltering(false)}
      />
    </div>
  )
}

/** A changed query scrolls to the top; returning to the page does not. */
function useTopWhenChanged(key: string): void {
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key])
}
